/**
 * Manages sender and recipient addresses. The default addresses are stored with the organization,
 * not in this folder.
 */
import { errors } from "../../base/errors.ts";
import { definedFields } from "../../base/objects.ts";
import { inTransaction } from "../../db/change.ts";
import { isErased } from "../../db/erased.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import {
  getDefaultAddresses,
  updateDefaultAddresses,
  type DefaultAddresses,
} from "../../organizations/organizations.service.ts";
import {
  addressColumns,
  checkSavedRecipient,
  checkSender,
  makeAddress,
  maySeeAddress,
  presentAddress,
} from "./address.ts";
import type { Address, AddressInput, AddressPatch } from "./addresses.schema.ts";
import * as store from "./addresses.store.ts";

export { countUses, indexAddresses } from "./address-book.ts";
export { noteUnindexed, rewriteBookSearch } from "./address-book.store.ts";
export { ADDRESSES_BY_ID, findAddress, insertAddress, type AddressRow } from "./addresses.store.ts";

export type AddressFilter = {
  readonly isRecipientAddress: boolean;
  readonly isDefaultSenderAddress: boolean;
  readonly isInvoiceAddress: boolean;
  readonly isTransferredAddress: boolean;
  readonly limit: number;
  readonly offset: number;
};

/**
 * Creates an address. A sender becomes the default sender when there is none.
 *
 * @throws AppError E1085 when a field breaks a rule of the API.
 */
export function createAddress(
  deps: WriteDeps & Pick<ShippingDeps, "geo">,
  actor: Actor,
  input: AddressInput & { isRecipientAddress: boolean },
): Address {
  const isRecipient = input.isRecipientAddress;
  const place = isRecipient ? checkSavedRecipient(deps.geo, input) : checkSender(deps.geo, input);
  return inTransaction(deps, () => {
    const shortName =
      isRecipient || input.shortName !== ""
        ? input.shortName
        : freeShortName(deps, actor.organizationID, input.name);
    const row = makeAddress(deps, actor, { ...input, shortName }, place, {
      isRecipient,
      isSaved: true,
    });
    store.insertAddress(deps.db, row);
    noteChanged(deps, row);
    const defaults = getDefaultAddresses(deps.db, actor.organizationID);
    if (!isRecipient && defaults.sender === null)
      updateDefaultAddresses(deps, actor.organizationID, {
        sender: row.id,
        return: defaults.return ?? row.id,
      });
    return presentAddress(deps, row, getDefaultAddresses(deps.db, actor.organizationID));
  });
}

/**
 * Gets an address.
 *
 * @throws AppError E2010; for a limitedAccessUser also for an unsaved recipient that another member
 *   created.
 */
export function getAddress(
  deps: Pick<ShippingDeps, "db" | "geo">,
  actor: Actor,
  id: string,
): Address {
  const row = requireRow(deps, actor.organizationID, id);
  if (!maySeeAddress(actor, row)) throw errors.addressNotFound();
  return presentAddress(deps, row, getDefaultAddresses(deps.db, actor.organizationID));
}

/**
 * Gets an address's row.
 *
 * @throws AppError E2010 when the organization has no such address.
 */
export function getAddressRow(
  deps: ReadDeps,
  organizationID: string,
  id: string,
): store.AddressRow {
  return requireRow(deps, organizationID, id);
}

/**
 * Lists a page of the organization's saved addresses. A filter for the default sender or the
 * invoice address returns that address or nothing; a filter for transferred addresses returns
 * nothing, since no address is ever transferred.
 *
 * @returns `totalRows` counts all pages.
 */
export async function listAddresses(
  deps: Pick<ShippingDeps, "db" | "reader" | "geo">,
  actor: Actor,
  filter: AddressFilter,
): Promise<{ rows: Address[]; totalRows: number }> {
  const { organizationID } = actor;
  const defaults = getDefaultAddresses(deps.db, organizationID);
  if (filter.isTransferredAddress) return { rows: [], totalRows: 0 };
  if (filter.isDefaultSenderAddress || filter.isInvoiceAddress) {
    const id = filter.isDefaultSenderAddress ? defaults.sender : defaults.invoice;
    const row = id === null ? undefined : store.findAddress(deps.db, organizationID, id);
    const both =
      !filter.isInvoiceAddress ||
      !filter.isDefaultSenderAddress ||
      defaults.sender === defaults.invoice;
    return row === undefined || !both
      ? { rows: [], totalRows: 0 }
      : { rows: [presentAddress(deps, row, defaults)], totalRows: 1 };
  }
  const { rows, totalRows } = await store.listAddresses(deps.reader, {
    organizationID,
    isRecipient: filter.isRecipientAddress,
    limit: filter.limit,
    offset: filter.offset,
  });
  return { rows: rows.map((row) => presentAddress(deps, row, defaults)), totalRows };
}

/**
 * Changes an address. A patch can also make it a default or invoice address, or leave the
 * organization without an invoice address; both are our extensions of the API.
 *
 * @throws AppError E2010, E1085; E1055 like `checkMayChange`, and when a limitedAccessUser sets a
 * default.
 */
