/**
 * The packing slip of the open order: printed if a printer has the role of packing slips, else
 * saved as a file.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { getPackingSlip, printPackingSlip } from "../../../../core/fulfilment/papers/papers.api.ts";
import { listPrinters } from "../../../../core/printing/printers.api.ts";
import { call, saveFile } from "../../../lib/bridge.ts";
import { failureOf, type Failure } from "../../../lib/failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { JobCause, JobMark } from "../../../ui/JobMark.tsx";
import { SaveFileButton } from "../../../ui/SaveFileButton.tsx";
import styles from "../../../ui/SaveFileButton.module.css";
import { isUnprinted } from "./unfinished-job.ts";
import { usePack } from "../use-pack.ts";

/** Checks in the background whether a printer has the role; until then the button saves a file. */
export function SlipButton({ shipmentID }: { readonly shipmentID: string }) {
  const { t } = useTranslation();
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    let isShown = true;
    call(listPrinters).then(
      ({ roles }) => isShown && setPrinted(roles.packingSlip !== null),
      () => undefined, // the slip can still be saved as a file
    );
    return () => {
      isShown = false;
    };
  }, []);
  return isPrinted ? (
    <PrintSlip shipmentID={shipmentID} />
  ) : (
    <SaveFileButton
      rank="quiet"
      words={t("done.slip")}
      save={() => saveFile(getPackingSlip, { params: { shipmentID } })}
    />
  );
}

type Slip =
  | { readonly step: "none" | "asking" }
  | { readonly step: "made"; readonly jobID: string }
  | { readonly step: "failed"; readonly failure: Failure };

/**
 * Shows the button that prints the slip. Pressed again while a slip waits, the button queues no
 * second slip.
 */
function PrintSlip({ shipmentID }: { readonly shipmentID: string }) {
  const { t } = useTranslation();
  const [slip, setSlip] = useState<Slip>({ step: "none" });
  const addPrintJob = usePack((store) => store.addPrintJob);
  const job = usePack(({ printJobs }) =>
    slip.step === "made" ? printJobs.find(({ id }) => id === slip.jobID) : undefined,
  );
  const print = async (): Promise<void> => {
    if (slip.step === "asking" || (job !== undefined && isUnprinted(job.status))) return;
    setSlip({ step: "asking" });
    try {
      const made = await call(printPackingSlip, { params: { shipmentID } });
      addPrintJob(made);
      setSlip({ step: "made", jobID: made.id });
    } catch (error) {
      setSlip({ step: "failed", failure: failureOf(error) });
    }
  };
  return (
    <div className={styles["save"]}>
      <Button rank="quiet" onPress={() => void print()}>
        {t("done.printSlip")}
      </Button>
      <span role="status" data-testid="slip" data-status={job?.status ?? slip.step}>
        {slip.step === "asking" ? t("done.printingSlip") : null}
        {job === undefined ? null : (
          <>
            <JobMark job={job} name={t("done.slipJob")} /> <JobCause job={job} />
          </>
        )}
      </span>
      {slip.step === "failed" ? (
        <div role="alert">
          <FailureText failure={slip.failure} />
        </div>
      ) : null}
    </div>
  );
}
