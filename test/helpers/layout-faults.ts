/** Faults of a layout that can be measured: scroll areas inside each other. */
import type { Page } from "@playwright/test";

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
