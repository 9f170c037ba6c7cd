/** Finds overlaps, gaps and missing zones between the steps of a service. */
import type { Problem } from "./findings.schema.ts";
import { stepLines, type Line, type ServiceLines, type StepLine } from "./step-lines.ts";

const MOST_STEPS = 2_000;

/**
 * Adds the problems of a service.
 *
 * @param zones Names of all zones that the list has, by their folded names.
 * @param headingsRow Row that a problem of the whole service names.
 */
export function checkSteps(
  { lines }: ServiceLines,
  zones: ReadonlyMap<string, string>,
  problems: Problem[],
  headingsRow: number,
): void {
  const steps = stepLines(lines);
  if (steps.length > MOST_STEPS)
    problems.push({
      code: "tooManySteps",
      row: headingsRow,
      column: null,
      values: { most: MOST_STEPS },
    });
  if (steps.length === 0)
    problems.push({ code: "noSteps", row: lines[0]?.row ?? headingsRow, column: null, values: {} });
  for (const line of lines) checkZones(line, zones, problems);
  steps.forEach((step, i) => {
    const before = steps[i - 1];
    if (before !== undefined) checkPair(before, step, singleGap(steps, i), problems);
  });
  const last = steps.at(-1);
  const further = lines.find(({ desi }) => desi.kind === "further");
  if (last !== undefined && further !== undefined) checkFurther(last, further, problems);
}

function checkZones(line: Line, zones: ReadonlyMap<string, string>, problems: Problem[]): void {
  const missing = [...zones].flatMap(([key, name]) => (line.prices.has(key) ? [] : [name]));
  if (missing.length > 0) problems.push(zonesMissing(line.row, missing));
}

/** Makes the problem of zones without a price. */
export function zonesMissing(row: number, names: readonly string[]): Problem {
  const zones = names.slice(0, 20).join(", ");
  return { code: "zoneMissing", row, column: null, values: { zones } };
}

function checkPair(before: StepLine, step: StepLine, isGap: boolean, problems: Problem[]): void {
  const place = { row: step.row, column: step.desiColumn };
  const { from, upTo } = step.desi;
  const end = before.desi.upTo;
  if (upTo === end)
    problems.push({
      ...place,
      code: "sameDesiTwice",
      values: { desi: step.desiText, otherRow: before.row },
    });
  else if (from !== undefined && from < end)
    problems.push({
      ...place,
      code: "overlap",
      values: { desi: step.desiText, other: before.desiText, otherRow: before.row },
    });
  else if (from === undefined ? isGap : from - end > 1)
    problems.push({ ...place, code: "gap", values: { from: end, to: from ?? upTo } });
}

/**
 * Returns whether a row is missing before a step that has one number. Such a step goes up to its
 * number, so 5, 10, 20 has no gap; but in 5, 6, 8, 9 the 7 was forgotten, and after a range the
 * step must follow directly.
 */
function singleGap(steps: readonly StepLine[], i: number): boolean {
  const at = (index: number): StepLine["desi"] | undefined => steps[index]?.desi;
  const [first, before, step, next] = [at(i - 2), at(i - 1), at(i), at(i + 1)];
  if (before === undefined || step === undefined || step.upTo - before.upTo <= 1) return false;
  if (before.from !== undefined) return true;
  const isBetweenOnes = first === undefined || before.upTo - first.upTo === 1;
  return isBetweenOnes && next !== undefined && next.upTo - step.upTo === 1;
}

/** Checks that the further desi begin where the steps end: after 46-50, "50+" or "51+". */
function checkFurther(last: StepLine, further: Line, problems: Problem[]): void {
  const above = further.desi.kind === "further" ? further.desi.above : undefined;
  if (above === undefined) return;
  const place = { row: further.row, column: further.desiColumn };
  const end = last.desi.upTo;
  if (above < end)
    problems.push({
      ...place,
      code: "overlap",
      values: { desi: further.desiText, other: last.desiText, otherRow: last.row },
    });
  else if (above - end > 1)
    problems.push({ ...place, code: "gap", values: { from: end, to: above } });
}
