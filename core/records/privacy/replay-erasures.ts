/** After a backup was restored: persons who were erased since it was made are erased again. */
import type { WriteDeps } from "../../db/deps.ts";
import type { RecordsDeps } from "../deps.ts";
import { eraseAddress, eraseShipment } from "./erase-shipment.ts";
import { inTurns } from "./erase-person.ts";
import { readNotes } from "./erasure-notes.ts";
import { isErased } from "../../db/erased.ts";
import { writeRules } from "./privacy.service.ts";
import { runRetention } from "./retention.ts";

/**
 * What is too old may be a year's parcels, where the rule is newer than the backup: a desk does not
 * wait an hour for it.
 */
const BY_AGE_MS = 15_000;

const AGAIN = { cause: "request", memberID: "" } as const;

/**
 * Erases again, in short turns, what `erasures.jsonl` names and this database still has, sets the
 * newest rules, and begins to erase by them what is too old. Called after a restore, before the
 * station is used; a second call changes nothing.
 *
 * @param byAgeMs After so long, what is too old is left to the background, which begins with the
 *   longest ended at once.
 * @returns How many shipments and addresses were erased again by name.
 * @throws AppError E2036 on a full disk; it is to be called again then.
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
    shipments += await inTurns(deps, still(ids.shipments), (id) => eraseShipment(deps, id, AGAIN));
    addresses += await inTurns(
      deps,
      still(ids.addresses),
      (id) => void eraseAddress(deps, organizationID, id, AGAIN),
    );
  }
  await runRetention(deps, byAgeMs);
  return { shipments, addresses };
}
