/** What of several stations' work needs a person. */
import type { Deps } from "../deps.ts";
import { listInConflict } from "../shipments/shipments.service.ts";
import type { SyncStatus } from "./sync.schema.ts";
import { countAside, type AsideReason } from "./stream/sync.store.ts";

type Conflict = SyncStatus["conflicts"][number];

const AT_MOST = 100;

const WORDS: Record<AsideReason, string> = {
  "newer version": "changes were made by a newer Packbench. They are kept, and applied when this station is updated.",
  clock: "changes were made with a clock more than five minutes ahead. They are kept and not applied. Set that station's clock, and do there again what is missing here.",
  revoked: "changes were made after the station was revoked. They are kept and not applied. Look at what was bought there since.",
  foreign: "changes are in the name of another station. They are kept and not applied. Revoke this station at the hub if it was lost or stolen.",
  unreadable: "changes cannot be read. They are kept and not applied. Update all stations to the same version.",
};

/** @param organizationID Of the hub; null: the station is alone. @returns The newest 100 parcels, and each station whose changes were set aside. */
export function listConflicts(deps: Pick<Deps, "db">, organizationID: string | null): Conflict[] {
  if (organizationID === null) return [];
  const apart = listInConflict(deps, organizationID, AT_MOST).map(
    (row): Conflict => ({
      kind: "apart",
      subjectID: row.id,
      since: row.updated_at,
      message: `Shipment ${row.number}: stations that were cut off from each other did what excludes each other, such as two purchases. Look at its history, and cancel the label that is not used.`,
    }),
  );
  return [...apart, ...countAside(deps.db).map(({ stationID, reason, n, since }): Conflict => ({ kind: reason, subjectID: stationID, since, message: `${n} ${WORDS[reason]}` }))];
}
