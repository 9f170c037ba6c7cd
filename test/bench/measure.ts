/**
 * Shared by all benches: chooses the wanted rows, runs each several times (five by default),
 * computes medians and prints them. The product and the floor are measured in turn, and each pair
 * has a ratio, so that a machine that becomes slower does not change the ratio.
 */
import { appendFileSync } from "node:fs";

/** A row as it is printed, and as it is appended to the file of `--json`. @see bench.mjs */
export type Row = {
  readonly row: string;
  readonly unit: string;
  /** Median of the runs. */
  readonly ours: number;
  readonly floor: number | null;
  readonly ratio: number | null;
  readonly goal: string;
  readonly runs: number;
  /** Smallest and largest value of the product, and of the ratio if there is a floor. */
  readonly spread: {
    readonly ours: readonly [number, number];
    readonly ratio: readonly [number, number] | null;
  };
};

export type Bench = {
  /** "<group>.<name>"; the file's name begins with the group. */
  readonly row: string;
  readonly unit: string;
  /** Goal in words: "≤ 5", or "ratio ≥ 0.5". */
  readonly goal: string;
  /** Does one run, and returns its figure. */
  readonly ours: () => Promise<number>;
  readonly floor?: () => Promise<number>;
};

export const RUNS = Math.max(1, Number(process.env["PACKBENCH_RUNS"] ?? 5));
const ONLY = (process.env["PACKBENCH_ONLY"] ?? "").split(" ").filter((name) => name !== "");

/**
 * Whether a row was chosen on the command line.
 * @param row A row, or the beginning of its name.
 */
export function isWanted(row: string): boolean {
  return ONLY.length === 0 || ONLY.some((name) => row.startsWith(name));
}

/** Measures the wanted rows, one after the other. */
export async function measure(benches: readonly Bench[]): Promise<void> {
  for (const bench of benches.filter(({ row }) => isWanted(row))) {
    const ours: number[] = [];
    const floor: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      if (bench.floor !== undefined) floor.push(await bench.floor());
      ours.push(await bench.ours());
    }
    report(rowOf(bench, ours, floor));
  }
}

export function rowOf(
  { row, unit, goal }: Pick<Bench, "row" | "unit" | "goal">,
  ours: readonly number[],
  floor: readonly number[],
): Row {
  const ratios = floor.map((value, i) => (ours[i] ?? Number.NaN) / value);
  return {
    row,
    unit,
    ours: median(ours),
    floor: floor.length === 0 ? null : median(floor),
    ratio: floor.length === 0 ? null : median(ratios),
    goal,
    runs: ours.length,
    spread: { ours: span(ours), ratio: floor.length === 0 ? null : span(ratios) },
  };
}

/** Prints a row, and appends it to the file of `--json`. */
export function report(row: Row): void {
  const [least, most] = row.spread.ours;
  const comparison =
    row.floor === null
      ? ""
      : `   floor ${format(row.floor)}   ratio ${format(row.ratio ?? Number.NaN)} (${(row.spread.ratio ?? []).map(format).join(" … ")})`;
  process.stdout.write(
    `${row.row.padEnd(28)} ${format(row.ours)} ${row.unit} (${format(least)} … ${format(most)}, ${row.runs} runs)${comparison}   goal ${row.goal}\n`,
  );
  const file = process.env["PACKBENCH_JSON"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN
  );
}

function span(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
