/** Sums today's labels by hour, and by member and hour. Pure. */
import type { PackerHours } from "./today.schema.ts";
import type { BoughtRow, TodayRows } from "./today.store.ts";

const HOURS = 24;

/** Sums the labels of each hour, from 0 to 23. */
export function hoursOf(rows: readonly Pick<BoughtRow, "hour" | "bought">[]): number[] {
  const hours = Array.from({ length: HOURS }, () => 0);
  for (const { hour, bought } of rows) hours[hour] = (hours[hour] ?? 0) + bought;
  return hours;
}

/** Makes the members' days: most labels first, then by name. */
export function packersOf({
  bought,
  cancelled,
}: Pick<TodayRows, "bought" | "cancelled">): PackerHours[] {
  const packed = bought.filter(({ part }) => part === "packer");
  const names = new Map([
    ...packed.map(({ key, name }) => [key, name] as const),
    ...cancelled.map(({ memberID, name }) => [memberID, name] as const),
  ]);
  return [...names]
    .map(([memberID, name]) => {
      const own = packed.filter(({ key }) => key === memberID);
      return {
        memberID,
        name,
        labels: own.reduce((sum, row) => sum + row.bought, 0),
        cancelled: cancelled.find((row) => row.memberID === memberID)?.n ?? 0,
        lastAt:
          own
            .map(({ lastAt }) => lastAt)
            .toSorted()
            .at(-1) ?? null,
        hours: hoursOf(own),
      };
    })
    .toSorted(
      (a, b) =>
        b.labels - a.labels ||
        a.name.localeCompare(b.name, "tr") ||
        a.memberID.localeCompare(b.memberID),
    );
}
