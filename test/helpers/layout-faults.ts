/** Faults of a layout that can be measured: scroll areas inside each other, and covered elements. */
import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Lists the areas that scroll vertically inside another such area: a wheel or a finger then moves
 * the wrong one. Text fields scroll by their caret and do not count.
 */
export const nestedScrolls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (part: Element): boolean =>
      part.clientHeight > 0 &&
      part.scrollHeight > part.clientHeight + 1 &&
      /auto|scroll/.test(getComputedStyle(part).overflowY) &&
      !(part instanceof HTMLTextAreaElement) &&
      part.checkVisibility();
    const nameOf = (part: Element): string =>
      `${part.tagName} ${part.className} ${part.scrollHeight} of ${part.clientHeight}`;
    return [...document.querySelectorAll("body *")].filter(scrolls).flatMap((inner) => {
      let outer = inner.parentElement;
      while (outer !== null && !scrolls(outer)) outer = outer.parentElement;
      return outer === null ? [] : [`${nameOf(inner)} inside ${nameOf(outer)}`];
    });
  });

/**
 * Lists the texts that reach past the right edge of their block: they run over the next part, or
 * are cut off without dots. Texts for screen readers and pictures do not count.
 */
export const textsOutside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isBlock = (part: Element): boolean => !/^(inline|contents)$/.test(styleOf(part).display);
    const styleOf = (part: Element): CSSStyleDeclaration => getComputedStyle(part);
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || parent.closest("svg, script, style, select, textarea") !== null)
        continue;
      if ((text.textContent ?? "").trim() === "" || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const right = Math.max(...[...range.getClientRects()].map((line) => line.right));
      let block: Element | null = parent;
      while (block !== null && !isBlock(block)) block = block.parentElement;
      if (block === null || styleOf(block).clipPath !== "none") continue;
      const dots =
        styleOf(block).textOverflow === "ellipsis" && styleOf(block).overflowX !== "visible";
      if (dots || right <= block.getBoundingClientRect().right + 1) continue;
      found.push(`${(text.textContent ?? "").slice(0, 40)} in ${block.tagName} ${block.className}`);
    }
    return found;
  });

/** Checks that nothing covers a corner of the element, and that no container cuts one off. */
export async function expectUncovered(part: Locator): Promise<void> {
  await expect
    .poll(() =>
      part.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const corners = [
          [left + 10, top + 5],
          [right - 10, top + 5],
          [left + 10, bottom - 5],
          [right - 10, bottom - 5],
        ];
        return corners
          .map(([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0))
          .filter((above) => !element.contains(above))
          .map((above) => `${element.outerHTML} is below ${above?.outerHTML.slice(0, 200)}`);
      }),
    )
    .toEqual([]);
}
