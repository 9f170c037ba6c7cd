/**
 * What a station holds of what is scarce, written once more to a hub that has lost it. Each part is
 * merged into what is there, so it can be repeated.
 */
import { earliestIdAt } from "../../base/ids.ts";
import { listOwnNext } from "../../db/number-blocks.ts";
import type { Carriers } from "../../shipping/carriers/carrier.ts";
import { newestBarcode, newestNumber } from "../../shipping/shipments/shipments.service.ts";
import { listClaimed } from "../../db/shipment-claims.ts";
import { writeNotes } from "../claims/claim-notes.ts";
import { reportMoney, type MoneyDeps } from "./obtain-money.ts";
import { alignNumbers } from "./obtain-numbers.ts";
import type { ScarceBucket } from "./scarce-bucket.ts";

export type HeldDeps = MoneyDeps & { readonly carriers: Pick<Carriers, "list"> };

const CALL_MS = 10_000;
/** Orders that were made earlier are packed by now. */
const CLAIMED_MS = 60 * 86_400_000;
const CLAIMS_AT_ONCE = 500;
const SHIPMENTS = "shipments:";

/**
 * Numbers, money, and orders that were taken over.
 * @throws Error when the hub gave no answer in time
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
  if (answers.includes(false)) throw new Error("the hub did not take what this station holds");
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
 * Brings each range of this station and of the hub to the larger number that either knows. A
 * station so knows also what others were given, and a hub that is set back learns it from whoever
 * has seen it last.
 */
export async function alignAll(
  kv: ScarceBucket,
  deps: HeldDeps,
  organizationID: string,
): Promise<boolean[]> {
  const own = `${SHIPMENTS}${organizationID}`;
  const ranges = new Map(listOwnNext(deps.db).map(({ range, next }) => [range, next]));
  // Also numbers of stations that are gone, as far as their shipments have come.
  ranges.set(own, Math.max(ranges.get(own) ?? 1, newestNumber(deps, organizationID) + 1));
  for (const { range, next } of usedBarcodes(deps, organizationID))
    ranges.set(range, Math.max(ranges.get(range) ?? next, next));
  const shared = [...ranges].filter(([range]) => range === own || !range.startsWith(SHIPMENTS)); // other organizations' numbers are this station's own
  return await Promise.all(
    shared.map(([range, next]) => alignNumbers(kv, deps, range, next, performance.now() + CALL_MS)),
  );
}

/**
 * Of each carrier whose barcodes are numbers of a range: the one after the largest that a shipment
 * has.
 */
function usedBarcodes(
  deps: HeldDeps,
  organizationID: string,
): { readonly range: string; readonly next: number }[] {
  return deps.carriers.list(organizationID).flatMap((carrier) => {
    if (
      carrier.place !== "local" ||
      carrier.numbers === undefined ||
      carrier.barcodeShape === undefined
    )
      return [];
    const { range, first, end } = carrier.numbers;
    const prefix = carrier.barcodeShape.slice(0, -String(first).length);
    const newest = newestBarcode(
      deps,
      `${prefix}${first}`,
      `${prefix}${end ?? "9".repeat(String(first).length)}`,
    );
    return newest === null ? [] : [{ range, next: Number(newest.slice(prefix.length)) + 1 }];
  });
}
