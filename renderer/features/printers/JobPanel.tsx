/** A print job of the journal: its result, and its commands. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { REPRINT_REASONS, type PrintJob } from "../../../core/printing/printing.schema.ts";
import { keepFlag, readFlag } from "../../store/kept-flag.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { JobCause, JobMark } from "../../ui/JobMark.tsx";
import { leavePanel } from "../../ui/list/panel-focus.ts";
import { SidePanel, useIsNarrow } from "../../ui/list/SidePanel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { jobSubject } from "./job-subject.ts";
import { openJobOf } from "./journal.slice.ts";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

/** Name under which this computer keeps whether the panel is shown. */
const KEPT = "journal-panel";

/** Shows the active job of the journal, where the panel is shown. */
export function JobInHand() {
  const { t } = useTranslation();
  const job = usePrinters(openJobOf);
  const isIn = usePrinters((store) => store.isInJob);
  const goIn = usePrinters((store) => store.goIntoJob);
  const isNarrow = useIsNarrow();
  const [isOn, setOn] = useState(() => readFlag(KEPT, true));
  if (job === null || !(isNarrow ? isIn : isOn || isIn)) return null;
  return (
    <SidePanel
      label={jobSubject(job, t(`journal.kinds.${job.kind}`))}
      rowID={job.id}
      onClose={() => {
        keepFlag(KEPT, false);
        setOn(false);
        leavePanel();
        goIn(false);
      }}
      testID="journal-job"
    >
      <Job job={job} />
    </SidePanel>
  );
}

function Job({ job }: { readonly job: PrintJob }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isOver = job.status !== "QUEUED" && job.status !== "SENDING" && job.status !== "UNKNOWN";
  const facts = [
    ["at", format.instant(job.createdAt)],
    ["printer", job.printerName],
    ["recipient", job.recipientName],
    ["copies", format.count(job.copies)],
    ["attempts", format.count(job.attempts)],
  ] as const;
  return (
    <>
      <header className={styles["jobHead"]}>
        <h2>{jobSubject(job, t(`journal.kinds.${job.kind}`))}</h2>
        <JobMark job={job} />
        <JobCause job={job} />
      </header>
      <div className={styles["jobCommands"]}>
        <JobCommands job={job} />
      </div>
      <dl className={styles["jobFacts"]}>
        {facts
          .filter(([, text]) => text !== "")
          .map(([name, text]) => (
            <div key={name}>
              <dt>{t(`journal.columns.${name}`)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      {job.shipmentID !== "" && job.kind === "LABEL" && isOver ? (
        <div className={styles["again"]} role="group" aria-label={t("journal.again")}>
          <span>{t("journal.again")}</span>
          {REPRINT_REASONS.map((reason) => (
            <AgainButton key={reason} job={job} reason={reason} />
          ))}
        </div>
      ) : null}
    </>
  );
}

/** Buttons for the job: say whether it printed, cancel it, open its shipment. */
function JobCommands({ job }: { readonly job: PrintJob }) {
  const { t } = useTranslation();
  const isBusy = usePrinters((store) => store.isJournalBusy);
  const openShipment = usePrinters((store) => store.openShipment);
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
        <Button keyName="Shift+Enter" onPress={() => openShipment(job.shipmentID)}>
          {t("journal.openShipment")}
        </Button>
      )}
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
