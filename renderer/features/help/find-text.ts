/**
 * Finding a text in what is shown. Finds are marked by the engine's own highlights: the page's
 * elements stay as they are.
 */
import { fold } from "../../../core/base/text.ts";

/** Names of the highlights in Help.module.css. */
const ALL = "guide-found";
const CURRENT = "guide-now";

/**
 * The places of a text in an element, in their order. Upper and lower case, and letters with and
 * without marks, are the same.
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

/** Letter by letter, so that a place in it is a place in the text itself. */
function folded(text: string): string {
  return [...text].map((letter) => foldedLetter(letter)).join("");
}

function foldedLetter(letter: string): string {
  const plain = fold(letter);
  return plain.length === letter.length ? plain : letter;
}

/** Marks what was found, one of it as the one that is looked at, and brings that into view. */
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
