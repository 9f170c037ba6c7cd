/**
 * Reports what a station holds to a hub that has lost its data. Each part of the report is merged,
 * so a report can be repeated.
 */
import { earliestIdAt } from "../../base/ids.ts";
import { listOwnNext } from "../../db/number-blocks.ts";
import { barcodeOf, numberIn } from "../../shipping/carriers/barcode.schema.ts";
import type { Carriers } from "../../shipping/carriers/carrier.ts";
import { newestBarcode, newestNumber } from "../../shipping/shipments/shipments.service.ts";
import { listClaimed } from "../../db/shipment-claims.ts";
import { writeNotes } from "../claims/claim-notes.ts";
import { reportMoney, type MoneyDeps } from "./obtain-money.ts";
import { alignNumbers } from "./obtain-numbers.ts";
import type { ScarceBucket } from "./scarce-bucket.ts";

export type HeldDeps = MoneyDeps & { readonly carriers: Pick<Carriers, "list"> };

const CALL_MS = 10_000;
/** Age up to which claimed orders are reported; older orders count as packed. */
const CLAIMED_MS = 60 * 86_400_000;
const CLAIMS_AT_ONCE = 500;
const SHIPMENTS = "shipments:";

/**
 * Reports numbers, money, and claimed orders.
 *
 * @throws Error when the hub did not answer in time.
 */
export async function reportHeld(
  kv: ScarceBucket,
  deps: HeldDeps,
  organizationID: string,
): Promise<void> {
  const answers = [
    ...(await alignAll(kv, deps, organizationID)),
    await reportMoney(kv, deps, organizationID, performance.now() + CALL_MS),
  ];
  if (answers.includes(false))
    throw new Error("the hub did not accept the report of what this station holds");
  const holder = { id: deps.db.stationID, incarnation: deps.db.incarnation };
  let after = earliestIdAt(Date.parse(deps.now()) - CLAIMED_MS);
  for (
    let ids: string[];
    (ids = listClaimed(deps.db, after, CLAIMS_AT_ONCE)).length > 0;
    after = ids.at(-1) ?? after
  )
    await writeNotes(kv, ids, holder);
}

/**
 * Raises each range of this station and of the hub to the larger known number. So a station learns
 * which numbers other stations were given, and a restored hub learns this from the station that saw
 * the largest number.
 *
 * @returns For each range, whether the hub answered in time.
 */
export async function alignAll(
  kv: ScarceBucket,
  deps: HeldDeps,
  organizationID: string,
): Promise<boolean[]> {
  const own = `${SHIPMENTS}${organizationID}`;
  const used = await usedBarcodes(deps, organizationID);
  const ranges = new Map(listOwnNext(deps.db).map(({ range, next }) => [range, next]));
  // Includes numbers of absent stations whose shipments have arrived.
  ranges.set(own, Math.max(ranges.get(own) ?? 1, newestNumber(deps, organizationID) + 1));
  for (const { range, next } of used) ranges.set(range, Math.max(ranges.get(range) ?? next, next));
  // Numbers of unshared organizations belong to this station.
  const shared = [...ranges].filter(([range]) => range === own || !range.startsWith(SHIPMENTS));
  return await Promise.all(
    shared.map(([range, next]) => alignNumbers(kv, deps, range, next, performance.now() + CALL_MS)),
  );
}

/**
 * Finds the first unused number of each carrier whose barcodes are numbers of a range: the number
 * after the largest number in a shipment's barcode.
 */
async function usedBarcodes(
  deps: HeldDeps,
  organizationID: string,
): Promise<{ readonly range: string; readonly next: number }[]> {
  const used: { readonly range: string; readonly next: number }[] = [];
  for (const carrier of deps.carriers.list(organizationID)) {
    if (carrier.place !== "local") continue;
    for (const range of carrier.ranges) {
      const last = range.end ?? 10 ** range.width - 1;
      const newest = await newestBarcode(
        deps,
        barcodeOf(range, range.first),
        barcodeOf(range, last),
      );
      const n = newest === null ? undefined : numberIn(range, newest);
      if (n !== undefined) used.push({ range: range.range, next: n + 1 });
    }
  }
  return used;
}
