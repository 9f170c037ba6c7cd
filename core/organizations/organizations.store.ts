/** SQL for `organizations` and `members`. */
import { errors } from "../base/errors.ts";
import { derivedId } from "../base/derived-id.ts";
import { insertRow, updateRow } from "../db/change.ts";
import type { Db, SqlRow } from "../db/database.ts";
import { cachedRead } from "../db/read-cache.ts";
import type { LabelLayoutSetting, Role } from "./organizations.schema.ts";
import { asHeld, ownerUntil } from "./owners.store.ts";

export type OrganizationRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  currency: string;
  countryCode: string;
  taxOffice: string;
  taxNumber: string;
  phone: string;
  email: string;
  test: number;
  isActive: number;
  labelFileType: "PDF" | "ZPL";
  defaultSenderAddressID: string | null;
  defaultReturnAddressID: string | null;
  invoiceAddressID: string | null;
  founderUserID: string;
  labelLayout: LabelLayoutSetting;
  maskPhones: number;
  labelLogoID: string | null;
};

export type MemberRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  userID: string;
  email: string;
  name: string;
  role: Role;
  isActive: number;
};

/** Finds an organization, even if inactive. Do not change the row: the read cache shares it. */
export function findOrganization(db: Db, id: string): OrganizationRow | undefined {
  return cachedRead(db, ["organizations"], `organization ${id}`, () =>
    db.sql<OrganizationRow>(`SELECT * FROM organizations WHERE id = ?`).get(id),
  );
}

/**
 * Gets an organization like `findOrganization`.
 *
 * @throws AppError E1053 when there is no such organization.
 */
export function getOrganization(db: Db, id: string): OrganizationRow {
  const row = findOrganization(db, id);
  if (row === undefined) throw errors.organizationNotFound();
  return row;
}

/**
 * Reads the format of the organization's new labels from the read cache.
 * @throws AppError E1053 when there is no such organization.
 */
export function getLabelFileType(db: Db, id: string): "PDF" | "ZPL" {
  return getOrganization(db, id).labelFileType;
}

/** `logoID`: id of a stored logo; "" for none. */
export type LabelSettings = {
  readonly layout: LabelLayoutSetting;
  readonly arePhonesMasked: boolean;
  readonly logoID: string;
};

/**
 * Reads the settings of the organization's new labels from the read cache.
 * @throws AppError E1053 when there is no such organization.
 */
export function getLabelSettings(db: Db, id: string): LabelSettings {
  const { labelLayout: layout, maskPhones, labelLogoID } = getOrganization(db, id);
  return { layout, arePhonesMasked: maskPhones === 1, logoID: labelLogoID ?? "" };
}

export type DefaultAddresses = {
  readonly sender: string | null;
  readonly return: string | null;
  readonly invoice: string | null;
};

/**
 * Reads the ids of an organization's default addresses, for requests without addresses, from the
 * read cache. Null: no default. A default address does not count when another station deleted it,
 * or when the desk took it along into another organization. An address that has not arrived yet
 * counts. A default return address that does not count is replaced by the default sender address.
 *
 * @throws AppError E1053 when there is no such organization.
 */
export function getDefaultAddresses(db: Db, id: string): DefaultAddresses {
  return cachedRead(db, ["organizations", "addresses"], `default addresses of ${id}`, () => {
    const row = getOrganization(db, id);
    const {
      defaultSenderAddressID: sender,
      defaultReturnAddressID: back,
      invoiceAddressID: invoice,
    } = row;
    const gone = db
      .sql<{ id: string }>(
        `SELECT id FROM addresses WHERE id IN (?, ?, ?) AND (is_active = 0 OR organization_id <> ?)`,
      )
      .all(sender, back, invoice, id)
      .map((address) => address.id);
    const unlessGone = (address: string | null): string | null =>
      address !== null && gone.includes(address) ? null : address;
    return {
      sender: unlessGone(sender),
      return: back !== null && gone.includes(back) ? unlessGone(sender) : back,
      invoice: unlessGone(invoice),
    };
  });
}

/** Inserts an organization; needs an open transaction. */
export function insertOrganization(db: Db, row: SqlRow & { id: string }): void {
  insertRow(db, "organizations", row);
}

/**
 * Updates an organization; needs an open transaction.
 *
 * @param fields Only the columns that change.
 */
export function updateOrganization(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "organizations", id, fields);
}

/** Finds the oldest active owner by the effective role (`owners.store.ts`); undefined for none. */
export function findOwner(db: Db, organizationID: string): MemberRow | undefined {
  return listMembers(db, organizationID).find(isOwner);
}

/** Counts active owners by the effective role (`owners.store.ts`); an organization needs one. */
export function countOwners(db: Db, organizationID: string): number {
  return listMembers(db, organizationID).filter(isOwner).length;
}

function isOwner({ role, isActive }: MemberRow): boolean {
  return role === "owner" && isActive === 1;
}

