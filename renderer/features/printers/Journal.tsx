/**
 * The print journal as a table, newest first. Enter goes into the panel of the active job,
 * Shift+Enter opens its shipment.
 */
import { useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { JobCause, JobMark, jobWord } from "../../ui/JobMark.tsx";
import { enterPanel } from "../../ui/list/panel-focus.ts";
import { Panel } from "../../ui/Panel.tsx";
import { BigTable, type BigColumn } from "../../ui/table/BigTable.tsx";
import { useKeptColumns } from "../../ui/table/kept-columns.ts";
import { useFormat } from "../../ui/use-format.ts";
import { jobSubject } from "./job-subject.ts";
import { JOURNAL_STATES } from "./journal.slice.ts";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

/** Reads the latest jobs on mount. */
export function Journal() {
  const { t } = useTranslation();
  const jobs = usePrinters((store) => store.journal);
  const state = usePrinters((store) => store.journalState);
  const failure = usePrinters((store) => store.journalFailure);
  const load = usePrinters((store) => store.loadJournal);
  useEffect(() => void load(), [load]);
  return (
    <>
      {failure === null ? null : (
        <Panel tone="stop" title={t("form.notDone")} alert>
          <FailureText failure={failure} />
        </Panel>
      )}
      {jobs === null || jobs.length === 0 ? (
        <p role="status" className={styles["status"]}>
          {jobs === null
            ? t("journal.reading")
            : t(state === "all" ? "journal.none" : "journal.noneSuch")}
        </p>
      ) : (
        <Jobs jobs={jobs} />
      )}
    </>
  );
}

function Jobs({ jobs }: { readonly jobs: readonly PrintJob[] }) {
  const { t } = useTranslation();
  const table = usePrinters((store) => store.journalTable);
  const above = usePrinters((store) => store.jobsAbove);
  const openID = usePrinters((store) => store.openJobID);
  const { openJob, openShipment, goIntoJob } = usePrinters.getState();
  const columns = useColumns();
  const [kept, keep] = useKeptColumns("journal", []);
  const rowAt = useCallback((place: number) => jobs[place], [jobs]);
  return (
    <div className={styles["journal"]}>
      <BigTable
        key={table}
        takesFocus
        label={t("journal.title")}
        columns={columns}
        kept={kept}
        onKeep={keep}
        count={jobs.length}
        rowAt={rowAt}
        addedAbove={above}
        startAt={Math.max(
          0,
          jobs.findIndex(({ id }) => id === openID),
        )}
        foot={{
          copy: t("money.copyHint"),
          position: (place, count) => t("list.position", { place, count, more: "" }),
        }}
        onSeen={ignore}
        onActive={(place) => openJob(jobs[place]?.id ?? null)}
        onOpen={() => {
          goIntoJob(true);
          enterPanel();
        }}
        onOpenWhole={(place) => {
          const shipmentID = jobs[place]?.shipmentID ?? "";
          if (shipmentID !== "") openShipment(shipmentID);
        }}
        testID="journal"
      />
    </div>
  );
}

/** Choice of the job state by which the journal is filtered. */
export function JournalStates() {
  const { t } = useTranslation();
  const state = usePrinters((store) => store.journalState);
  const load = usePrinters((store) => store.loadJournal);
  return (
    <Choice
      label={t("journal.shown")}
      isLabelHidden
      value={state}
      options={JOURNAL_STATES.map((value) => ({ value, words: t(`journal.states.${value}`) }))}
      onChange={(value) => void load(value)}
    />
  );
}

/** Does nothing when rows come into view, because one request reads all listed jobs. */
function ignore(): void {}

type ColumnID = "at" | "what" | "recipient" | "state" | "cause" | "printer" | "copies" | "again";

function useColumns(): readonly BigColumn<PrintJob>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const column = (
      id: ColumnID,
      width: number,
      text: (job: PrintJob) => string,
      rest: Partial<BigColumn<PrintJob>> = {},
    ): BigColumn<PrintJob> => ({ id, words: t(`journal.columns.${id}`), width, text, ...rest });
    return [
      column("at", 148, (job) => format.instant(job.createdAt)),
      column("what", 140, (job) => jobSubject(job, t(`journal.kinds.${job.kind}`))),
      column("recipient", 140, (job) => job.recipientName, { grows: true, yields: 1 }),
      column("state", 200, (job) => t(`job.${jobWord(job)}`), {
        show: (job) => <JobMark job={job} />,
      }),
      column("cause", 220, (job) => job.lastError, {
        grows: true,
        yields: 3,
        show: (job) => <JobCause job={job} />,
      }),
      column("printer", 140, (job) => job.printerName, { yields: 2 }),
      column("copies", 70, (job) => format.count(job.copies), { numeric: true, yields: 5 }),
      column("again", 140, (job) => (job.reason === "" ? "" : t(`reprint.reasons.${job.reason}`)), {
        yields: 4,
      }),
    ];
  }, [t, format]);
}
