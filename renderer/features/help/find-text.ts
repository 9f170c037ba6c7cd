/**
 * Finds text in the shown guide. Matches are marked with the browser's highlights, so the page's
 * elements stay unchanged.
 */
import { fold } from "../../../core/base/text.ts";

/** Names of the highlights in Help.module.css. */
const ALL = "guide-found";
const CURRENT = "guide-now";

/**
 * Returns the places of a text in an element, in order. Ignores case and diacritics. Does not find
 * a text of which only a part is bold, code or a link.
 */
export function findIn(element: Element, text: string): readonly Range[] {
  const sought = folded(text.trim());
  if (sought === "") return [];
  const found: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const content = folded(node.textContent ?? "");
    for (
      let at = content.indexOf(sought);
      at !== -1;
      at = content.indexOf(sought, at + sought.length)
    ) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + sought.length);
      found.push(range);
    }
  }
  return found;
}

/** Folds letter by letter, so that positions in the result are positions in the text. */
function folded(text: string): string {
  return [...text].map((letter) => foldedLetter(letter)).join("");
}

function foldedLetter(letter: string): string {
  const plain = fold(letter);
  return plain.length === letter.length ? plain : letter;
}

/** Highlights all matches and the current match, and scrolls to the current match. */
export function markFound(found: readonly Range[], at: number): void {
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
  if (found.length === 0) return;
  CSS.highlights.set(ALL, new Highlight(...found));
  const now = found[at];
  if (now === undefined) return;
  CSS.highlights.set(CURRENT, new Highlight(now));
  now.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
}
