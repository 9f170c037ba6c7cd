/**
 * The window that is shown when the station cannot open: what is wrong, what to do, and a button to
 * try again, or buttons with other choices.
 */
import { askInWindow } from "./ask-window.ts";
import { becameWord, retryWord, type Language, type Words } from "./bad-start-words.ts";

/**
 * Shows why the station cannot open, and waits for the person.
 *
 * @param choices Buttons in place of the retry button; the first has the focus.
 * @returns The pressed choice; "retry" when the person asked for another attempt, by the button or
 *   by Enter; "closed" when the window was closed.
 */
export function showBadStart<C extends "moved" | "copied">(
  words: Words,
  language: Language,
  choices: readonly C[],
): Promise<"retry" | "closed" | C> {
  const [first, ...others] = choices.map((name) => ({ name, words: becameWord(name, language) }));
  return askInWindow<"retry" | C>({
    words,
    language,
    isAlert: true,
    choices:
      first === undefined ? [{ name: "retry", words: retryWord(language) }] : [first, ...others],
  });
}
