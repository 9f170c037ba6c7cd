/** SQL for `announcements`. */
import { parseJsonOr } from "../../base/json.ts";
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import { isErased } from "../../db/erased.ts";
import {
  correctionsSchema,
  type AnnouncementState,
  type Corrections,
} from "./announcements.schema.ts";

export type AnnouncementRow = {
  /** Id of the label's transaction. */
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly shipmentID: string;
  readonly accountID: string;
  readonly stationID: string;
  readonly state: AnnouncementState;
  readonly code: string;
  readonly field: string;
  readonly words: string;
  /** JSON: the carrier's ids of the parcel. */
  readonly details: string;
  readonly corrections: Corrections;
  /** "" without a file. */
  readonly fileID: string;
  /** `loginOf` the account when the carrier got the label, or may have got it; "" before. */
  readonly login: string;
  readonly announcedAt: string | null;
};

type StoredRow = Omit<AnnouncementRow, "corrections"> & { readonly corrections: string };

function parsed(row: StoredRow): AnnouncementRow {
  return { ...row, corrections: parseJsonOr(row.corrections, correctionsSchema, {}) };
}

/** Inserts the announcement of a label; needs an open transaction. */
export function insertAnnouncement(db: Db, row: AnnouncementRow): void {
  insertRow(db, "announcements", { ...row, corrections: JSON.stringify(row.corrections) });
}

/**
 * Changes an announcement; needs an open transaction.
 *
 * @param from States in which it may be; absent: any.
 * @returns False, with nothing written, when it is in another state.
 */
export function updateAnnouncement(
  db: Db,
  { id, shipmentID }: Pick<AnnouncementRow, "id" | "shipmentID">,
  fields: Partial<Omit<AnnouncementRow, "id">> & { readonly updatedAt: string },
  from?: AnnouncementState,
): boolean {
  const { corrections, ...others } = fields;
  const isGone = isErased(db, shipmentID);
  return updateRow(
    db,
    "announcements",
    id,
    {
      ...others,
      ...(corrections === undefined
        ? {}
        : { corrections: JSON.stringify(isGone ? {} : corrections) }),
      ...(isGone && others.words !== undefined ? { words: "" } : {}),
    },
    from === undefined ? {} : { state: from },
  );
}

/** Finds the announcement of a label; undefined for a label without a connected account. */
export function findAnnouncement(db: Pick<Db, "sql">, id: string): AnnouncementRow | undefined {
  const row = db.sql<StoredRow>(`SELECT * FROM announcements WHERE id = ?`).get(id);
  return row === undefined ? undefined : parsed(row);
}

/** Selects open announcements, oldest first. `accountID`: "" for all accounts. */
export type OpenQuery = {
  readonly organizationID: string;
  readonly accountID: string;
  readonly state: Extract<AnnouncementState, "WAITING" | "REFUSED" | "UNCERTAIN">;
  readonly atMost: number;
  /** The last row of the page before; absent: the first page. */
  readonly after?: Pick<AnnouncementRow, "id"> | undefined;
};

/** Lists a page of open announcements in one state, oldest first. */
export function listOpen(db: Pick<Db, "sql">, { after, ...query }: OpenQuery): AnnouncementRow[] {
  return db
    .sql<StoredRow>(
      `SELECT *
         FROM announcements INDEXED BY announcements_open
        WHERE organization_id = :organizationID
          AND (:accountID = '' OR account_id = :accountID)
          AND state = :state
          AND state IN ('WAITING', 'REFUSED', 'UNCERTAIN')
          AND id > :after
        ORDER BY id
        LIMIT :atMost`,
    )
    .all({ ...query, after: after?.id ?? "" })
    .map(parsed);
}

export type OpenCount = {
  readonly accountID: string;
  readonly state: AnnouncementState;
  readonly n: number;
  /** Number of them that are in files. */
  readonly inFiles: number;
};

/** Counts the open announcements by account and state. */
export function countOpen(db: Pick<Db, "sql">, organizationID: string): OpenCount[] {
  return db
    .sql<OpenCount>(
      `SELECT account_id, state, count(*) AS n, sum(file_id <> '') AS in_files
         FROM announcements INDEXED BY announcements_open
        WHERE organization_id = ?
          AND state IN ('WAITING', 'REFUSED', 'UNCERTAIN')
        GROUP BY account_id, state`,
    )
    .all(organizationID);
}

/**
 * Lists the waiting announcements of an account, without a file, that a station makes.
 *
 * @param after Id after which the list begins; "" for the start.
 */
export function listWaitingHere(
  db: Pick<Db, "sql">,
  of: {
    readonly organizationID: string;
    readonly accountID: string;
    readonly stationID: string;
    readonly after: string;
    readonly atMost: number;
  },
): AnnouncementRow[] {
  return db
    .sql<StoredRow>(
      `SELECT *
         FROM announcements INDEXED BY announcements_open
        WHERE organization_id = :organizationID
          AND account_id = :accountID
          AND state = 'WAITING'
          AND state IN ('WAITING', 'REFUSED', 'UNCERTAIN')
          AND station_id = :stationID
          AND file_id = ''
          AND id > :after
        ORDER BY id
        LIMIT :atMost`,
    )
    .all(of)
    .map(parsed);
}

/** Counts the labels of a file about which nobody has decided. */
export function countOpenOfFile(db: Pick<Db, "sql">, fileID: string): number {
  return (
    db
      .sql<{ n: number }>(
        `SELECT count(*) AS n
           FROM announcements
          WHERE file_id = ? AND file_id <> '' AND state IN ('WAITING', 'UNCERTAIN')`,
      )
      .get(fileID)?.n ?? 0
  );
}

/** Lists the announcements of a file, by their creation. */
export function listOfFile(db: Pick<Db, "sql">, fileID: string): AnnouncementRow[] {
  return db
    .sql<StoredRow>(
      `SELECT * FROM announcements WHERE file_id = ? AND file_id <> '' ORDER BY created_at, id`,
    )
    .all(fileID)
    .map(parsed);
}
