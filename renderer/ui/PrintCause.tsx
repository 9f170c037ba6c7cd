/**
 * Why a label was not printed, or may not have been printed, in the screen's language, with what to
 * do.
 */
import { useTranslation } from "react-i18next";
import type { PrintErrorCode, PrintJob } from "../../core/printing/printing.schema.ts";
import styles from "./FailureText.module.css";

/** Codes whose words cover a group of causes: the printer's own sentence is shown too. */
const GROUPS: ReadonlySet<PrintErrorCode> = new Set<PrintErrorCode>([
  "fault",
  "folder",
  "not drawn",
  "queue stopped",
]);

/**
 * Words for the cause by code, or the core's text if the code has none.
 *
 * @param isElsewhere Whether a station was asked to print for another station.
 * @returns null when the job has no error.
 */
export function PrintCause({
  job,
  isElsewhere = false,
}: {
  readonly job: Pick<PrintJob, "lastError" | "lastErrorCode" | "printerName">;
  readonly isElsewhere?: boolean;
}) {
  const { t } = useTranslation();
  const { lastErrorCode: code, lastError, printerName } = job;
  if (lastError === "") return null;
  if (code === "" || code === "other") return <span>{lastError}</span>;
  const printer = printerName === "" ? t("cause.somePrinter") : printerName;
  return (
    <>
      {/* A newer core may send a code for which this screen has no words. */}
      <span>
        {t(isElsewhere ? [`causeElsewhere.${code}`, `cause.${code}`] : `cause.${code}`, {
          printer,
          defaultValue: lastError,
        })}
      </span>
      {GROUPS.has(code) ? <span className={styles["code"]}> {lastError}</span> : null}
    </>
  );
}
