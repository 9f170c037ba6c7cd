/**
 * The active cell of the large table: kept in view, and kept on its row when rows are added above.
 */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { BigTableProps } from "./BigTable.tsx";
import type { ScaledScroll } from "./scaled-scroll.ts";
import type { Cell } from "./table-keys.ts";
import type { Sizes } from "./use-seen-rows.ts";

type ActiveCell = {
  readonly active: Cell;
  /**
   * Activates a cell.
   *
   * @param isRange Whether to select the rows between this cell and the anchor: the cell of the
   *   last move without `isRange`.
   */
  readonly goTo: (cell: Cell, isRange: boolean) => void;
};

/** Keeps the active cell; also focuses the table if the table should take the focus. */
export function useActiveCell<Row>(
  { startAt, addedAbove = 0, onActive, takesFocus, selection }: BigTableProps<Row>,
  box: RefObject<HTMLDivElement | null>,
  scroll: ScaledScroll,
  { row: rowPx, view }: Sizes,
): ActiveCell {
  const [active, setActive] = useState<Cell>({ row: startAt ?? 0, column: 0 });
  const anchor = useRef(active.row);
  useEffect(() => onActive?.(active.row), [onActive, active.row]);
  useShift(addedAbove, (by) => {
    setActive((now) => ({ ...now, row: now.row + by }));
    anchor.current += by;
    if (scroll.offset() > 0) scroll.moveTo(scroll.offset() + by * rowPx);
  });
  const show = (place: number): void => {
    const [top, bottom] = [place * rowPx, (place + 1) * rowPx];
    if (top < scroll.offset()) scroll.moveTo(top);
    else if (bottom > scroll.offset() + view) scroll.moveTo(bottom - view);
  };
  const viewBefore = useRef(0);
  useEffect(() => {
    const middle = (active.row + 0.5) * rowPx - scroll.offset();
    const wasSeen = middle > 0 && middle < viewBefore.current;
    if (view > 0 && (viewBefore.current === 0 || wasSeen)) show(active.row);
    viewBefore.current = view;
    // Runs when the height is known, and when content above the table takes some of that height.
  }, [view]); // oxlint-disable-line react/exhaustive-deps
  useEffect(() => {
    if (takesFocus === true && isFree(document.activeElement, box.current))
      box.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const goTo = (cell: Cell, isRange: boolean): void => {
    setActive(cell);
    show(cell.row);
    // In a low window the view itself scrolls.
    box.current?.scrollIntoView({ block: "nearest" });
    if (isRange)
      selection?.range(Math.min(anchor.current, cell.row), Math.max(anchor.current, cell.row));
    else anchor.current = cell.row;
  };
  return { active, goTo };
}

/**
 * Returns whether the table may take the focus: a part of the view in which a person works keeps
 * the focus; the heading does not need the focus.
 */
function isFree(focused: Element | null, box: HTMLElement | null): boolean {
  return (
    focused === null || focused.tagName === "H1" || box?.closest("main")?.contains(focused) !== true
  );
}

/** Calls `onShift` with the change of a number since the last render, unless it is 0. */
function useShift(now: number, onShift: (by: number) => void): void {
  const before = useRef(now);
  useLayoutEffect(() => {
    const by = now - before.current;
    before.current = now;
    if (by !== 0) onShift(by);
  });
}
