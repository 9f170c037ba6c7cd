/** Takes addresses of another server: those of its lists, and those that only its shipments name. */
import { isErased } from "../../db/erased.ts";
import type { AddressRow } from "../../shipping/addresses/addresses.service.ts";
import {
  findAddressAnywhere,
  writeMovedAddress,
} from "../../shipping/addresses/moved-addresses.ts";
import {
  getDefaultAddresses,
  updateDefaultAddresses,
} from "../../organizations/organizations.service.ts";
import { askDistrict, placeOf, type Placed } from "./address-place.ts";
import * as store from "./move-in.store.ts";
import { ALIKE, leftOut, type Moving, type RowKind, type Taken } from "./moving.ts";
import { addressRow, type RemoteAddress } from "./read-rows.ts";

export const senders: RowKind = {
  kind: "senders",
  path: (page, size) => `/addresses?isRecipientAddress=false&limit=${size}&page=${page}`,
  isPaged: true,
  isOptional: false,
  take: (moving, row) => takeListed(moving, "senders", row),
};

export const recipients: RowKind = {
  kind: "recipients",
  path: (page, size) => `/addresses?isRecipientAddress=true&limit=${size}&page=${page}`,
  isPaged: true,
  isOptional: false,
  take: (moving, row) => takeListed(moving, "recipients", row),
};

function takeListed(moving: Moving, kind: "senders" | "recipients", entry: unknown): Taken {
  const { deps, accountID } = moving;
  const address = addressRow.safeParse(entry).data;
  if (address === undefined) return leftOut("unreadable");
  if (isErased(deps.db, address.id)) return ALIKE;
  const key = { accountID, kind, id: address.id };
  const version = store.findVersion(deps.db, key);
  // A shipment may have brought an address before it was saved there.
  const isKnownSaved = findAddressAnywhere(deps, address.id)?.isSaved === 1;
  if (version === address.updatedAt && isKnownSaved) return ALIKE;
  const placed = placeOf(moving, address);
  const row = rowOf(moving, address, placed, { isSaved: true });
  const result = writeMovedAddress(deps, row, version !== undefined);
  if (result === "elsewhere") return leftOut("elsewhere");
  noteTaken(moving, kind, address, placed);
  if (kind === "senders" && address.isActive) setDefaults(moving, address);
  return { result };
}

function noteTaken(
  moving: Moving,
  kind: "senders" | "recipients",
  { id, updatedAt, districtID }: RemoteAddress,
  placed: Placed,
): void {
  const { deps, accountID } = moving;
  askDistrict(moving, placed, districtID);
  store.writeVersion(deps.db, { accountID, kind, id, version: updatedAt, place: placed.place });
}

/** Makes the address the default, return or invoice address if none is here. */
function setDefaults({ deps, actor }: Moving, address: RemoteAddress): void {
  const { sender, return: back, invoice } = getDefaultAddresses(deps.db, actor.organizationID);
  const defaults = {
    ...(sender === null && address.isDefaultSenderAddress ? { sender: address.id } : {}),
    ...(back === null && address.isDefaultReturnAddress ? { return: address.id } : {}),
    ...(invoice === null && address.isInvoiceAddress ? { invoice: address.id } : {}),
  };
  if (Object.keys(defaults).length > 0)
    updateDefaultAddresses(deps, actor.organizationID, defaults);
}

function rowOf(
  { actor }: Moving,
  address: RemoteAddress,
  { columns }: Placed,
  { isSaved }: { readonly isSaved: boolean },
): AddressRow {
  const { id, createdAt, updatedAt, shortName, name, email, phone } = address;
  const { address1, address2, streetName, state, zip } = address;
  return {
    id,
    createdAt,
    updatedAt,
    organizationID: actor.organizationID,
    createdBy: actor.memberID,
    shortName,
    name,
    email,
    phone,
    address1,
    address2,
    ...columns,
    streetName,
    state,
    zip,
    isRecipient: address.isRecipientAddress ? 1 : 0,
    isSaved: isSaved ? 1 : 0,
    isActive: address.isActive ? 1 : 0,
  };
}

/**
 * Finds an address of a shipment by its id, or takes it: a recipient that was given inside the
 * shipment, or a sender that was deleted there. Needs an open transaction.
 *
 * @param address The address in the shipment; undefined when the shipment has only the id.
 * @returns The row, without a person's data after those were erased here; undefined when it is not
 *   known, or belongs to another organization.
 */
export function addressOfShipment(
  moving: Moving,
  id: string,
  address: RemoteAddress | null | undefined,
): AddressRow | undefined {
  const known = id === "" ? undefined : findAddressAnywhere(moving.deps, id);
  if (known !== undefined && known.organizationID !== moving.actor.organizationID) return undefined;
  if (isErased(moving.deps.db, id)) return known;
  // A bought shipment shows its address as it was at the purchase.
  if (known !== undefined)
    return address?.id === id
      ? rowOf(moving, address, placeOf(moving, address), { isSaved: known.isSaved === 1 })
      : known;
  const shown = address ?? moving.fetched.get(id);
  if (shown === undefined || (id !== "" && shown.id !== id)) return undefined;
  const placed = placeOf(moving, shown);
  const row = rowOf(moving, shown, placed, { isSaved: false });
  if (writeMovedAddress(moving.deps, row, false) === "elsewhere") return undefined;
  noteTaken(moving, kindOf(shown), shown, placed);
  return row;
}

/** Writes changes of a recipient that only a shipment names; needs an open transaction. */
export function changeRecipient(moving: Moving, address: RemoteAddress): void {
  const known = findAddressAnywhere(moving.deps, address.id);
  if (known?.isSaved === 1 || known?.organizationID !== moving.actor.organizationID) return;
  const placed = placeOf(moving, address);
  const kind = kindOf(address);
  const key = { accountID: moving.accountID, kind, id: address.id };
  const isTaken = store.findVersion(moving.deps.db, key) !== undefined;
  const row = rowOf(moving, address, placed, { isSaved: false });
  if (writeMovedAddress(moving.deps, row, isTaken) !== "elsewhere")
    noteTaken(moving, kind, address, placed);
}

function kindOf({ isRecipientAddress }: RemoteAddress): "senders" | "recipients" {
  return isRecipientAddress ? "recipients" : "senders";
}
