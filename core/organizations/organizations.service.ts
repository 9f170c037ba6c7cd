/** Organizations. Their members are in `members.ts`, the members' tokens in `api-tokens.ts`. */
import { errors } from "../base/errors.ts";
import { CURRENCY, moneyText } from "../base/money.ts";
import { inTransaction } from "../db/change.ts";
import { leftOrganizations } from "../db/left-organizations.ts";
import type { Actor } from "../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { OrganizationDeps } from "./deps.ts";
import { getDebt } from "./debts/debts.service.ts";
import { getBalance } from "./ledger/ledger.service.ts";
import type { Organization, OrganizationPatch } from "./organizations.schema.ts";
import { labelColumns, logoDataURL, makeLabelLogo } from "./label-settings.ts";
import * as store from "./organizations.store.ts";

export {
  getDefaultAddresses,
  getLabelFileType,
  getLabelSettings,
  type DefaultAddresses,
  type LabelSettings,
} from "./organizations.store.ts";

/**
 * Gets the actor's organization, or another organization of the actor's user.
 * @throws AppError E1053 when the actor's user is in no such organization.
 */
export function getOrganization(deps: ReadDeps, actor: Actor, id: string): Organization {
  const row = store.listOrganizationsOfMember(deps.db, actor.memberID).find((o) => o.id === id);
  if (row === undefined) throw errors.organizationNotFound();
  return present(deps, row);
}

/** Lists the organizations of the actor's user. */
export function listOrganizations(deps: ReadDeps, actor: Actor): Organization[] {
  return store.listOrganizationsOfMember(deps.db, actor.memberID).map((row) => present(deps, row));
}

/**
 * Updates default addresses; needs an open transaction.
 *
 * @param defaults Only the addresses that change; null removes a default.
 */
export function updateDefaultAddresses(
  deps: Pick<OrganizationDeps, "db" | "now">,
  organizationID: string,
  defaults: Partial<store.DefaultAddresses>,
): void {
  store.updateOrganization(deps.db, organizationID, {
    ...(defaults.sender === undefined ? {} : { defaultSenderAddressID: defaults.sender }),
    ...(defaults.return === undefined ? {} : { defaultReturnAddressID: defaults.return }),
    ...(defaults.invoice === undefined ? {} : { invoiceAddressID: defaults.invoice }),
    updatedAt: deps.now(),
  });
}

/**
 * Changes an organization. Checks the user's role in that organization, because the user's token
 * may belong to another organization.
 *
 * @throws AppError E1053 when the user is not in the organization; E1055 for a role below admin,
 *   and for a token with limits; E1085 for an empty name; E1085 or E2029 for a logo that cannot be
 *   used.
 */
export async function updateOrganization(
  deps: WriteDeps & Pick<OrganizationDeps, "labels">,
  actor: Actor,
  id: string,
  patch: OrganizationPatch,
): Promise<Organization> {
  const membership = store.findMembershipOf(deps.db, actor.memberID, id);
  if (membership === undefined) throw errors.organizationNotFound();
  if (actor.token?.isNarrow === true)
    throw errors.notAuthorised(
      "A token with limits changes no organization. Use a token without limits, or the window.",
    );
  if (membership.role !== "owner" && membership.role !== "admin") throw errors.notAuthorised();
  if (patch.name === "") throw errors.badRequest("name: must not be empty.");
  const { labelLogo } = patch;
  const logo = typeof labelLogo === "string" ? await makeLabelLogo(deps, labelLogo) : labelLogo;
  inTransaction(deps, () =>
    store.updateOrganization(deps.db, id, {
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.taxOffice === undefined ? {} : { taxOffice: patch.taxOffice }),
      ...(patch.taxNumber === undefined ? {} : { taxNumber: patch.taxNumber }),
      ...(patch.phone === undefined ? {} : { phone: patch.phone }),
      ...(patch.email === undefined ? {} : { email: patch.email }),
      ...(patch.labelFileType === undefined ? {} : { labelFileType: patch.labelFileType }),
      ...labelColumns(deps, id, patch, logo),
      updatedAt: deps.now(),
    }),
  );
  return getOrganization(deps, actor, id);
}

/**
 * Creates an organization; the caller's user becomes its owner.
 * @throws AppError E1055 for a limitedAccessUser and for a token with limits; E1085 for an empty
 *   name or an invalid country code.
 */
export function createOrganization(
  deps: WriteDeps,
  actor: Actor,
  input: NewOrganization,
): Organization {
  if (actor.role === "limitedAccessUser" || actor.token?.isNarrow === true)
    throw errors.notAuthorised(
      "A limitedAccessUser, and a token with limits, cannot create an organization.",
    );
  if (input.name === "") throw errors.badRequest("name: must not be empty.");
  const countryCode = input.countryCode.toUpperCase();
  if (!/^([A-Z]{2})?$/.test(countryCode))
    throw errors.badRequest("countryCode: must be two letters, as in TR.");
  const founder = store.findMember(deps.db, actor.memberID);
  if (founder === undefined) throw errors.memberNotFound();
  return inTransaction(deps, () => {
    const { organizationID } = createOrganizationWithOwner(
      deps,
      { ...input, countryCode },
      { userID: founder.userID, email: founder.email, name: founder.name },
    );
    return getOrganization(deps, actor, organizationID);
  });
}

