/** Height of a row of a table, which the density of its view decides. */

const OFFICE_PX = 32;

/** Returns the height of the rows inside an element, CSS pixels. */
export function rowHeight(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) || OFFICE_PX;
}
