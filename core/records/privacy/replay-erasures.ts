/**
 * Repeats erasures after a restore: persons who were erased since the backup was made are erased
 * again.
 */
import type { WriteDeps } from "../../db/deps.ts";
import type { RecordsDeps } from "../deps.ts";
import { findAddress } from "../../shipping/addresses/addresses.service.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { eraseAddress, eraseShipment, noteAbsent } from "./erase-shipment.ts";
import { inTurns } from "./erase-person.ts";
import { readNotes } from "./erasure-notes.ts";
import { isErased } from "../../db/erased.ts";
import { writeRules } from "./privacy.service.ts";
import { runRetention } from "./retention.ts";

/**
 * Longest wait for erasures by age, in ms. When the rule is newer than the backup, a year of
 * parcels may be too old, and a desk must not wait an hour for their erasure.
 */
const BY_AGE_MS = 15_000;

const AGAIN = { cause: "request", memberID: "" } as const;

/**
 * Erases again, in short turns, the rows that `erasures.jsonl` names and this database still has,
 * and records the others as erased; sets the newest rules; starts the erasures by age. Called after
 * a restore, before anyone uses the station; a second call repeats no erasure.
 *
 * @param byAgeMs After this time, erasures by age continue in the background, oldest parcels first.
 * @returns The number of shipments and addresses that were erased again by id.
 * @throws AppError E2036 on a full disk; the caller must repeat the call then.
 */
export async function replayErasures(
  deps: WriteDeps & Pick<RecordsDeps, "reader">,
  byAgeMs = BY_AGE_MS,
): Promise<{ readonly shipments: number; readonly addresses: number }> {
  let [shipments, addresses] = [0, 0];
  for (const { organizationID, rules, ...ids } of readNotes(deps)) {
    if (rules !== undefined) writeRules(deps, organizationID, rules);
    const still = (all: readonly string[] = []): string[] =>
      all.filter((id) => !isErased(deps.db, id));
    // Rows that came from another server after the backup would come again.
    const absent = (kind: "shipment" | "address", id: string): false => {
      noteAbsent(deps, organizationID, { id, kind }, AGAIN);
      return false;
    };
    shipments += await inTurns(deps, still(ids.shipments), (id) =>
      findShipmentRow(deps, id) === undefined
        ? absent("shipment", id)
        : eraseShipment(deps, id, AGAIN),
    );
    addresses += await inTurns(deps, still(ids.addresses), (id) =>
      findAddress(deps.db, organizationID, id) === undefined
        ? absent("address", id)
        : eraseAddress(deps, organizationID, id, AGAIN),
    );
  }
  await runRetention(deps, byAgeMs);
  return { shipments, addresses };
}
