/**
 * Scrolling through more rows than the browser engine can lay out: it limits an element to about 16
 * million pixels, and a million rows are 32 million. The scrolling element is kept shorter, and its
 * scroll position is scaled to a position in the list. The wheel still moves by its stated pixels;
 * only dragging the scrollbar is scaled.
 */
import type { Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef, type RefObject } from "react";

/** Largest height of the scrolling element, pixels: below the engine's limit at every zoom level. */
const MOST_PX = 6_000_000;

/**
 * Returns the height of the scrolling element, and how many pixels of the list one of its pixels
 * represents.
 *
 * @param total Height of all rows, pixels.
 * @param view Visible height, pixels.
 */
export function scaleOf(
  total: number,
  view: number,
  most = MOST_PX,
): { readonly height: number; readonly ratio: number } {
  const height = Math.min(total, most);
  return {
    height,
    ratio: height <= view || height === total ? 1 : (total - view) / (height - view),
  };
}

type List = Virtualizer<HTMLDivElement, Element>;

export type ScaledScroll = {
  readonly height: number;
  /** Pixels of the list above the visible part. */
  readonly offset: () => number;
  readonly moveTo: (offset: number) => void;
  readonly observe: (
    list: List,
    onOffset: (offset: number, isScrolling: boolean) => void,
  ) => () => void;
};

/**
 * Connects the scroll position of a box with the list's position.
 *
 * @param onMove Called at each change of position, before the list renders.
 */
export function useScaledScroll(
  box: RefObject<HTMLDivElement | null>,
  total: number,
  view: number,
  onMove: () => void,
): ScaledScroll {
  const scale = useRef(scaleOf(total, view));
  scale.current = scaleOf(total, view);
  const most = useRef(0);
  most.current = Math.max(0, total - view);
  /**
   * `place`: position in the list. `scrolled`: the scroll position that was set for it; any other
   * scroll position comes from a person.
   */
  const now = useRef({ place: 0, scrolled: 0 });
  const notify = useRef<(() => void) | null>(null);
  const moved = useRef(onMove);
  moved.current = onMove;
  const offset = useCallback(() => now.current.place, []);

  const moveTo = useCallback(
    (wanted: number): void => {
      const element = box.current;
      if (element === null) return;
      const place = Math.min(Math.max(0, wanted), most.current);
      element.scrollTop = place / scale.current.ratio;
      now.current = { place, scrolled: element.scrollTop };
      moved.current();
      notify.current?.();
    },
    [box],
  );
  useWheel(box, scale, offset, moveTo);

  const observe: ScaledScroll["observe"] = useCallback((list, onOffset) => {
    const element = list.scrollElement;
    if (element === null) return () => undefined;
    const notifyList = (): void => onOffset(now.current.place, false);
    const onScroll = (): void => {
      const { ratio } = scale.current;
      if (ratio === 1 || Math.abs(element.scrollTop - now.current.scrolled) >= 1)
        now.current = {
          place: Math.min(element.scrollTop * ratio, most.current),
          scrolled: element.scrollTop,
        };
      moved.current();
      notifyList();
    };
    notify.current = notifyList;
    element.addEventListener("scroll", onScroll, { passive: true });
    notifyList();
    return () => {
      notify.current = null;
      element.removeEventListener("scroll", onScroll);
    };
  }, []);

  return { height: scale.current.height, offset, moveTo, observe };
}

/** Moves by the wheel's stated pixels if the scroll position is scaled. */
function useWheel(
  box: RefObject<HTMLDivElement | null>,
  scale: RefObject<{ readonly ratio: number }>,
  offset: () => number,
  moveTo: (offset: number) => void,
): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent): void => {
      if (scale.current.ratio === 1 || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      moveTo(
        offset() +
          (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 32),
      );
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [box, scale, offset, moveTo]);
}
