/**
 * SQL for `audit_entries`: rows are added, read by key, and deleted by their age, or when their act
 * was undone at once.
 */
import type { Db, SqlRow } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";

export type NewEntry = {
  /** Rises with time. */
  readonly id: string;
  readonly at: string;
  readonly organization_id: string;
  /** "" for the station itself. */
  readonly member_id: string;
  /** "" at the desk. */
  readonly token_id: string;
  readonly kind: string;
  /** An act, a space, the operation, and where there is an amount a space and "12.50". */
  readonly act: string;
  readonly subject_id: string;
};

/** Inside a transaction. @param entries Some dozens. */
export function insertEntries(db: Db, entries: readonly NewEntry[]): void {
  const one = `INSERT INTO audit_entries (id, at, organization_id, member_id, token_id, kind, act, subject_id) VALUES (:id, :at, :organization_id, :member_id, :token_id, :kind, :act, :subject_id)`;
  for (const entry of entries) db.sql(one).run(entry);
}

/** Inside a transaction. */
export function deleteEntry(db: Db, id: string): void {
  db.sql(`DELETE FROM audit_entries WHERE id = ?`).run(id);
}

export type EntryRow = NewEntry & {
  readonly member_name: string;
  readonly token_name: string;
  /** Order number of the shipment, or of the transaction's shipment; null for other subjects. */
  readonly order_number: string | null;
};

export type EntryFilter = {
  readonly organizationID: string;
  readonly memberID: string;
  readonly kind: string;
  /** Ids: the first, and the first that is too late. */
  readonly from: string;
  readonly before: string;
  readonly limit: number;
};

/**
 * Kinds with about one entry a parcel: the newest of a member are found among that member's newest
 * entries. The other kinds have few entries, and are searched by their kind.
 */
const MANY: readonly string[] = ["purchase", "cancel", "print"];

/**
 * Newest first. An index for a member, one for a kind, and one for all: the planner takes no wrong
 * one where each has its own statement. With a member and a kind the entries of one are gone
 * through for the other: of the kind where it is a rare one, and beside the quick reads in any
 * case.
 *
 * @throws AppError E2052 when it takes too long.
 */
export function listEntries(
  reader: Reader,
  { memberID, kind, ...of }: EntryFilter,
): Promise<EntryRow[]> {
  const isBoth = memberID !== "" && kind !== "";
  const index =
    memberID !== "" && !(isBoth && !MANY.includes(kind))
      ? "audit_by_member"
      : kind !== ""
        ? "audit_by_kind"
        : "audit_by_time";
  const only = [
    memberID === "" ? "" : "AND e.member_id = :memberID",
    kind === "" ? "" : "AND e.kind = :kind",
    isBoth ? "AND still_wanted()" : "",
  ].join(" ");
  const parameters: SqlRow = {
    ...of,
    ...(memberID === "" ? {} : { memberID }),
    ...(kind === "" ? {} : { kind }),
  };
  return reader.all<EntryRow>(
    `SELECT e.id, e.at, e.organization_id, e.member_id, e.token_id, e.kind, e.act, e.subject_id, coalesce(m.name, '') AS member_name, coalesce(t.name, '') AS token_name,
            (SELECT s.order_number FROM shipments AS s WHERE s.id = coalesce((SELECT b.shipment_id FROM transactions AS b WHERE b.id = e.subject_id), e.subject_id)) AS order_number
       FROM audit_entries AS e INDEXED BY ${index}
       LEFT JOIN members AS m ON m.id = e.member_id
       LEFT JOIN api_tokens AS t ON t.id = e.token_id
      WHERE e.organization_id = :organizationID AND e.id >= :from AND e.id < :before ${only}
      ORDER BY e.id DESC
      LIMIT :limit`,
    parameters,
    isBoth ? "long" : "quick",
  );
}

/** Deletes an organization's entries before an id, the oldest first. @returns How many. */
export function deleteBefore(
  db: Db,
  of: { readonly organizationID: string; readonly before: string; readonly atMost: number },
): number {
  return db
    .sql(
      `DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries INDEXED BY audit_by_time WHERE organization_id = :organizationID AND id < :before ORDER BY id LIMIT :atMost)`,
    )
    .run(of).changes;
}
