/**
 * Why a label is not known to be printed, in the language of the screen, with what to do about it.
 */
import { useTranslation } from "react-i18next";
import type { PrintErrorCode, PrintJob } from "../../core/printing/printing.schema.ts";
import styles from "./FailureText.module.css";

/** Codes whose text covers a group of causes: the printer's own sentence is shown beside it. */
const GROUPS: ReadonlySet<PrintErrorCode> = new Set<PrintErrorCode>([
  "fault",
  "folder",
  "not drawn",
  "queue stopped",
]);

/**
 * The cause by its code, or the core's text when the code has none.
 * @returns null when the job has no error.
 */
export function PrintCause({
  job,
}: {
  readonly job: Pick<PrintJob, "lastError" | "lastErrorCode" | "printerName">;
}) {
  const { t } = useTranslation();
  const { lastErrorCode: code, lastError, printerName } = job;
  if (lastError === "") return null;
  if (code === "" || code === "other") return <span>{lastError}</span>;
  const printer = printerName === "" ? t("cause.somePrinter") : printerName;
  return (
    <>
      {/* A newer core may name a code that this screen has no words for. */}
      <span>{t(`cause.${code}`, { printer, defaultValue: lastError })}</span>
      {GROUPS.has(code) ? <span className={styles["code"]}> {lastError}</span> : null}
    </>
  );
}