/**
 * Lists members, including inactive members, oldest first, with their effective roles
 * (`owners.store.ts`).
 */
export function listMembers(db: Db, organizationID: string): MemberRow[] {
  return db
    .sql<MemberRow>(`SELECT * FROM members WHERE organization_id = ? ORDER BY created_at, id`)
    .all(organizationID)
    .map((row) => asHeld(db, row));
}

/** Lists the organizations in which this member's user is active. */
export function listOrganizationsOfMember(db: Db, memberID: string): OrganizationRow[] {
  return db
    .sql<MemberRow>(
      `SELECT m.*
         FROM members AS me
         JOIN members AS m ON m.user_id = me.user_id
         JOIN organizations AS o ON o.id = m.organization_id
        WHERE me.id = ?
        ORDER BY o.created_at, o.id`,
    )
    .all(memberID)
    .filter((row) => asHeld(db, row).isActive === 1)
    .flatMap((row) => findOrganization(db, row.organizationID) ?? []);
}

/** Finds a member of any organization, even if it is inactive, with its effective role. */
export function findMember(db: Db, id: string): MemberRow | undefined {
  return held(db, db.sql<MemberRow>(`SELECT * FROM members WHERE id = ?`).get(id));
}

/** Finds a user's membership of this organization; undefined without one. */
export function findMemberByUser(
  db: Db,
  organizationID: string,
  userID: string,
): MemberRow | undefined {
  return held(
    db,
    db
      .sql<MemberRow>(`SELECT * FROM members WHERE organization_id = ? AND user_id = ?`)
      .get(organizationID, userID),
  );
}

/** Finds a user by id from its first membership, which holds its e-mail and name. */
export function findUser(
  db: Db,
  userID: string,
): Pick<MemberRow, "userID" | "email" | "name"> | undefined {
  return db
    .sql<MemberRow>(`SELECT * FROM members WHERE user_id = ? ORDER BY created_at, id LIMIT 1`)
    .get(userID);
}

/**
 * Finds a member by e-mail. Ignores the case of ASCII letters; an empty address finds no member.
 * @returns The oldest member if several match.
 */
export function findMemberByEmail(
  db: Db,
  organizationID: string,
  email: string,
): MemberRow | undefined {
  const row = db
    .sql<MemberRow>(
      `SELECT * FROM members WHERE lower(email) = lower(?) AND email <> '' AND organization_id = ? ORDER BY created_at, id LIMIT 1`,
    )
    .get(email, organizationID);
  return held(db, row);
}

/** Finds the active membership that a member's user has in an organization. */
export function findMembershipOf(
  db: Db,
  memberID: string,
  organizationID: string,
): MemberRow | undefined {
  return db
    .sql<MemberRow>(
      `SELECT m.*
         FROM members AS me
         JOIN members AS m ON m.user_id = me.user_id
        WHERE me.id = ? AND m.organization_id = ?`,
    )
    .all(memberID, organizationID)
    .map((row) => asHeld(db, row))
    .find(({ isActive }) => isActive === 1);
}

function held(db: Db, row: MemberRow | undefined): MemberRow | undefined {
  return row === undefined ? undefined : asHeld(db, row);
}

/** Derives a member's id, which is the same at every station: a user joins an organization once. */
export function memberIDOf(organizationID: string, userID: string): string {
  return derivedId("member", organizationID, userID);
}

/** Inserts a member; needs an open transaction. */
export function insertMember(db: Db, row: SqlRow & { id: string }): void {
  insertRow(db, "members", { ownerUntil: null, ...row });
}

/**
 * Updates a member; needs an open transaction. When an owner gets another role, the row stores the
 * time of the change, so that all stations agree on the owners.
 */
export function updateMember(
  db: Db,
  id: string,
  { role, ...fields }: SqlRow & { role?: Role },
): void {
  const known = db.sql<{ role: Role }>(`SELECT role FROM members WHERE id = ?`).get(id)?.role;
  const isLost = role !== undefined && role !== "owner" && known === "owner";
  updateRow(db, "members", id, {
    ...fields,
    ...(role === undefined ? {} : { role }),
    ...(isLost ? ownerUntil(db.open?.hlc ?? "") : {}),
  });
}

/** Lists the ids of this file's organizations, including inactive organizations, oldest first. */
export function listOrganizationIDs(db: Db): string[] {
  return db
    .sql<{ id: string }>(`SELECT id FROM organizations ORDER BY created_at, id`)
    .all()
    .map((row) => row.id);
}

/**
 * Finds the oldest organization that is not in `without`; a station acts for this organization by
 * default. Undefined in a new file.
 */
export function findFirstOrganization(
  db: Db,
  without: ReadonlySet<string>,
): OrganizationRow | undefined {
  return db
    .sql<OrganizationRow>(
      `SELECT * FROM organizations WHERE id NOT IN (SELECT value FROM json_each(?)) ORDER BY created_at, id LIMIT 1`,
    )
    .get(JSON.stringify([...without]));
}
