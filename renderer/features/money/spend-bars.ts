/** Sizes of the bars of the chart of costs. Pure. */

/** A part of a day's bar, in minor units from the axis. `at`: place of its day. */
type Bar = {
  readonly at: number;
  /** Place of its carrier. */
  readonly carrier: number;
  readonly from: number;
  readonly to: number;
};

/** Most days whose names are shown below the chart. */
const MOST_NAMES = 8;

/** Stacks the costs of each day's carriers; a carrier without costs on a day has no bar. */
export function barsOf(
  lines: readonly { readonly day: string; readonly carrierName: string; readonly minor: number }[],
  days: readonly string[],
  carriers: readonly string[],
): readonly Bar[] {
  const costs = new Map<string, number>();
  for (const { day, carrierName, minor } of lines) {
    const key = `${day} ${carrierName}`;
    costs.set(key, (costs.get(key) ?? 0) + minor);
  }
  return days.flatMap((day, at) => {
    let to = 0;
    return carriers.flatMap((name, carrier) => {
      const cost = costs.get(`${day} ${name}`) ?? 0;
      const from = to;
      to += cost;
      return cost > 0 ? [{ at, carrier, from, to }] : [];
    });
  });
}

/** Returns the end of the axis: the next amount that is 1, 2 or 5 times a power of ten. */
export function roundMost(most: number): number {
  if (most <= 0) return 100;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 5, 10].find((times) => times * power >= most) ?? 10);
}

/** Returns the places of the days whose names are shown, at equal distances. */
export function shownDays(count: number): readonly number[] {
  const step = Math.ceil(count / MOST_NAMES);
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step);
}
