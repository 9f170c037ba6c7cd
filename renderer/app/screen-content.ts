/**
 * Names the content of the screen on which a key or a press acts, for the rule in store/settled.ts:
 * a key press must not act on content that the press itself has just brought.
 */
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { isDeskCovered } from "../store/sign-in.slice.ts";
import { HOME, type Store } from "./features.ts";
import { findView, isAskedIn, QUESTIONS } from "./parts.ts";

/** Returns a text that changes exactly when the content on which keys and presses act changes. */
export function screenContent(store: Store): string {
  const { view, asked, overlay } = store;
  if (isDeskCovered(store)) return "covered";
  const isQuestion = isAskedIn(store);
  if (view !== HOME_VIEW && !isQuestion)
    return [view, ...(findView(view)?.shows?.() ?? [])].join(" · ");
  if (asked === null) return [overlay ?? "none", ...HOME.shows(store)].join(" · ");
  return (
    QUESTIONS.find(({ name }) => name === asked.overlay)?.shows?.(store) ??
    `${asked.overlay} ${asked.id}`
  );
}
