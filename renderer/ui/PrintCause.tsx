/**
 * Why a label was not printed, or may not have been printed, in the screen's language, with what to
 * do.
 */
import { useTranslation } from "react-i18next";
import type { PrintErrorCode, PrintJob } from "../../core/printing/printing.schema.ts";
import { coreSentence } from "./core-sentence.ts";
import styles from "./FailureText.module.css";

/** Codes whose words cover a group of causes: an English screen shows the core's sentence too. */
const GROUPS: ReadonlySet<PrintErrorCode> = new Set<PrintErrorCode>([
  "fault",
  "folder",
  "not drawn",
  "queue stopped",
]);

/**
 * Words for the cause by code. A cause without a code is shown in the core's sentence on an English
 * screen, and in general words on other screens.
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
  const { t, i18n } = useTranslation();
  const { lastErrorCode, lastError, printerName } = job;
  if (lastError === "") return null;
  const sentence = coreSentence(i18n, lastError);
  const code = lastErrorCode === "" ? "other" : lastErrorCode;
  if (code === "other" && sentence !== "") return <span>{sentence}</span>;
  const printer = printerName === "" ? t("cause.somePrinter") : printerName;
  return (
    <>
      {/* A newer core may send a code for which this screen has no words. */}
      <span>
        {t(isElsewhere ? [`causeElsewhere.${code}`, `cause.${code}`] : `cause.${code}`, {
          printer,
          defaultValue: sentence || t("cause.other", { printer }),
        })}
      </span>
      {GROUPS.has(code) && sentence !== "" ? (
        <span className={styles["code"]}> {sentence}</span>
      ) : null}
    </>
  );
}
