/** Writes addresses of another server, from which an organization moves here, under their ids. */
import { namesOf } from "../../base/objects.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { isErased } from "../../db/erased.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import * as store from "./addresses.store.ts";
import type { AddressRow } from "./addresses.store.ts";

/**
 * `elsewhere`: the id belongs to another organization, or to another address, or its person was
 * erased before the address came.
 */
export type MovedAddress = "taken" | "changed" | "alike" | "elsewhere";

/** Finds an address by its id, in any organization. */
export function findAddressAnywhere({ db }: ReadDeps, id: string): AddressRow | undefined {
  return store.findAnywhere(db, id);
}

/**
 * Inserts an address, or updates the address with its id; needs an open transaction.
 *
 * @param isTaken Whether the address with its id came from the same server; else nothing is
 *   overwritten.
 */
export function writeMovedAddress(
  deps: WriteDeps,
  row: AddressRow,
  isTaken: boolean,
): MovedAddress {
  const known = store.findAnywhere(deps.db, row.id);
  if (known !== undefined && known.organizationID !== row.organizationID) return "elsewhere";
  if (isErased(deps.db, row.id)) return known === undefined ? "elsewhere" : "alike";
  if (known === undefined) {
    store.insertAddress(deps.db, row);
    noteChanged(deps, row);
    return "taken";
  }
  const { id, createdAt: _, organizationID: __, createdBy: ___, updatedAt, ...fields } = row;
  const changed = namesOf(fields)
    .filter((name) => fields[name] !== known[name])
    // An address that was deleted here stays deleted.
    .filter((name) => name !== "isActive" || known.isActive === 1);
  if (changed.length === 0) return "alike";
  if (!isTaken) return "elsewhere";
  store.updateAddress(deps.db, id, {
    ...Object.fromEntries(changed.map((name) => [name, fields[name]])),
    updatedAt,
  });
  noteChanged(deps, row);
  return "changed";
}

/** Writes the district of an address, whose name was not known; needs an open transaction. */
export function writeDistrict(
  deps: WriteDeps,
  id: string,
  { districtID, districtName }: Pick<AddressRow, "districtID" | "districtName">,
): void {
  store.updateAddress(deps.db, id, { districtID, districtName, updatedAt: deps.now() });
}

function noteChanged(deps: WriteDeps, { isSaved, id, organizationID }: AddressRow): void {
  if (isSaved === 1) recordFact(deps, { topic: "address.changed", organizationID, subjectID: id });
}
