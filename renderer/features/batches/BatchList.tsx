/**
 * Today's batches, earlier batches that have not ended, and the open batch, each with its state and
 * progress.
 */
import { useTranslation } from "react-i18next";
import type { Batch } from "../../../core/fulfilment/batches/batches.schema.ts";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { open } from "./batch-commands.ts";
import { batchState } from "./batch-words.ts";
import openingRow from "../../ui/OpeningRow.module.css";
import styles from "./Batches.module.css";
import { hasEnded } from "./batches.slice.ts";
import { moveFocus } from "./move-focus.ts";
import { useWaitsForPrinter } from "./use-waits.ts";

/** Characters of a time such as "14:05". */
const CLOCK = 5;

/**
 * Lists the batches.
 *
 * @param batches null while the batches are read.
 * @param openID The open batch; null when none is open.
 */
export function BatchList({
  batches,
  openID,
}: {
  readonly batches: readonly Batch[] | null;
  readonly openID: string | null;
}) {
  const { t } = useTranslation();
  const today = new Date().toDateString();
  const shown = (batches ?? []).filter(
    (batch) =>
      !hasEnded(batch) || batch.id === openID || new Date(batch.createdAt).toDateString() === today,
  );
  return (
    <section className={styles["list"]} aria-label={t("batches.list")}>
      {batches === null ? (
        <p role="status">{t("batches.reading")}</p>
      ) : shown.length === 0 ? (
        <p className={styles["soft"]}>{t("batches.none")}</p>
      ) : null}
      <ul data-testid="batch-list" onKeyDown={moveFocus}>
        {shown.map((batch) => (
          <Row key={batch.id} batch={batch} isOpen={batch.id === openID} />
        ))}
      </ul>
    </section>
  );
}

function Row({ batch, isOpen }: { readonly batch: Batch; readonly isOpen: boolean }) {
  const { t } = useTranslation();
  const waits = useWaitsForPrinter(batch);
  const { tone, words } = batchState(batch, waits !== undefined, t);
  return (
    <li>
      <button
        type="button"
        className={`${openingRow["row"]} ${styles["row"]}`}
        aria-current={isOpen ? "true" : undefined}
        onClick={() => open(batch.id)}
      >
        <b>{useBatchTitle(batch)}</b>
        <Mark tone={tone}>{t(words)}</Mark>
        <progress value={batch.printed} max={batch.total} aria-hidden="true" />
        <span className={styles["soft"]}>
          {[
            t("batches.progress", { printed: batch.printed, total: batch.total }),
            ...(batch.failed > 0 && batch.status !== "STOPPED"
              ? [t("batches.failed", { count: batch.failed })]
              : []),
            ...(batch.unknown > 0 ? [t("batches.asked", { count: batch.unknown })] : []),
          ].join(" · ")}
        </span>
      </button>
    </li>
  );
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
