/** What rows of the bench share: medians, ratios, and how they are printed. */

export type Row = { readonly name: string; readonly ours: readonly number[]; readonly floor: readonly number[]; readonly unit: string; readonly goal?: string };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Ours and the floor were measured in turn; the ratio is of each pair, so that a drifting machine does not matter. */
export function printRow({ name, ours, floor, unit, goal }: Row): void {
  const ratios = ours.map((value, i) => value / (floor[i] ?? Number.NaN));
  const span = (values: readonly number[]): string => `${format(Math.min(...values))} … ${format(median(values))} … ${format(Math.max(...values))}`;
  process.stdout.write(`\n${name}\n  ours    ${span(ours)} ${unit}\n  floor   ${span(floor)} ${unit}\n  ratio   ${span(ratios)}${goal === undefined ? "" : `   (${goal})`}\n`);
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
