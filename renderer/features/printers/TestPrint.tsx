/** Result of a printer's test label. */
import { useTranslation } from "react-i18next";
import { FailureText } from "../../ui/FailureText.tsx";
import { JobCause, JobMark } from "../../ui/JobMark.tsx";
import { Mark } from "../../ui/Mark.tsx";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

/**
 * Shows the result. The region is always in the page for screen readers, and empty until a test
 * label is requested here.
 */
export function TestPrint({ printerID }: { readonly printerID: string }) {
  const { t } = useTranslation();
  const test = usePrinters((store) => store.testPrints[printerID]);
  return (
    <div
      role="status"
      data-testid="test-print"
      data-status={test?.step === "made" ? test.job.status : (test?.step ?? "none")}
    >
      {test?.step === "asking" ? <p>{t("printers.testAsking")}</p> : null}
      {test?.step === "made" ? (
        <p className={styles["state"]}>
          <JobMark job={test.job} name={t("printers.testLabel")} />
          <span>
            <JobCause job={test.job} />
          </span>
        </p>
      ) : null}
      {test?.step === "failed" ? (
        <>
          <Mark tone="stop">{t("printers.testNotMade")}</Mark>
          <FailureText failure={test.failure} />
        </>
      ) : null}
    </div>
  );
}
