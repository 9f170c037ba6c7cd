/**
 * Batches as a table, newest first: the latest ones and all that have not ended. Enter goes into the
 * panel of the active batch, Shift+Enter opens its page.
 */
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import type { Batch } from "../../../core/fulfilment/batches/batches.schema.ts";
import { enterPanel } from "../../ui/list/panel-focus.ts";
import { Mark } from "../../ui/Mark.tsx";
import { BigTable, type BigColumn } from "../../ui/table/BigTable.tsx";
import type { KeptColumns } from "../../ui/table/kept-columns.ts";
import { useFormat } from "../../ui/use-format.ts";
import { open } from "./batch-commands.ts";
import { batchState } from "./batch-words.ts";
import { useBatches } from "./use-batches.ts";
import { useWaitsForPrinter } from "./use-waits.ts";

/** Characters of a time such as "14:05". */
const CLOCK = 5;

type BatchListProps = {
  readonly batches: readonly Batch[];
  readonly columns: readonly BigColumn<Batch>[];
  readonly kept: KeptColumns;
  readonly onKeep: (change: Partial<KeptColumns>) => void;
};

/** Shows the table. The active row is the batch in hand. */
export function BatchList({ batches, columns, kept, onKeep }: BatchListProps) {
  const { t } = useTranslation();
  const above = useBatches((store) => store.batchesAbove);
  const inHand = useBatches((store) => store.batchInHandID);
  const { takeBatchInHand } = useBatches.getState();
  const rowAt = useCallback((place: number) => batches[place], [batches]);
  return (
    <BigTable
      testID="batch-list"
      takesFocus
      label={t("batches.list")}
      columns={columns}
      kept={kept}
      onKeep={onKeep}
      count={batches.length}
      rowAt={rowAt}
      addedAbove={above}
      startAt={Math.max(
        0,
        batches.findIndex(({ id }) => id === inHand),
      )}
      foot={{
        copy: t("batches.copyHint"),
        position: (place, count) => t("list.position", { place, count, more: "" }),
      }}
      onSeen={ignore}
      onActive={(place) => {
        const batch = batches[place];
        if (batch !== undefined) takeBatchInHand(batch.id);
      }}
      onOpen={enterPanelOf}
      onOpenWhole={(place) => {
        const batch = batches[place];
        if (batch !== undefined) open(batch.id);
      }}
    />
  );
}

/** Does nothing when rows come into view, because one request reads all listed batches. */
function ignore(): void {}

function enterPanelOf(): void {
  const { batchPane, showBatchList, goIntoBatch } = useBatches.getState();
  if (batchPane.show === "new") showBatchList();
  goIntoBatch(true);
  enterPanel();
}

/** Returns the columns in the language of the window. */
export function useColumns(): readonly BigColumn<Batch>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "at",
        words: t("batches.column.at"),
        width: 140,
        text: ({ createdAt }) => format.instant(createdAt),
      },
      {
        id: "title",
        words: t("batches.column.title"),
        width: 160,
        grows: true,
        yields: 2,
        text: ({ title, sort }) => (title === "" ? t(`batches.sorts.${sort}`) : title),
      },
      {
        id: "progress",
        words: t("batches.column.progress"),
        width: 180,
        text: (batch) =>
          [
            `${format.count(batch.printed)} / ${format.count(batch.total)}`,
            ...outliers(batch, t),
          ].join(" · "),
      },
      {
        id: "state",
        words: t("batches.column.state"),
        width: 240,
        grows: true,
        text: (batch) => t(batchState(batch, false, t).words),
        show: (batch) => <BatchMark batch={batch} />,
      },
    ],
    [t, format],
  );
}

/** Shows the state of a batch as a shape and words. */
export function BatchMark({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const waits = useWaitsForPrinter(batch);
  const { tone, words } = batchState(batch, waits !== undefined, t);
  return <Mark tone={tone}>{t(words)}</Mark>;
}

/** Returns how many labels were printed, failed or wait for an answer. */
export function progressWords(batch: Batch, t: TFunction): string {
  const printed = t("batches.progress", { printed: batch.printed, total: batch.total });
  return [printed, ...outliers(batch, t)].join(" · ");
}

/** Returns how many labels failed, and how many wait for an answer. */
function outliers({ status, failed, unknown }: Batch, t: TFunction): readonly string[] {
  return [
    ...(failed > 0 && status !== "STOPPED" ? [t("batches.failed", { count: failed })] : []),
    ...(unknown > 0 ? [t("batches.asked", { count: unknown })] : []),
  ];
}

/**
 * Returns the batch's title; for a batch without a title, the time when it was created, with the
 * date unless it was created today.
 */
export function useBatchTitle({ title, createdAt }: Pick<Batch, "title" | "createdAt">): string {
  const { t } = useTranslation();
  const format = useFormat();
  if (title !== "") return title;
  const words = format.instant(createdAt);
  const isToday = new Date(createdAt).toDateString() === new Date().toDateString();
  return t("batches.made", { when: isToday ? words.slice(-CLOCK) : words });
}
