/** SQL for `status_files` and `status_codes`. */
import { derivedId } from "../../base/derived-id.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import type { CachedDb, Db } from "../../db/database.ts";
import { cachedRead } from "../../db/read-cache.ts";

export type StatusFileRow = {
  id: string;
  createdAt: string;
  organizationID: string;
  providerCode: string;
  name: string;
  rowCount: number;
  recorded: number;
  createdBy: string;
};

/** Inserts an applied file into a synced table; needs an open transaction. */
export function insertStatusFile(db: Db, row: StatusFileRow): void {
  insertRow(db, "status_files", row);
}

/** Lists the carriers with a file that was applied since a time, from the read cache. */
export function listReporting(
  db: CachedDb,
  organizationID: string,
  since: string,
): readonly string[] {
  const newest = cachedRead(db, ["status_files"], `reporting carriers of ${organizationID}`, () =>
    db
      .sql<{ providerCode: string; at: string }>(
        `SELECT provider_code, max(created_at) AS at
           FROM status_files
          WHERE organization_id = ?
          GROUP BY provider_code
          ORDER BY provider_code`,
      )
      .all(organizationID),
  );
  return newest.filter(({ at }) => at >= since).map(({ providerCode }) => providerCode);
}

/** Lists an organization's applied files, newest first. */
export function listStatusFiles(
  db: Pick<Db, "sql">,
  organizationID: string,
  limit: number,
): (StatusFileRow & { memberName: string })[] {
  return db
    .sql<StatusFileRow & { memberName: string }>(
      `SELECT f.id, f.created_at, f.organization_id, f.provider_code, f.name, f.row_count,
              f.recorded, f.created_by, coalesce(m.name, '') AS member_name
         FROM status_files AS f
         LEFT JOIN members AS m ON m.id = f.created_by
        WHERE f.organization_id = ?
        ORDER BY f.created_at DESC, f.id DESC
        LIMIT ?`,
    )
    .all(organizationID, limit);
}

/** A carrier's code and the status that it means; `code` is folded. */
export type StatusCode = {
  readonly providerCode: string;
  readonly code: string;
  readonly subCode: string;
};

/** Lists the codes of a carrier that an organization has mapped. */
export function listStatusCodes(
  db: Pick<Db, "sql">,
  organizationID: string,
  providerCode: string,
): StatusCode[] {
  return db
    .sql<StatusCode>(
      `SELECT provider_code, code, sub_code
         FROM status_codes
        WHERE organization_id = ? AND provider_code = ?
        ORDER BY code`,
    )
    .all(organizationID, providerCode);
}

/** Maps a code, or maps it to another status; needs an open transaction. */
export function writeStatusCode(
  db: Db,
  organizationID: string,
  { providerCode, code, subCode }: StatusCode,
  now: string,
): void {
  const id = derivedId("status code", organizationID, providerCode, code);
  const isKnown = updateRow(db, "status_codes", id, { subCode, updatedAt: now });
  if (!isKnown)
    insertRow(db, "status_codes", {
      id,
      createdAt: now,
      updatedAt: now,
      organizationID,
      providerCode,
      code,
      subCode,
    });
}
