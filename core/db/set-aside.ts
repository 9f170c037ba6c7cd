/** SQL for `commits_set_aside`: transactions of other stations that are not applied. */
import type { Db } from "./database.ts";

/** Why a transaction of another station is not applied. */
export type AsideReason = "newer version" | "clock" | "revoked" | "foreign" | "unreadable";

/** `number`: of the message's row in its station's outbox. `createdAt`: ISO 8601. */
export type SetAside = {
  readonly id: string;
  readonly stationID: string;
  readonly hlc: string;
  readonly number: number;
  readonly reason: AsideReason;
  readonly body: Uint8Array;
  readonly createdAt: string;
};

/** Keeps a transaction that is not applied. One that is kept already only gets the reason. Inside a transaction. */
export function putAside(db: Db, row: SetAside): void {
  db.sql(
    `INSERT INTO commits_set_aside (id, station_id, hlc, number, reason, body, created_at)
     VALUES (:id, :stationID, :hlc, :number, :reason, :body, :createdAt)
     ON CONFLICT DO UPDATE SET reason = excluded.reason`,
  ).run({ ...row });
}

/** Forgets a transaction that is applied now. Inside a transaction. */
export function deleteAside(db: Db, id: string): void {
  db.sql(`DELETE FROM commits_set_aside WHERE id = ?`).run(id);
}

const COLUMNS = "id, station_id AS stationID, hlc, number, reason, body, created_at AS createdAt";

/** Transactions that were set aside for their stamps, the earliest stamp first. */
export function listAhead(db: Pick<Db, "sql">, atMost: number): SetAside[] {
  return db.sql<SetAside>(`SELECT ${COLUMNS} FROM commits_set_aside WHERE reason = 'clock' ORDER BY hlc, id LIMIT ?`).all(atMost);
}

/** All of those of one station. */
export function listAheadOf(db: Pick<Db, "sql">, stationID: string): SetAside[] {
  return db.sql<SetAside>(`SELECT ${COLUMNS} FROM commits_set_aside WHERE reason = 'clock' AND station_id = ? ORDER BY hlc, id`).all(stationID);
}

/** How many were set aside of each station and reason. */
export function countAside(db: Pick<Db, "sql">): { readonly stationID: string; readonly reason: AsideReason; readonly n: number; readonly since: string }[] {
  return db.sql<{ stationID: string; reason: AsideReason; n: number; since: string }>(`SELECT station_id AS stationID, reason, count(*) AS n, min(created_at) AS since FROM commits_set_aside GROUP BY station_id, reason ORDER BY since`).all();
}
