/**
 * Merges addresses of the book into one, and undoes merges. Shipments keep their original address.
 */
import { errors } from "../../base/errors.ts";
import { entriesOf, namesOf } from "../../base/objects.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import {
  getDefaultAddresses,
  updateDefaultAddresses,
  type DefaultAddresses,
} from "../../organizations/organizations.service.ts";
import { MERGED_FIELDS, type Merged, type RestoreInput } from "./address-book.schema.ts";
import type { AddressRow } from "./addresses.store.ts";
import { checkMayChange, getAddress, getAddressRow } from "./addresses.service.ts";
import * as store from "./addresses.store.ts";

/**
 * Merges addresses: the kept address takes over defaults and missing fields from the merged
 * addresses, which are deleted but stay with their shipments.
 *
 * @throws AppError E2010; E2067 when there is no other address, when the addresses are not all
 * senders or all recipients, or when one of them is deleted or not saved; E1055 when the member may
 * not change one of them.
 */
export function mergeAddresses(
  deps: WriteDeps & Pick<ShippingDeps, "geo">,
  actor: Actor,
  keptID: string,
  addressIDs: readonly string[],
): Merged {
  return inTransaction(deps, () => {
    const kept = getAddressRow(deps, actor.organizationID, keptID);
    const others = [...new Set(addressIDs)]
      .filter((id) => id !== keptID)
      .map((id) => getAddressRow(deps, actor.organizationID, id));
    for (const row of [kept, ...others]) checkMayChange(deps, actor, row);
    if (
      others.length === 0 ||
      [kept, ...others].some(
        (row) => row.isActive === 0 || row.isSaved === 0 || row.isRecipient !== kept.isRecipient,
      )
    )
      throw errors.addressesNotMergeable();
    const filled = MERGED_FIELDS.filter(
      (field) => kept[field] === "" && others.some((row) => row[field] !== ""),
    );
    const now = deps.now();
    if (filled.length > 0)
      store.updateAddress(deps.db, kept.id, {
        ...Object.fromEntries(
          filled.map((field) => [field, others.find((row) => row[field] !== "")?.[field]]),
        ),
        updatedAt: now,
      });
    // the defaults move before the deletion, since a deleted address cannot be a default
    const defaults = moveDefaults(deps, actor.organizationID, others, kept.id);
    for (const row of others) store.updateAddress(deps.db, row.id, { isActive: 0, updatedAt: now });
    noteChanged(deps, actor, kept.id);
    return {
      address: getAddress(deps, actor, kept.id),
      undo: {
        addressIDs: others.map(({ id }) => id),
        kept:
          filled.length === 0
            ? null
            : { id: kept.id, fields: Object.fromEntries(filled.map((field) => [field, ""])) },
        defaults,
      },
    };
  });
}

/**
 * Undoes a merge or a deletion: restores the deleted addresses, fields and defaults. A field of the
 * kept address that was changed since the merge keeps its value.
 *
 * @throws AppError E2010; E1055 when the member may not change one of the addresses or the
 * defaults.
 */
export function restoreAddresses(
  deps: WriteDeps,
  actor: Actor,
  undo: RestoreInput,
): { restored: number } {
  return inTransaction(deps, () => {
    const now = deps.now();
    const rows = [...new Set(undo.addressIDs)].map((id) =>
      getAddressRow(deps, actor.organizationID, id),
    );
    for (const row of rows) checkMayChange(deps, actor, row);
    if (undo.kept !== null) {
      const kept = getAddressRow(deps, actor.organizationID, undo.kept.id);
      checkMayChange(deps, actor, kept);
      const merged = namesOf(undo.kept.fields).filter((field) =>
        rows.some((row) => row[field] === kept[field]),
      );
      store.updateAddress(deps.db, kept.id, {
        ...Object.fromEntries(merged.map((field) => [field, ""])),
        updatedAt: now,
      });
    }
    const saved = rows.filter((row) => row.isSaved === 1);
    for (const { id } of saved) store.updateAddress(deps.db, id, { isActive: 1, updatedAt: now });
    const own = new Set(rows.filter((row) => row.isRecipient === 0).map(({ id }) => id));
    const defaults = Object.fromEntries(
      Object.entries(undo.defaults).filter(([, id]) => id !== undefined && own.has(id)),
    );
    if (Object.keys(defaults).length > 0) {
      if (actor.role === "limitedAccessUser")
        throw errors.notAuthorised(
          "The default and invoice addresses are the organization's: ask an owner or admin.",
        );
      updateDefaultAddresses(deps, actor.organizationID, defaults);
    }
    noteChanged(deps, actor, rows[0]?.id ?? actor.organizationID);
    return { restored: saved.length };
  });
}

/** Moves the defaults that point to an address of `from`. Returns their previous values. */
function moveDefaults(
  deps: Pick<ShippingDeps, "db" | "now">,
  organizationID: string,
  from: readonly AddressRow[],
  to: string,
): Merged["undo"]["defaults"] {
  const before = getDefaultAddresses(deps.db, organizationID);
  const moved: Partial<Record<keyof DefaultAddresses, string>> = {};
  for (const [name, id] of entriesOf(before))
    if (id !== null && from.some((row) => row.id === id)) moved[name] = id;
  if (Object.keys(moved).length > 0)
    updateDefaultAddresses(
      deps,
      organizationID,
      Object.fromEntries(Object.keys(moved).map((name) => [name, to])),
    );
  return moved;
}

function noteChanged(deps: WriteDeps, actor: Actor, id: string): void {
  recordFact(deps, {
    topic: "address.changed",
    organizationID: actor.organizationID,
    subjectID: id,
  });
}
