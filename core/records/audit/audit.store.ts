/**
 * SQL for `audit_entries`: rows are added, listed by filters, and deleted by age, or by the
 * transaction that undoes their act.
 */
import type { Db, SqlRow } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";

export type NewEntry = {
  /** Ids rise with time. */
  readonly id: string;
  readonly at: string;
  readonly organizationID: string;
  /** "" for acts of the station itself. */
  readonly memberID: string;
  /** "" for calls of the desk. */
  readonly tokenID: string;
  readonly kind: string;
  /** Act, space, operation; with an amount, also a space and "12.50". */
  readonly act: string;
  readonly subjectID: string;
  /** Lead who allowed the act at the desk; "" for other acts. */
  readonly approvedBy: string;
};

/**
 * Inserts entries; needs an open transaction.
 *
 * @param entries A few dozen at most.
 */
export function insertEntries(db: Db, entries: readonly NewEntry[]): void {
  const one = `INSERT INTO audit_entries (id, at, organization_id, member_id, token_id, kind, act, subject_id, approved_by) VALUES (:id, :at, :organizationID, :memberID, :tokenID, :kind, :act, :subjectID, :approvedBy)`;
  for (const entry of entries) db.sql(one).run(entry);
}

/** Deletes an entry; needs an open transaction. */
export function deleteEntry(db: Db, id: string): void {
  db.sql(`DELETE FROM audit_entries WHERE id = ?`).run(id);
}

export type EntryRow = NewEntry & {
  readonly memberName: string;
  readonly tokenName: string;
  readonly approverName: string;
  /** Order number of the shipment, or of the transaction's shipment; null for other subjects. */
  readonly orderNumber: string | null;
};

export type EntryFilter = {
  readonly organizationID: string;
  readonly memberID: string;
  readonly kind: string;
  /** Ids from `from` (inclusive) to `before` (exclusive). */
  readonly from: string;
  readonly before: string;
  readonly limit: number;
};

/**
 * Kinds with about one entry per parcel: a search for a member's entries of such a kind goes
 * through that member's newest entries. Other kinds have few entries and are searched by kind.
 */
const MANY: readonly string[] = ["purchase", "cancel", "print"];

/**
 * Lists entries, newest first. Each combination of filters has its own statement, so that the
 * planner cannot choose the wrong index: there is an index for members, an index for kinds and an
 * index for all entries. A search by member and kind scans the entries of the kind when the kind is
 * rare, otherwise the entries of the member; this search runs on the connection for slow reads.
 *
 * @throws AppError E2052 when the search takes too long.
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
    `SELECT e.id, e.at, e.organization_id, e.member_id, e.token_id, e.kind, e.act, e.subject_id, e.approved_by, coalesce(m.name, '') AS member_name, coalesce(a.name, '') AS approver_name, coalesce(t.name, '') AS token_name,
            (SELECT s.order_number FROM shipments AS s WHERE s.id = coalesce((SELECT b.shipment_id FROM transactions AS b WHERE b.id = e.subject_id), e.subject_id)) AS order_number
       FROM audit_entries AS e INDEXED BY ${index}
       LEFT JOIN members AS m ON m.id = e.member_id
       LEFT JOIN members AS a ON a.id = e.approved_by
       LEFT JOIN api_tokens AS t ON t.id = e.token_id
      WHERE e.organization_id = :organizationID AND e.id >= :from AND e.id < :before ${only}
      ORDER BY e.id DESC
      LIMIT :limit`,
    parameters,
    isBoth ? "long" : "quick",
  );
}

/**
 * Deletes an organization's entries before an id, oldest first.
 *
 * @returns The number of deleted entries.
 */
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
