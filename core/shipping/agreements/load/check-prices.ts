/** Finds prices that are possible, but that a person should look at. */
import { moneyText } from "../../../base/money.ts";
import type { Notice } from "./findings.schema.ts";
import { stepLines, type Line, type ServiceLines, type StepLine } from "./step-lines.ts";

/**
 * Adds the notices of a service that has a price for each step and zone.
 *
 * @param zones Names of all zones of the list, by their folded names.
 */
export function checkPrices(
  { lines }: ServiceLines,
  zones: ReadonlyMap<string, string>,
  notices: Notice[],
): void {
  const steps = stepLines(lines);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return;
  steps.forEach((step, i) => checkFall(steps[i - 1], step, zones, notices));
  const begin = first.desi.from ?? first.desi.upTo;
  if (begin > 1)
    notices.push({
      code: "startsAbove",
      row: first.row,
      column: first.desiColumn,
      values: { desi: begin },
    });
  const further = lines.find(({ desi }) => desi.kind === "further");
  if (further === undefined)
    notices.push({
      code: "noFurtherDesi",
      row: last.row,
      column: last.desiColumn,
      values: { desi: last.desi.upTo },
    });
  else checkFurther(last, further, zones, notices);
}

function checkFall(
  before: StepLine | undefined,
  step: StepLine,
  zones: ReadonlyMap<string, string>,
  notices: Notice[],
): void {
  for (const [key, zone] of zones) {
    const [entry, lower] = [step.prices.get(key), before?.prices.get(key)];
    const [price, priceBefore] = [entry?.minor, lower?.minor];
    if (
      entry !== undefined &&
      price !== undefined &&
      priceBefore !== undefined &&
      price < priceBefore
    )
      notices.push({
        code: "pricesFall",
        row: entry.row,
        column: entry.column,
        values: {
          step: zone === "" ? step.desiText : `${step.desiText}, ${zone}`,
          desi: step.desiText,
          zone,
          before: moneyText(priceBefore),
          price: moneyText(price),
        },
      });
  }
}

/** Finds a further desi that costs more than the whole last step: probably a price of a parcel. */
function checkFurther(
  last: StepLine,
  further: Line,
  zones: ReadonlyMap<string, string>,
  notices: Notice[],
): void {
  for (const key of zones.keys()) {
    const entry = further.prices.get(key);
    const [price, whole] = [entry?.minor, last.prices.get(key)?.minor];
    if (entry === undefined || price === undefined || whole === undefined || price <= whole)
      continue;
    notices.push({
      code: "furtherDesiDear",
      row: entry.row,
      column: entry.column,
      values: { price: moneyText(price), last: moneyText(whole) },
    });
    return;
  }
}
