/** Sender and recipient addresses. Which one is the default stands with the organization, not here. */
import { AppError } from "../base/errors.ts";
import { definedFields } from "../base/objects.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { getDefaultAddresses, updateDefaultAddresses, type DefaultAddresses } from "../organizations/organizations.service.ts";
import type { Address, AddressInput, AddressPatch } from "./addresses.schema.ts";
import * as store from "./addresses.store.ts";
import { checkSavedRecipient, checkSender, type ResolvedPlace } from "./check-address.ts";

export { ADDRESSES_BY_ID } from "./addresses.store.ts";
export type AddressRow = store.AddressRow;

export type AddressFilter = {
  readonly isRecipientAddress: boolean;
  readonly isDefaultSenderAddress: boolean;
  readonly isInvoiceAddress: boolean;
  readonly isTransferredAddress: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** @throws AppError E1085 when a rule of the interface is broken. */
export function createAddress(deps: Deps, actor: Actor, input: AddressInput & { isRecipientAddress: boolean }): Address {
  const isRecipient = input.isRecipientAddress;
  const place = isRecipient ? checkSavedRecipient(deps.geo, input) : checkSender(deps.geo, input);
  return inTransaction(deps, () => {
    const shortName = isRecipient || input.shortName !== "" ? input.shortName : freeShortName(deps, actor.organizationID, input.name);
    const row = makeAddress(deps, actor, { ...input, shortName }, place, { isRecipient, isSaved: true });
    writeAddress(deps, row);
    const defaults = getDefaultAddresses(deps, actor.organizationID);
    if (!isRecipient && defaults.sender === null) updateDefaultAddresses(deps, actor.organizationID, { sender: row.id, return: defaults.return ?? row.id });
    return present(deps, row, getDefaultAddresses(deps, actor.organizationID));
  });
}

/** An address that has passed its rules, not written yet. */
export function makeAddress(deps: Deps, { organizationID, memberID }: Pick<Actor, "organizationID" | "memberID">, input: AddressInput, place: ResolvedPlace, as: { isRecipient: boolean; isSaved: boolean }): AddressRow {
  const now = deps.now();
  return {
    id: deps.newId(),
    created_at: now,
    updated_at: now,
    organization_id: organizationID,
    short_name: as.isRecipient ? "" : input.shortName,
    ...columns(input, place),
    is_recipient: as.isRecipient ? 1 : 0,
    is_saved: as.isSaved ? 1 : 0,
    is_active: 1,
    created_by: memberID,
  };
}

/** Inside a transaction. */
export function writeAddress(deps: Deps, row: AddressRow): void {
  store.insertAddress(deps.db, row);
}

/** @throws AppError E2010; for a limitedAccessUser also for an unsaved recipient of another member's shipment. */
export function getAddress(deps: Deps, actor: Actor, id: string): Address {
  const row = requireRow(deps, actor.organizationID, id);
  if (!maySeeAddress(actor, row)) throw new AppError("E2010");
  return present(deps, row, getDefaultAddresses(deps, actor.organizationID));
}

/** @throws AppError E2010 when the organization has no such address. */
export function getAddressRow(deps: Deps, organizationID: string, id: string): AddressRow {
  return requireRow(deps, organizationID, id);
}

/** Also a deleted address is found, since old shipments name it. @returns The stored row; undefined when the organization has no such address. */
export function findAddressRow(deps: Deps, organizationID: string, id: string): AddressRow | undefined {
  return store.findAddress(deps.db, organizationID, id);
}

/**
 * One page of the organization's saved addresses, presented. A filter for a default address gives that one or nothing;
 * nothing was ever transferred, so that filter is empty.
 *
 * @returns `totalRows` counts all pages.
 */
export function listAddresses(deps: Deps, actor: Actor, filter: AddressFilter): { rows: Address[]; totalRows: number } {
  const { organizationID } = actor;
  const defaults = getDefaultAddresses(deps, organizationID);
  if (filter.isTransferredAddress) return { rows: [], totalRows: 0 };
  if (filter.isDefaultSenderAddress || filter.isInvoiceAddress) {
    const id = filter.isDefaultSenderAddress ? defaults.sender : defaults.invoice;
    const row = id === null ? undefined : store.findAddress(deps.db, organizationID, id);
    const both = !filter.isInvoiceAddress || !filter.isDefaultSenderAddress || defaults.sender === defaults.invoice;
    return row === undefined || !both ? { rows: [], totalRows: 0 } : { rows: [present(deps, row, defaults)], totalRows: 1 };
  }
  const rows = store.listAddresses(deps.db, { organizationID, isRecipient: filter.isRecipientAddress, limit: filter.limit, offset: filter.offset });
  return { rows: rows.map((row) => present(deps, row, defaults)), totalRows: store.countAddresses(deps.db, organizationID, filter.isRecipientAddress) };
}

/** Ours: edits an address and sets it as a default where the patch says so. @throws AppError E2010, E1085; E1055 as `checkMayChange` */
export function updateAddress(
  deps: Deps,
  actor: Actor,
  id: string,
  patch: AddressPatch,
): Address {
  return inTransaction(deps, () => {
    const row = requireRow(deps, actor.organizationID, id);
    checkMayChange(deps, actor, row);
    const input = merge(row, patch);
    const place = row.is_recipient === 1 ? checkSavedRecipient(deps.geo, input) : checkSender(deps.geo, input);
    store.updateAddress(deps.db, id, { ...columns(input, place), short_name: input.shortName, updated_at: deps.now() });
    const defaults: Partial<DefaultAddresses> = {
      ...(patch.isDefaultSenderAddress === true ? { sender: id } : {}),
      ...(patch.isDefaultReturnAddress === true ? { return: id } : {}),
      ...(patch.isInvoiceAddress === undefined ? {} : { invoice: patch.isInvoiceAddress ? id : null }),
    };
    if (row.is_recipient === 1 && Object.keys(defaults).length > 0) throw new AppError("E1085", "A recipient address cannot be the default sender, return or invoice address.");
    if (row.is_active === 0 && Object.keys(defaults).length > 0) throw new AppError("E1085", "A deleted address cannot be the default sender, return or invoice address.");
    if (Object.keys(defaults).length > 0 && actor.role === "limitedAccessUser") throw new AppError("E1055", "The default and invoice addresses are the organization's: ask an owner or admin.");
    if (Object.keys(defaults).length > 0) updateDefaultAddresses(deps, actor.organizationID, defaults);
    return getAddress(deps, actor, id);
  });
}

/** @returns The address, no longer active. @throws AppError E2010, E2011; E1055 as `checkMayChange` */
export function deleteAddress(deps: Deps, actor: Actor, id: string): Address {
  return inTransaction(deps, () => {
    const row = requireRow(deps, actor.organizationID, id);
    checkMayChange(deps, actor, row);
    const defaults = getDefaultAddresses(deps, actor.organizationID);
    if (defaults.sender === id || defaults.invoice === id) throw new AppError("E2011");
    store.updateAddress(deps.db, id, { is_active: 0, updated_at: deps.now() });
    if (defaults.return === id) updateDefaultAddresses(deps, actor.organizationID, { return: defaults.sender });
    return present(deps, { ...row, is_active: 0, updated_at: deps.now() }, defaults);
  });
}

/** @param defaults Of the organization; a caller that presents many reads them once. */
export function present(deps: Pick<Deps, "geo">, row: AddressRow, defaults: DefaultAddresses): Address {
  const city = row.city_code === "" ? undefined : deps.geo.findCity(row.country_code, { code: row.city_code });
  const district = row.district_id === 0 ? undefined : deps.geo.findDistrict(row.country_code, row.city_code, { id: row.district_id });
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    shortName: row.short_name,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address1: row.address1,
    address2: row.address2,
    cityCode: row.city_code,
    cityName: row.city_name,
    city: city ?? null,
    state: row.state,
    zip: row.zip,
    districtID: row.district_id,
    districtName: row.district_name,
    district: district ?? null,
    streetID: null,
    streetName: row.street_name,
    countryCode: row.country_code,
    countryName: deps.geo.countryName(row.country_code),
    source: null,
    isDefaultSenderAddress: defaults.sender === row.id,
    isDefaultReturnAddress: defaults.return === row.id,
    isRecipientAddress: row.is_recipient === 1,
    isInvoiceAddress: defaults.invoice === row.id,
    isActive: row.is_active === 1,
  };
}

