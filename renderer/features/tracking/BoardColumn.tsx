/**
 * A column of the board: its name with the number of its parcels, and the parcels while it is open;
 * wide windows open all columns.
 */
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Board } from "../../../core/shipping/board/board.schema.ts";
import { useFormat } from "../../ui/use-format.ts";
import { ParcelLine } from "./ParcelLine.tsx";
import styles from "./Tracking.module.css";
import { countOf, parcelsOf, shownColumns, type Column } from "./tracking.slice.ts";
import { enterChosen, openChosen } from "./tracking-commands.ts";
import { useTracking } from "./use-tracking.ts";

/**
 * Shows a column. The arrows up and down move through the parcels, the arrows left and right move
 * to the neighbouring column.
 */
export function BoardColumn({ board, column }: { readonly board: Board; readonly column: Column }) {
  const { t } = useTranslation();
  const isOpen = useTracking((store) => store.boardColumn === column);
  const chosenID = useTracking((store) => store.chosenParcel?.shipmentID ?? null);
  const chooseColumn = useTracking((store) => store.chooseColumn);
  const choose = useTracking((store) => store.chooseParcel);
  const list = useRef<HTMLUListElement>(null);
  const hadFocus = useRef(false);
  const parcels = parcelsOf(board, column);
  const count = countOf(board, column);
  const current = parcels.some(({ shipmentID }) => shipmentID === chosenID)
    ? chosenID
    : (parcels[0]?.shipmentID ?? null);

  // If the focused parcel leaves the column, the column's chosen parcel gets the focus. If the
  // chosen parcel is in another column, the column's head gets the focus, because focusing a line
  // would choose another parcel.
  useEffect(() => {
    if (!isOpen || !hadFocus.current || document.activeElement !== document.body) return;
    const chosen = list.current?.querySelector<HTMLElement>("[aria-current='true']");
    hadFocus.current = chosen !== undefined && chosen !== null;
    (chosen ?? document.getElementById(headID(column)))?.focus({ preventScroll: true });
  }, [column, isOpen, parcels]);

  const move = useMove(board, column, list);
  return (
    <section className={styles["column"]} data-open={isOpen} data-column={column} onKeyDown={move}>
      <Head column={column} count={count} isOpen={isOpen} />
      <ul
        ref={list}
        className={styles["lines"]}
        aria-label={t("tracking.count", { name: t(`tracking.columns.${column}`), count })}
        onFocus={() => (hadFocus.current = true)}
        onBlur={(event) => (hadFocus.current = event.relatedTarget === null)}
      >
        {parcels.map((parcel) => (
          <ParcelLine
            key={parcel.shipmentID}
            parcel={parcel}
            isChosen={parcel.shipmentID === chosenID}
            canTab={parcel.shipmentID === current}
            onChoose={() => {
              if (!isOpen) chooseColumn(column);
              choose(parcel);
            }}
            onEnter={enterChosen}
            onOpen={openChosen}
          />
        ))}
      </ul>
      {parcels.length === 0 ? (
        <p className={styles["none"]}>{t(`tracking.none.${column}`)}</p>
      ) : null}
      {parcels.length < count ? (
        <p className={styles["none"]}>{t("tracking.more", { shown: parcels.length, count })}</p>
      ) : null}
    </section>
  );
}

/** Returns the key handler that moves the focus by arrow keys. */
function useMove(
  board: Board,
  column: Column,
  list: RefObject<HTMLElement | null>,
): (event: KeyboardEvent<HTMLElement>) => void {
  const chooseColumn = useTracking((store) => store.chooseColumn);
  return (event) => {
    const shown = shownColumns(board);
    const to = shown[shown.indexOf(column) + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0)];
    if (to !== undefined && to !== column) {
      event.preventDefault();
      chooseColumn(to);
      document.getElementById(headID(to))?.focus();
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const lines = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const at = lines.findIndex((line) => line === document.activeElement);
    (lines[at + by] ?? (by < 0 ? document.getElementById(headID(column)) : null))?.focus();
  };
}

type HeadProps = { readonly column: Column; readonly count: number; readonly isOpen: boolean };

function Head({ column, count, isOpen }: HeadProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const chooseColumn = useTracking((store) => store.chooseColumn);
  return (
    <h2>
      <button
        id={headID(column)}
        type="button"
        className={styles["head"]}
        aria-expanded={isOpen}
        data-urgent={column === "ATTENTION" && count > 0}
        onClick={() => chooseColumn(column)}
        onFocus={() => (isOpen ? undefined : chooseColumn(column))}
      >
        <span>{t(`tracking.columns.${column}`)}</span>
        <b>{format.count(count)}</b>
      </button>
    </h2>
  );
}

function headID(column: Column): string {
  return `board-${column}`;
}
