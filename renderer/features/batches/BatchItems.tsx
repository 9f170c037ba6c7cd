/**
 * The labels of a batch in order. Only the rows in view and a few around them are rendered, because
 * a batch has up to a thousand labels. While the batch prints, the list scrolls along until a
 * person scrolls.
 */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Batch, BatchItem } from "../../../core/fulfilment/batches/batches.schema.ts";
import { JobMark } from "../../ui/JobMark.tsx";
import styles from "./Batches.module.css";
import { hasEnded } from "./batches.slice.ts";
import { useBatches } from "./use-batches.ts";
import { rowHeight } from "../../ui/table/row-height.ts";
import { useWaitsForPrinter } from "./use-waits.ts";

/** Rows kept in view above the row of the next label. */
const ABOVE = 2;
/** Rows rendered beyond the visible ones, so that fast scrolling shows no blank. */
const OVER = 8;

/** Scroll position, height of the visible part, and height of a row, in pixels. */
type Place = { readonly top: number; readonly height: number; readonly row: number };

/**
 * A table as high as all its rows, of which only the rows in view and a few around them are
 * rendered.
 */
export function BatchItems({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>({ top: 0, height: 400, row: 32 });
  const items = useBatches((store) => (store.itemsOf === batch.id ? store.batchItems : null));
  const see = useBatches((store) => store.seeBatchItems);
  const from = Math.max(1, Math.floor(place.top / place.row) + 1 - OVER);
  const to = Math.min(batch.total, Math.ceil((place.top + place.height) / place.row) + OVER);
  useEffect(() => void see(batch.id, { from, to }), [see, batch.id, from, to]);
  useMeasuring(box, setPlace);
  const letGo = useFollowing(batch, box, place.row);
  const waits = useWaitsForPrinter(batch) !== undefined;
  const columns = ["place", "order", "recipient", "city", "state"] as const;
  return (
    <div className={styles["items"]}>
      <div
        ref={box}
        className={styles["scroll"]}
        role="table"
        aria-label={t("batches.items.title")}
        aria-rowcount={batch.total + 1}
        tabIndex={0}
        data-testid="batch-items"
        onWheel={letGo}
        onPointerDown={letGo}
        onKeyDown={letGo}
      >
        <div role="rowgroup" className={styles["columns"]}>
          <div role="row" aria-rowindex={1} className={styles["item"]}>
            {columns.map((column) => (
              <span key={column} role="columnheader">
                {t(`batches.items.${column}`)}
              </span>
            ))}
          </div>
        </div>
        <div
          role="rowgroup"
          className={styles["rows"]}
          style={{ height: `${batch.total * place.row}px` }}
        >
          {Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i).map(
            (position) => (
              <Item
                key={position}
                position={position}
                rowPx={place.row}
                item={items?.get(position)}
                dropped={batch.status === "STOPPED"}
                waits={waits}
              />
            ),
          )}
        </div>
      </div>
    </div>
  );
}

function useMeasuring(box: RefObject<HTMLElement | null>, onPlace: (place: Place) => void): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void =>
      onPlace({
        top: element.scrollTop,
        height: element.clientHeight,
        row: rowHeight(element),
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [box, onPlace]);
}

/**
 * Scrolls the list along while the batch prints.
 *
 * @returns Function that stops the scrolling; called when a person scrolls.
 */
function useFollowing(batch: Batch, box: RefObject<HTMLElement | null>, rowPx: number): () => void {
  const [follows, setFollows] = useState(true);
  const next = batch.total - batch.left + 1;
  const goal = Math.max(0, next - 1 - ABOVE) * rowPx;
  useEffect(() => {
    if (follows && !hasEnded(batch)) box.current?.scrollTo({ top: goal });
  }, [box, follows, goal, batch]);
  return () => setFollows(false);
}

type ItemProps = {
  readonly position: number;
  readonly rowPx: number;
  readonly item: BatchItem | undefined;
  /** Whether the batch was stopped, so that its remaining labels are not printed. */
  readonly dropped: boolean;
  /** Whether the printer cannot print now. */
  readonly waits: boolean;
};

function Item({ position, rowPx, item, ...how }: ItemProps) {
  const texts = [item?.orderNumber, item?.recipientName, item?.cityName];
  return (
    <div
      role="row"
      aria-rowindex={position + 1}
      className={styles["item"]}
      style={{ top: `${(position - 1) * rowPx}px` }}
      data-status={how.dropped ? undefined : item?.status}
    >
      <span role="cell">{position}</span>
      {texts.map((text, i) => (
        <span key={i} role="cell" title={text}>
          {text}
        </span>
      ))}
      <span role="cell">
        <ItemState status={item?.status} {...how} />
      </span>
    </div>
  );
}

/**
 * Shows a queued label like a label that is not in the journal yet, unless the printer cannot print
 * now. Shows the failed labels of a stopped batch like those that were never queued.
 */
function ItemState({
  status,
  dropped,
  waits,
}: { readonly status: BatchItem["status"] | undefined } & Pick<ItemProps, "dropped" | "waits">) {
  const { t } = useTranslation();
  if (status === undefined) return t("batches.items.reading");
  if (status === "" || (status === "QUEUED" && !waits) || (status === "FAILED" && dropped))
    return (
      <span className={styles["soft"]}>
        {t(dropped ? "batches.items.dropped" : "batches.items.waits")}
      </span>
    );
  return <JobMark job={{ status, isAnswered: false, lastError: "", lastErrorCode: "" }} />;
}
