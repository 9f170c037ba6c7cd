/** Combines the stations with the labels that each bought today. Pure. */
import type { JoinedStation } from "./joined-stations.ts";
import type { StationDay } from "./today.schema.ts";
import type { BoughtRow } from "./today.store.ts";

/**
 * Makes the stations' days: this station first, then by name, and last those that have left and
 * bought labels today.
 *
 * @param joined This station first.
 */
export function stationDaysOf(
  bought: readonly BoughtRow[],
  joined: readonly JoinedStation[],
): StationDay[] {
  const labels = new Map<string, number>();
  for (const { part, key, bought: n } of bought) {
    if (part !== "station") continue;
    const id = stationOf(key);
    labels.set(id, (labels.get(id) ?? 0) + n);
  }
  const [here, ...others] = joined.map((one, i) => ({
    ...one,
    isThis: i === 0,
    labels: labels.get(one.id) ?? 0,
  }));
  const left = [...labels]
    .filter(([id]) => !joined.some((one) => one.id === id))
    .map(([id, n]) => ({
      id,
      name: "",
      isThis: false,
      isHere: false,
      lastSeen: null,
      labels: n,
      prints: null,
    }));
  return [
    ...(here === undefined ? [] : [here]),
    ...others.toSorted((a, b) => a.name.localeCompare(b.name, "tr") || a.id.localeCompare(b.id)),
    ...left.toSorted((a, b) => a.id.localeCompare(b.id)),
  ];
}

/** Returns the id of the station that a stamp's writer, "<station id>.<incarnation>", names. */
function stationOf(writer: string): string {
  const dot = writer.indexOf(".");
  return dot === -1 ? writer : writer.slice(0, dot);
}
