/**
 * What stands on the screen that a key or a press could act on; the rule that needs it stands in
 * store/settled.ts.
 */
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { HOME, type Store } from "./features.ts";
import { findView, isAskedIn, QUESTIONS } from "./parts.ts";

/** @returns The same for as long as the same can be acted on. */
export function whatIsShown(store: Store): string {
  const { view, asked, overlay } = store;
  const isQuestion = isAskedIn(store);
  if (view !== HOME_VIEW && !isQuestion)
    return [view, ...(findView(view)?.shows?.() ?? [])].join(" · ");
  if (asked === null) return [overlay ?? "none", ...HOME.shows(store)].join(" · ");
  return (
    QUESTIONS.find(({ name }) => name === asked.overlay)?.shows?.(store) ??
    `${asked.overlay} ${asked.id}`
  );
}