function requireRow(deps: Deps, organizationID: string, id: string): AddressRow {
  const row = store.findAddress(deps.db, organizationID, id);
  if (row === undefined) throw new AppError("E2010");
  return row;
}

/** The address book is everybody's; a recipient given inside a shipment belongs to who may see that shipment. */
export function maySeeAddress(actor: Actor, row: AddressRow): boolean {
  return row.is_saved === 1 || actor.role !== "limitedAccessUser" || row.created_by === actor.memberID;
}

/** A limitedAccessUser changes what it saved itself, and never what all shipments start from. @throws AppError E1055 */
function checkMayChange(deps: Deps, actor: Actor, row: AddressRow): void {
  const { sender, return: back, invoice } = getDefaultAddresses(deps, row.organization_id);
  const isShared = [sender, back, invoice].includes(row.id);
  if (actor.role === "limitedAccessUser" && (isShared || row.created_by !== actor.memberID)) throw new AppError("E1055", "This address is not yours to change: ask an owner or admin.");
}

/** "Depo 1", "Depo 2", …: the first that is not taken. */
function freeShortName(deps: Deps, organizationID: string, name: string): string {
  let n = 1;
  while (store.hasShortName(deps.db, organizationID, `${name} ${n}`)) n += 1;
  return `${name} ${n}`;
}

function columns(input: AddressInput, place: ResolvedPlace) {
  return {
    name: input.name,
    email: input.email,
    phone: input.phone,
    address1: input.address1,
    address2: input.address2,
    country_code: place.countryCode,
    city_code: place.cityCode,
    city_name: place.cityName,
    district_id: place.districtID,
    district_name: place.districtName,
    street_name: input.streetName,
    state: place.state,
    zip: input.zip,
  };
}

/** A patch that names a new city or district by one of its two names leaves the other behind. */
function merge(row: AddressRow, whole: AddressPatch): AddressInput {
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
    countryCode: row.country_code,
    cityCode: newCity ? "" : row.city_code,
    cityName: newCity ? "" : row.city_name,
    districtID: newDistrict || row.district_id === 0 ? undefined : row.district_id,
    districtName: newDistrict && (given.districtID !== undefined || given.districtName !== undefined) ? "" : row.district_name,
    streetName: row.street_name,
    state: row.state,
    zip: row.zip,
    shortName: row.short_name,
    ...given,
  };
}