export function updateAddress(
  deps: WriteDeps & Pick<ShippingDeps, "geo">,
  actor: Actor,
  id: string,
  patch: AddressPatch,
): Address {
  return inTransaction(deps, () => {
    const row = requireRow(deps, actor.organizationID, id);
    checkMayChange(deps, actor, row);
    const input = merge(row, patch);
    const place =
      row.isRecipient === 1
        ? checkSavedRecipient(deps.geo, input, { email: row.email !== "" })
        : checkSender(deps.geo, input);
    store.updateAddress(deps.db, id, {
      ...addressColumns(input, place),
      shortName: input.shortName,
      updatedAt: deps.now(),
    });
    noteChanged(deps, row);
    const { invoice } = getDefaultAddresses(deps.db, actor.organizationID);
    const defaults: Partial<DefaultAddresses> = {
      ...(patch.isDefaultSenderAddress === true ? { sender: id } : {}),
      ...(patch.isDefaultReturnAddress === true ? { return: id } : {}),
      ...(patch.isInvoiceAddress === true ? { invoice: id } : {}),
      ...(patch.isInvoiceAddress === false && invoice === id ? { invoice: null } : {}),
    };
    if (row.isRecipient === 1 && Object.keys(defaults).length > 0)
      throw errors.badRequest(
        "A recipient address cannot be the default sender, return or invoice address.",
      );
    if (row.isActive === 0 && Object.keys(defaults).length > 0)
      throw errors.badRequest(
        "A deleted address cannot be the default sender, return or invoice address.",
      );
    if (Object.keys(defaults).length > 0 && actor.role === "limitedAccessUser")
      throw errors.notAuthorised(
        "The default and invoice addresses are the organization's: ask an owner or admin.",
      );
    if (Object.keys(defaults).length > 0)
      updateDefaultAddresses(deps, actor.organizationID, defaults);
    return getAddress(deps, actor, id);
  });
}

/**
 * Deletes an address.
 *
 * @returns The address, no longer active.
 * @throws AppError E2010, E2011; E1055 like `checkMayChange`
 */
export function deleteAddress(
  deps: WriteDeps & Pick<ShippingDeps, "geo">,
  actor: Actor,
  id: string,
): Address {
  return inTransaction(deps, () => {
    const row = requireRow(deps, actor.organizationID, id);
    checkMayChange(deps, actor, row);
    const defaults = getDefaultAddresses(deps.db, actor.organizationID);
    if (defaults.sender === id || defaults.invoice === id) throw errors.defaultAddressInUse();
    store.updateAddress(deps.db, id, { isActive: 0, updatedAt: deps.now() });
    noteChanged(deps, row);
    if (defaults.return === id)
      updateDefaultAddresses(deps, actor.organizationID, { return: defaults.sender });
    return getAddress(deps, actor, id);
  });
}

/**
 * Publishes the change of a saved address. Skips an unsaved address, which only one shipment uses.
 */
function noteChanged(deps: WriteDeps, row: store.AddressRow): void {
  if (row.isSaved === 1)
    recordFact(deps, {
      topic: "address.changed",
      organizationID: row.organizationID,
      subjectID: row.id,
    });
}

function requireRow(deps: ReadDeps, organizationID: string, id: string): store.AddressRow {
  const row = store.findAddress(deps.db, organizationID, id);
  if (row === undefined) throw errors.addressNotFound();
  return row;
}

/**
 * Requires that an actor may change an address: a limitedAccessUser may change only addresses that
 * it created, and no default or invoice address.
 *
 * @throws AppError E1055; E2010 for an invisible or erased address
 */
export function checkMayChange(deps: ReadDeps, actor: Actor, row: store.AddressRow): void {
  if (!maySeeAddress(actor, row) || isErased(deps.db, row.id)) throw errors.addressNotFound();
  const { sender, return: back, invoice } = getDefaultAddresses(deps.db, row.organizationID);
  const isShared = [sender, back, invoice].includes(row.id);
  if (actor.role === "limitedAccessUser" && (isShared || row.createdBy !== actor.memberID))
    throw errors.notAuthorised("You may not change this address. Ask an owner or admin.");
}

/**
 * Finds a free name among "Depo 1", "Depo 2", …, in few steps even among thousands: the first free
 * name, unless numbers are missing in between.
 */
export function freeShortName(deps: ReadDeps, organizationID: string, name: string): string {
  const isTaken = (n: number): boolean =>
    store.hasShortName(deps.db, organizationID, `${name} ${n}`);
  let free = 1;
  while (isTaken(free)) free *= 2;
  for (let taken = Math.floor(free / 2); free - taken > 1;) {
    const middle = Math.floor((free + taken) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return `${name} ${free}`;
}

/**
 * Merges a patch into an address; if a patch gives only the code or only the name of a new city or
 * district, the other field is dropped.
 */
function merge(row: store.AddressRow, whole: AddressPatch): AddressInput {
  const { isDefaultSenderAddress, isDefaultReturnAddress, isInvoiceAddress, ...patch } = whole;
  const given = definedFields(patch);
  const newCity = given.cityCode !== undefined || given.cityName !== undefined;
  const newDistrict = newCity || given.districtID !== undefined || given.districtName !== undefined;
  return {
    name: row.name,
    email: row.email,
    phone: row.phone,
    address1: row.address1,
    address2: row.address2,
    countryCode: row.countryCode,
    cityCode: newCity ? "" : row.cityCode,
    cityName: newCity ? "" : row.cityName,
    districtID: newDistrict || row.districtID === 0 ? undefined : row.districtID,
    districtName:
      newDistrict && (given.districtID !== undefined || given.districtName !== undefined)
        ? ""
        : row.districtName,
    streetName: row.streetName,
    state: row.state,
    zip: row.zip,
    shortName: row.shortName,
    ...given,
  };
}
