/**
 * Computes the visible rows of the large table from the size of its box and its scroll position.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { rowHeight } from "./row-height.ts";
import { useScaledScroll, type ScaledScroll } from "./scaled-scroll.ts";

const OVER = 6;

/** Height of a row, height of the room for rows and its width, CSS pixels. */
export type Sizes = { readonly row: number; readonly view: number; readonly width: number };

export type SeenPlaces = {
  /** The element that contains the rows; moved so that the first row is at its position. */
  readonly body: RefObject<HTMLDivElement | null>;
  readonly scroll: ScaledScroll;
  /** Indices, both inclusive; `last` is -1 when no row is visible. */
  readonly first: number;
  readonly last: number;
};

/**
 * Returns the rows to render: the visible rows, and OVER more at each end.
 *
 * @param count Number of rows of the whole list.
 * @param onSeen Called with the first and last index of these rows, both inclusive.
 */
export function useSeenRows(
  box: RefObject<HTMLDivElement | null>,
  count: number,
  { row: rowPx, view }: Sizes,
  onSeen: (from: number, to: number) => void,
): SeenPlaces {
  const body = useRef<HTMLDivElement>(null);
  const base = useRef(0);
  const settle = (): void => {
    if (body.current !== null)
      body.current.style.transform = `translateY(${base.current - scroll.offset()}px)`;
  };
  const scroll = useScaledScroll(box, count * rowPx, view, settle);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: OVER,
    observeElementOffset: scroll.observe,
    scrollToFn: (offset) => scroll.moveTo(offset),
  });
  useLayoutEffect(() => list.measure(), [list, rowPx]);
  const items = list.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  base.current = first * rowPx;
  useLayoutEffect(settle);
  useEffect(() => {
    if (last >= 0) onSeen(first, last);
  }, [onSeen, first, last]);
  return { body, scroll, first, last };
}

/** Measures the box at first, and whenever its size changes. */
export function useSizes(box: RefObject<HTMLDivElement | null>): Sizes {
  const [sizes, setSizes] = useState({ row: 32, view: 0, width: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const row = rowHeight(element);
      const { clientHeight, clientWidth: width } = element;
      const view = clientHeight - row;
      setSizes((now) =>
        now.row === row && now.view === view && now.width === width ? now : { row, view, width },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return sizes;
}
