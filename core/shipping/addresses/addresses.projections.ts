/** Derives the address book from addresses of other stations. */
import type { Projection } from "../../db/projection.ts";
import { noteUnindexed } from "./addresses.service.ts";

export const indexForeignAddresses: Projection = {
  tables: { addresses: { where: "s.is_saved = 1", reads: ["is_saved"] } },
  when: "slice",
  run: ({ db }, rows) =>
    rows.forEach(({ id, fields }) => fields["is_saved"] !== 0 && noteUnindexed(db, id)),
};
