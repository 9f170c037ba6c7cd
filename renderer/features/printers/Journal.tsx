/** The print journal as a table, newest first. Enter opens a job above the table, Esc closes it. */
import { useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { JobCause, JobMark, jobWord } from "../../ui/JobMark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { BigTable, type BigColumn } from "../../ui/table/BigTable.tsx";
import { useKeptColumns } from "../../ui/table/kept-columns.ts";
import { useFormat } from "../../ui/use-format.ts";
import { JobPanel } from "./JobPanel.tsx";
import { jobSubject } from "./job-subject.ts";
import { JOURNAL_STATES, openJobOf } from "./journal.slice.ts";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

/** Reads the latest jobs on mount. */
export function Journal() {
  const { t } = useTranslation();
  const format = useFormat();
  const jobs = usePrinters((store) => store.journal);
  const state = usePrinters((store) => store.journalState);
  const failure = usePrinters((store) => store.journalFailure);
  const open = usePrinters(openJobOf);
  const load = usePrinters((store) => store.loadJournal);
  const openJob = usePrinters((store) => store.openJob);
  const columns = useColumns();
  const [kept, keep] = useKeptColumns("journal", []);
  const rowAt = useCallback((place: number) => jobs?.[place], [jobs]);
  useEffect(() => void load(), [load]);

  return (
    <>
      {failure === null ? null : (
        <Panel tone="stop" title={t("form.notDone")} alert>
          <FailureText failure={failure} />
        </Panel>
      )}
      {open === null ? null : <JobPanel key={open.id} job={open} />}
      {jobs === null ? <p role="status">{t("journal.reading")}</p> : null}
      {jobs?.length === 0 ? (
        <p role="status">{t(state === "all" ? "journal.none" : "journal.noneSuch")}</p>
      ) : null}
      {jobs === null || jobs.length === 0 ? null : (
        <div className={styles["journal"]}>
          <BigTable
            label={t("journal.title")}
            columns={columns}
            kept={kept}
            onKeep={keep}
            count={jobs.length}
            rowAt={rowAt}
            foot={{ copy: t("money.copyHint"), position: (place) => format.count(place) }}
            onSeen={ignore}
            onOpen={(place) => openJob(jobs[place]?.id ?? null)}
            testID="journal"
          />
        </div>
      )}
    </>
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
      column("at", 172, (job) => format.instant(job.createdAt)),
      column("what", 170, (job) => jobSubject(job, t(`journal.kinds.${job.kind}`))),
      column("recipient", 170, (job) => job.recipientName, { grows: true }),
      column("state", 220, (job) => t(`job.${jobWord(job)}`), {
        show: (job) => <JobMark job={job} />,
      }),
      column("cause", 240, (job) => job.lastError, {
        grows: true,
        show: (job) => <JobCause job={job} />,
      }),
      column("printer", 140, (job) => job.printerName),
      column("copies", 76, (job) => format.count(job.copies), { numeric: true }),
      column("again", 150, (job) => (job.reason === "" ? "" : t(`reprint.reasons.${job.reason}`))),
    ];
  }, [t, format]);
}
