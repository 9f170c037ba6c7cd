/**
 * Effective roles. Two stations without a connection may together leave an organization without an
 * active owner. Then the former owner who lost the role last counts as owner until somebody becomes
 * owner again. Every station derives this from the merged rows and gets the same result in any
 * order of changes. `members.owner_until` stores the time of the loss.
 */
import { updateRow } from "../db/change.ts";
import type { Db } from "../db/database.ts";
import { timeOf } from "../db/hlc.ts";
import { cachedRead } from "../db/read-cache.ts";
import { readClocks, stampOf } from "../db/row-clocks.ts";
import type { Role } from "./organizations.schema.ts";

/** Role and state of a member as stored in its row. */
type Kept = {
  readonly id: string;
  readonly organizationID: string;
  readonly role: Role;
  readonly isActive: number;
};

/**
 * Makes the columns that record the loss of the owner's role.
 * @param hlc Stamp of the transaction that gives the other role.
 */
export function ownerUntil(hlc: string): { readonly ownerUntil: string } {
  return { ownerUntil: timeOf(hlc) };
}

/**
 * Replaces a member's stored role by its effective role; a former owner who counts as owner is also
 * active.
 */
export function asHeld<Row extends Kept>(db: Db, row: Row): Row {
  return findHeir(db, row.organizationID) === row.id ? { ...row, role: "owner", isActive: 1 } : row;
}

/**
 * Stores the effective owner as owner, before a change of members that depends on the owners. Needs
 * an open transaction.
 */
export function settleOwner(db: Db, organizationID: string, now: string): void {
  const heir = findHeir(db, organizationID);
  if (heir !== undefined)
    updateRow(db, "members", heir, { role: "owner", isActive: 1, updatedAt: now });
}

/**
 * Finds the former owner who counts as owner; undefined while there is an active owner.
 */
function findHeir(db: Db, organizationID: string): string | undefined {
  return cachedRead(db, ["members"], `heir of ${organizationID}`, () => {
    const rows = db
      .sql<Kept & { stamp: string; ownerUntil: string | null }>(
        `SELECT id, stamp, organization_id, role, is_active, owner_until FROM members WHERE organization_id = ?`,
      )
      .all(organizationID);
    if (rows.some((row) => row.role === "owner" && row.isActive === 1)) return undefined;
    const former = rows
      .map((row) => ({
        id: row.id,
        lostAt:
          row.role === "owner"
            ? timeOf(stampOf(readClocks(db, "members", row.id), "is_active") ?? row.stamp)
            : row.ownerUntil,
      }))
      .filter((row): row is { id: string; lostAt: string } => row.lostAt !== null);
    return former.sort((a, b) => (`${a.lostAt} ${a.id}` < `${b.lostAt} ${b.id}` ? -1 : 1)).at(-1)
      ?.id;
  });
}