export type NewOrganization = {
  name: string;
  countryCode: string;
  taxOffice: string;
  taxNumber: string;
  phone: string;
  email: string;
  test: boolean;
};

/**
 * Creates an organization with its first member as owner; works inside and outside a transaction.
 */
export function createOrganizationWithOwner(
  deps: WriteDeps,
  input: NewOrganization,
  owner: { userID: string; email: string; name: string },
): { organizationID: string; memberID: string } {
  const now = deps.now();
  const organizationID = deps.newId();
  const memberID = store.memberIDOf(organizationID, owner.userID);
  inTransaction(deps, () => {
    store.insertOrganization(deps.db, {
      id: organizationID,
      createdAt: now,
      updatedAt: now,
      name: input.name,
      currency: CURRENCY,
      countryCode: input.countryCode === "" ? "TR" : input.countryCode,
      taxOffice: input.taxOffice,
      taxNumber: input.taxNumber,
      phone: input.phone,
      email: input.email,
      test: input.test ? 1 : 0,
      isActive: 1,
      labelFileType: "PDF",
      labelLayout: "standard",
      maskPhones: 0,
      labelLogoID: null,
      founderUserID: owner.userID,
      defaultSenderAddressID: null,
      defaultReturnAddressID: null,
      invoiceAddressID: null,
    });
    store.insertMember(deps.db, {
      id: memberID,
      createdAt: now,
      updatedAt: now,
      organizationID,
      userID: owner.userID,
      email: owner.email,
      name: owner.name,
      role: "owner",
      isActive: 1,
    });
  });
  return { organizationID, memberID };
}

/**
 * Creates the actor for the desk's member.
 *
 * @throws AppError E2015 when there is no such active member.
 */
export function deskActor(deps: ReadDeps, memberID: string): Actor {
  const row = store.findMember(deps.db, memberID);
  if (row === undefined || row.isActive === 0) throw errors.memberNotFound();
  return { organizationID: row.organizationID, memberID: row.id, role: row.role, via: "desk" };
}

/**
 * Returns whether this station has an organization's row; other stations' rows that refer to the
 * organization can arrive earlier.
 */
export function hasOrganization(deps: ReadDeps, id: string): boolean {
  return store.findOrganization(deps.db, id) !== undefined;
}

/**
 * Returns whether an organization is in test mode: carriers transport nothing that it buys. Reads
 * from the read cache.
 */
export function isInTestMode(deps: ReadDeps, id: string): boolean {
  return store.findOrganization(deps.db, id)?.test === 1;
}

/**
 * Gets an organization's name.
 *
 * @throws AppError E1053 when there is no such organization.
 */
export function nameOfOrganization(deps: ReadDeps, id: string): string {
  return store.getOrganization(deps.db, id).name;
}

/** Lists the ids of all organizations of this data folder. */
export function listAllOrganizationIDs(deps: ReadDeps): string[] {
  return store.listOrganizationIDs(deps.db);
}

/**
 * Finds an organization and its owner, who acts at the desk.
 *
 * @param organizationID Undefined: the data folder's first organization that the station has not
 *   left.
 */
export function findDeskOwner(
  deps: ReadDeps,
  organizationID?: string,
): { organizationID: string; memberID: string } | undefined {
  const organization =
    organizationID === undefined
      ? store.findFirstOrganization(deps.db, leftOrganizations(deps.db))
      : store.findOrganization(deps.db, organizationID);
  const owner = organization === undefined ? undefined : store.findOwner(deps.db, organization.id);
  return organization === undefined || owner === undefined
    ? undefined
    : { organizationID: organization.id, memberID: owner.id };
}

function present(deps: ReadDeps, row: store.OrganizationRow): Organization {
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    name: row.name,
    owner: store.findOwner(deps.db, row.id)?.userID ?? null,
    balance: moneyText(getBalance(deps, row.id).balance),
    debt: moneyText(getDebt(deps, row.id)),
    currency: row.currency,
    countryCode: row.countryCode,
    taxOffice: row.taxOffice,
    taxNumber: row.taxNumber,
    phone: row.phone,
    email: row.email,
    test: row.test === 1,
    isActive: row.isActive === 1,
    labelFileType: row.labelFileType,
    labelLayout: row.labelLayout,
    maskPhonesOnLabel: row.maskPhones === 1,
    labelLogo: logoDataURL(deps.db, row.labelLogoID),
  };
}
