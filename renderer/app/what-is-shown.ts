/**
 * Describes what is on the screen that a key or a press could act on, for the rule in
 * store/settled.ts.
 */
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { HOME, type Store } from "./features.ts";
import { findView, isAskedIn, QUESTIONS } from "./parts.ts";

/** @returns A text that changes only when what can be acted on changes. */
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
