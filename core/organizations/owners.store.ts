/**
 * Who owns an organization when stations that were apart have left it no active owner: of its
 * former owners the one who lost the role last, by the stamp of the loss, until an owner is made
 * again. It is read from the merged rows, so every station comes to the same result, in any order
 * of the changes. `members.owner_until` keeps the time of the loss.
 */
import { updateRow } from "../db/change.ts";
import type { Db } from "../db/database.ts";
import { timeOf } from "../db/hlc.ts";
import { cachedRead } from "../db/read-cache.ts";
import { readClocks, stampOf } from "../db/row-clocks.ts";
import type { Role } from "./organizations.schema.ts";

/** A member's role and state as its row keeps them. */
type Kept = {
  readonly id: string;
  readonly organization_id: string;
  readonly role: Role;
  readonly is_active: number;
};

/**
 * What the row of an owner who gets another role keeps of it.
 * @param hlc The stamp of the transaction that gives the role.
 */
export function ownerUntil(hlc: string): { readonly owner_until: string } {
  return { owner_until: timeOf(hlc) };
}

/** A member as it counts. */
export function asHeld<Row extends Kept>(db: Db, row: Row): Row {
  return findHeir(db, row.organization_id) === row.id
    ? { ...row, role: "owner", is_active: 1 }
    : row;
}

/**
 * Writes who is owner by that rule as an owner, before members are changed on that ground. Inside a
 * transaction.
 */
export function settleOwner(db: Db, organizationID: string, now: string): void {
  const heir = findHeir(db, organizationID);
  if (heir !== undefined)
    updateRow(db, "members", heir, { role: "owner", is_active: 1, updated_at: now });
}

/**
 * @returns The id of the member who is owner by that rule; undefined while there is an active
 *   owner.
 */
function findHeir(db: Db, organizationID: string): string | undefined {
  return cachedRead(db, ["members"], `heir of ${organizationID}`, () => {
    const rows = db
      .sql<Kept & { stamp: string; owner_until: string | null }>(
        `SELECT id, stamp, organization_id, role, is_active, owner_until FROM members WHERE organization_id = ?`,
      )
      .all(organizationID);
    if (rows.some((row) => row.role === "owner" && row.is_active === 1)) return undefined;
    const former = rows
      .map((row) => ({
        id: row.id,
        lostAt:
          row.role === "owner"
            ? timeOf(stampOf(readClocks(db, "members", row.id), "is_active") ?? row.stamp)
            : row.owner_until,
      }))
      .filter((row): row is { id: string; lostAt: string } => row.lostAt !== null);
    return former.sort((a, b) => (`${a.lostAt} ${a.id}` < `${b.lostAt} ${b.id}` ? -1 : 1)).at(-1)
      ?.id;
  });
}
