/**
 * The print journal as a table, newest first unless another order is chosen. Enter goes into the
 * panel of the active job, Shift+Enter opens its shipment.
 */
import { useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { isCauseShown, JobCause, JobMark, jobWord } from "../../ui/JobMark.tsx";
import { enterPanel } from "../../ui/list/panel-focus.ts";
import { Panel } from "../../ui/Panel.tsx";
import { BigTable, type BigColumn } from "../../ui/table/BigTable.tsx";
import { useKeptColumns } from "../../ui/table/kept-columns.ts";
import type { TableSort } from "../../ui/table/sort-by.ts";
import { chosenSort } from "../../ui/table/table-sort.ts";
import { useSortedRows } from "../../ui/table/use-sorted-rows.ts";
import { useFormat } from "../../ui/use-format.ts";
import { jobSubject } from "./job-subject.ts";
import { JOURNAL_STATES, LATEST } from "./journal.slice.ts";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

/** Order of the journal, if no other is chosen. */
const NEWEST: TableSort = { column: "at", isAscending: false };

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
  const openID = usePrinters((store) => store.openJobID);
  const sort = usePrinters((store) => store.journalSort);
  const { openJob, openShipment, goIntoJob, sortJournal } = usePrinters.getState();
  const columns = useColumns();
  const ids = columns.map(({ id }) => id);
  const [kept, keep] = useKeptColumns("journal", []);
  const { rows, moved } = useSortedRows(jobs, columns, sort, openID);
  const rowAt = useCallback((place: number) => rows[place], [rows]);
  return (
    <div className={styles["journal"]}>
      <BigTable
        key={table}
        takesFocus
        label={t("journal.title")}
        columns={columns}
        kept={kept}
        onKeep={keep}
        count={rows.length}
        rowAt={rowAt}
        addedAbove={moved}
        startAt={Math.max(
          0,
          rows.findIndex(({ id }) => id === openID),
        )}
        sort={{
          at: sort ?? NEWEST,
          may: () => true,
          refusal: "",
          onSort: (to) => sortJournal(chosenSort(to, ids, NEWEST)),
        }}
        foot={{
          copy: t("money.copyHint"),
          position: (place, count) =>
            count < LATEST
              ? t("list.position", { place, count, more: "" })
              : t("journal.positionLatest", { place, count }),
        }}
        onSeen={ignore}
        onActive={(place) => openJob(rows[place]?.id ?? null)}
        onOpen={() => {
          goIntoJob(true);
          enterPanel();
        }}
        onOpenWhole={(place) => {
          const shipmentID = rows[place]?.shipmentID ?? "";
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
      column("at", 148, (job) => format.instant(job.createdAt), {
        isFirstDescending: true,
        value: (job) => Date.parse(job.createdAt),
      }),
      column("what", 140, (job) => jobSubject(job, t(`journal.kinds.${job.kind}`))),
      column("recipient", 140, (job) => job.recipientName, { grows: true, yields: 1 }),
      column("state", 200, (job) => t(`job.${jobWord(job)}`), {
        show: (job) => <JobMark job={job} />,
      }),
      column("cause", 220, (job) => job.lastError, {
        grows: true,
        yields: 3,
        value: (job) => (isCauseShown(job) ? job.lastError : ""),
        show: (job) => <JobCause job={job} />,
      }),
      column("printer", 140, (job) => job.printerName, { yields: 2 }),
      column("copies", 70, (job) => format.count(job.copies), {
        numeric: true,
        yields: 5,
        value: (job) => job.copies,
      }),
      column("again", 140, (job) => (job.reason === "" ? "" : t(`reprint.reasons.${job.reason}`)), {
        yields: 4,
      }),
    ];
  }, [t, format]);
}
