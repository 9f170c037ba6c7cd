/** A print job of the journal: its result, and its commands. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { REPRINT_REASONS, type PrintJob } from "../../../core/printing/printing.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { JobCause, jobTone, jobWord } from "../../ui/JobMark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { jobSubject } from "./job-subject.ts";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

/** Shows the job, and focuses the first command. */
export function JobPanel({ job }: { readonly job: PrintJob }) {
  const { t } = useTranslation();
  const format = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const subject = jobSubject(job, t(`journal.kinds.${job.kind}`));
  const isOver = job.status !== "QUEUED" && job.status !== "SENDING" && job.status !== "UNKNOWN";
  useEffect(() => {
    frame.current?.querySelector("button")?.focus();
    return () =>
      queueMicrotask(() =>
        focusHeadingIfLost(
          document.querySelector<HTMLElement>("[data-testid=journal] [role=grid]"),
        ),
      );
  }, []);

  return (
    <div ref={frame}>
      <Panel
        tone={jobTone(job)}
        title={`${subject}: ${t(`job.${jobWord(job)}`)}`}
        testID="journal-job"
        commands={<JobCommands job={job} />}
      >
        <p>
          {[
            format.instant(job.createdAt),
            job.printerName,
            job.recipientName,
            t("journal.copies", { count: job.copies }),
            t("journal.attempts", { count: job.attempts }),
          ]
            .filter((text) => text !== "")
            .join(" · ")}
        </p>
        <p>
          <JobCause job={job} />
        </p>
        {job.shipmentID !== "" && job.kind === "LABEL" && isOver ? (
          <div className={styles["again"]} role="group" aria-label={t("journal.again")}>
            <span>{t("journal.again")}</span>
            {REPRINT_REASONS.map((reason) => (
              <AgainButton key={reason} job={job} reason={reason} />
            ))}
          </div>
        ) : null}
      </Panel>
    </div>
  );
}

/** Buttons for the job: say whether it printed, cancel it, open its shipment, close the panel. */
function JobCommands({ job }: { readonly job: PrintJob }) {
  const { t } = useTranslation();
  const isBusy = usePrinters((store) => store.isJournalBusy);
  const openShipment = usePrinters((store) => store.openShipment);
  const openJob = usePrinters((store) => store.openJob);
  const cancel = usePrinters((store) => store.cancelJob);
  const answer = usePrinters((store) => store.answerJob);
  const yes = useSettledPress(() => void answer(job.id, true));
  const no = useSettledPress(() => void answer(job.id, false));
  return (
    <>
      {job.status === "UNKNOWN" ? (
        <>
          <Button disabled={isBusy} {...yes}>
            {t("question.yes")}
          </Button>
          <Button disabled={isBusy} {...no}>
            {t("question.no")}
          </Button>
        </>
      ) : null}
      {job.status === "QUEUED" ? (
        <Button disabled={isBusy} onPress={() => void cancel(job.id)}>
          {t("journal.cancel")}
        </Button>
      ) : null}
      {job.shipmentID === "" ? null : (
        <Button onPress={() => openShipment(job.shipmentID)}>{t("journal.openShipment")}</Button>
      )}
      <Button keyName="Esc" onPress={() => openJob(null)}>
        {t("journal.close")}
      </Button>
    </>
  );
}

function AgainButton({
  job,
  reason,
}: {
  readonly job: PrintJob;
  readonly reason: (typeof REPRINT_REASONS)[number];
}) {
  const { t } = useTranslation();
  const isBusy = usePrinters((store) => store.isJournalBusy);
  const print = usePrinters((store) => store.printAgain);
  const press = useSettledPress(() => void print(job, reason));
  return (
    <Button small disabled={isBusy} {...press}>
      {t(`reprint.reasons.${reason}`)}
    </Button>
  );
}
