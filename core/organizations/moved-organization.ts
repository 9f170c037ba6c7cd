/** Takes the organization and the members of another server, from which an organization moves here. */
import { derivedId } from "../base/derived-id.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { Role } from "./organizations.schema.ts";
import * as store from "./organizations.store.ts";

const FIELDS = ["name", "taxOffice", "taxNumber", "phone", "email"] as const;
type Filled = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Name of an organization to which nobody has given a name. */
export const UNNAMED = "Packbench";

/**
 * Fills those fields of an organization that are empty; needs an open transaction.
 *
 * @returns Whether a field was filled.
 */
export function fillOrganization(deps: WriteDeps, organizationID: string, given: Filled): boolean {
  const row = store.getOrganization(deps.db, organizationID);
  const filled = FIELDS.filter(
    (field) =>
      given[field] !== "" && (row[field] === "" || (field === "name" && row.name === UNNAMED)),
  );
  if (filled.length === 0) return false;
  store.updateOrganization(deps.db, organizationID, {
    ...Object.fromEntries(filled.map((field) => [field, given[field]])),
    updatedAt: deps.now(),
  });
  return true;
}

/**
 * Adds a person as an inactive member; needs an open transaction. An owner or admin makes the member
 * active. An owner there becomes an admin here, because only an owner makes an owner.
 *
 * @returns False when there is a member with this e-mail.
 */
export function inviteMember(
  deps: WriteDeps,
  organizationID: string,
  { email, name, role }: { readonly email: string; readonly name: string; readonly role: Role },
): boolean {
  const userID = derivedId("invited user", organizationID, email.toLowerCase());
  if (
    store.findMemberByEmail(deps.db, organizationID, email) !== undefined ||
    store.findMemberByUser(deps.db, organizationID, userID) !== undefined
  )
    return false;
  const now = deps.now();
  store.insertMember(deps.db, {
    id: store.memberIDOf(organizationID, userID),
    createdAt: now,
    updatedAt: now,
    organizationID,
    userID,
    email,
    name,
    role: role === "owner" ? "admin" : role,
    isActive: 0,
  });
  return true;
}
