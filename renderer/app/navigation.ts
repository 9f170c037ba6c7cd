/**
 * Selects what covers the home view: the open question, else the first open overlay. A question
 * stays until it is answered, put off or obsolete; later questions wait, so that a key press meant
 * for one question never answers another. Pure.
 */
import type { Overlay, Question } from "../store/feature.ts";
import type { OpenOrder, OpenQuestion } from "../store/navigation.slice.ts";

type Covers<State> = {
  readonly questions: readonly Question<State>[];
  readonly overlays: readonly Overlay<State>[];
};

/** Returns the question to ask, and the name of what covers the home view; null for none. */
export function coversOf<State extends { readonly asked: OpenQuestion | null }>(
  state: State,
  { questions, overlays }: Covers<State>,
): { readonly asked: OpenQuestion | null; readonly overlay: string | null } {
  const asked = nextQuestion(state, state.asked, questions);
  return {
    asked,
    overlay: asked?.overlay ?? overlays.find(({ isOpen }) => isOpen(state))?.name ?? null,
  };
}

/**
 * Chooses the question to ask: the open question stays until it is closed.
 *
 * @param before The question that was open until now.
 * @returns The question to ask now, or null.
 */
export function nextQuestion<State>(
  state: State,
  before: OpenQuestion | null,
  questions: readonly Question<State>[],
): OpenQuestion | null {
  if (
    before !== null &&
    questions.find(({ name }) => name === before.overlay)?.isOpen(state, before.id) === true
  )
    return before;
  for (const { name, next } of questions) {
    const id = next(state);
    if (id !== null) return { overlay: name, id };
  }
  return null;
}

/**
 * Returns `before` while the same order is open in the same way, so that nothing is rendered again.
 */
export function sameOrder(before: OpenOrder, now: OpenOrder): OpenOrder {
  return before.shipmentID === now.shipmentID && before.is === now.is ? before : now;
}
