/** Derives the address book from addresses of other stations, and publishes its changes. */
import { readNow } from "../../db/many-rows.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { Projection } from "../../db/projection.ts";
import { ADDRESSES_BY_ID, noteUnindexed } from "./addresses.service.ts";

export const indexForeignAddresses: Projection = {
  tables: { addresses: { where: "s.is_saved = 1", reads: ["is_saved"] } },
  when: "slice",
  run: ({ db }, rows) =>
    rows.forEach(({ id, fields }) => fields["is_saved"] !== 0 && noteUnindexed(db, id)),
};

export const publishForeignAddresses: Projection = {
  // The screen reads everything again after a snapshot.
  tables: { addresses: { where: "FALSE" } },
  when: "end",
  run(deps, rows) {
    const ids = rows.map(({ id }) => id);
    const saved = readNow(deps.db, ADDRESSES_BY_ID, ids).filter(({ isSaved }) => isSaved === 1);
    // One fact, whichever address it names, reads the whole book again.
    const oneOfEach = new Map(saved.map(({ organizationID, id }) => [organizationID, id]));
    for (const [organizationID, subjectID] of oneOfEach)
      recordFact(deps, { topic: "address.changed", organizationID, subjectID });
  },
};
