/** Lines of a price list: the prices of one step of a service in all zones. */
import type { Desi } from "./desi.ts";
import type { Entry } from "./read-entries.ts";

/** `prices`: by folded zone. */
export type Line<D extends Desi = Desi> = Pick<
  Entry,
  "desiText" | "desiColumn" | "row" | "column"
> & {
  readonly desi: D;
  readonly prices: ReadonlyMap<string, Entry>;
};

export type StepLine = Line<Extract<Desi, { kind: "step" }>>;

/** `lines`: in the order of the file. */
export type ServiceLines = { readonly name: string; readonly lines: readonly Line[] };

/** Lists the lines that are steps, by rising desi. */
export function stepLines(lines: readonly Line[]): StepLine[] {
  return lines
    .filter(isStep)
    .toSorted((a, b) => a.desi.upTo - b.desi.upTo || (a.desi.from ?? 0) - (b.desi.from ?? 0));
}

function isStep(line: Line): line is StepLine {
  return line.desi.kind === "step";
}
