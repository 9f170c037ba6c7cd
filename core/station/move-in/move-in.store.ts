/** SQL for the progress of moves from other servers: what was read, counted and asked. */
import type { Db } from "../../db/database.ts";
import type { LeftOut, MovedKind, MoveInState, QuestionKind } from "./move-in.schema.ts";

export type MoveInRow = {
  readonly accountID: string;
  readonly organizationID: string;
  readonly memberID: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly state: MoveInState;
  readonly round: number;
  readonly kind: MovedKind;
  readonly page: number;
  readonly pageSize: number;
  readonly atRow: number;
  readonly totalRows: number;
  readonly problem: string;
  /** When everything was read last; null before. */
  readonly readAt: string | null;
};

/** Inserts a move; needs an open transaction. */
export function insertMoveIn(db: Db, row: MoveInRow): void {
  db.sql(
    `INSERT INTO move_ins (account_id, organization_id, member_id, created_at, updated_at, state, round, kind, page, page_size, at_row, total_rows, problem, read_at)
     VALUES (:accountID, :organizationID, :memberID, :createdAt, :updatedAt, :state, :round, :kind, :page, :pageSize, :atRow, :totalRows, :problem, :readAt)`,
  ).run(row);
}

/** Writes the progress of a move; needs an open transaction. */
export function updateMoveIn(db: Db, row: MoveInRow): void {
  db.sql(
    `UPDATE move_ins
        SET member_id = :memberID, updated_at = :updatedAt, state = :state, round = :round, kind = :kind,
            page = :page, page_size = :pageSize, at_row = :atRow, total_rows = :totalRows, problem = :problem, read_at = :readAt
      WHERE account_id = :accountID`,
  ).run(row);
}

/** Finds the move from an account's server. */
export function findMoveIn(
  db: Pick<Db, "sql">,
  organizationID: string,
  accountID: string,
): MoveInRow | undefined {
  return db
    .sql<MoveInRow>(`SELECT * FROM move_ins WHERE account_id = ? AND organization_id = ?`)
    .get(accountID, organizationID);
}

/** Lists the moves of an organization, newest first. */
export function listMoveIns(db: Pick<Db, "sql">, organizationID: string): MoveInRow[] {
  return db
    .sql<MoveInRow>(
      `SELECT * FROM move_ins WHERE organization_id = ? ORDER BY created_at DESC, account_id`,
    )
    .all(organizationID);
}

/** Lists the moves that the station reads, and those with a choice to apply, oldest first. */
export function listNext(db: Pick<Db, "sql">): MoveInRow[] {
  return db
    .sql<MoveInRow>(
      `SELECT m.*
         FROM move_ins AS m
        WHERE m.state = 'RUNNING'
           OR (m.state = 'READ'
               AND EXISTS (SELECT 1
                             FROM move_in_questions AS q INDEXED BY move_in_questions_chosen
                            WHERE q.account_id = m.account_id AND q.state = 'CHOSEN'))
        ORDER BY m.created_at, m.account_id`,
    )
    .all();
}

/** Counts of a round. */
export type CountRow = {
  readonly kind: MovedKind;
  readonly result: "taken" | "changed" | "alike" | "leftOut";
  /** "" unless the row was left out. */
  readonly reason: LeftOut | "";
  readonly n: number;
};

/** Adds to a count; needs an open transaction. */
export function addCount(db: Db, accountID: string, row: CountRow): void {
  db.sql(
    `INSERT INTO move_in_counts (account_id, kind, result, reason, n)
     VALUES (:accountID, :kind, :result, :reason, :n)
         ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  ).run({ accountID, ...row });
}

/** Lists the counts of the last round. */
export function listCounts(db: Pick<Db, "sql">, accountID: string): CountRow[] {
  return db
    .sql<CountRow>(
      `SELECT kind, result, reason, n FROM move_in_counts WHERE account_id = ? ORDER BY kind, result, reason`,
    )
    .all(accountID);
}

/** Deletes the counts of the last round; needs an open transaction. */
export function clearCounts(db: Db, accountID: string): void {
  db.sql(`DELETE FROM move_in_counts WHERE account_id = ?`).run(accountID);
}

type RowKey = { readonly accountID: string; readonly kind: MovedKind; readonly id: string };

/** Finds the version in which a row was taken; undefined for a row that was not taken. */
export function findVersion(db: Pick<Db, "sql">, row: RowKey): string | undefined {
  return db
    .sql<{ version: string }>(
      `SELECT version FROM move_in_rows WHERE account_id = :accountID AND kind = :kind AND id = :id`,
    )
    .get(row)?.version;
}

/** Records that a row was taken; needs an open transaction. @param row.place "": its district is known. */
export function writeVersion(
  db: Db,
  row: RowKey & { readonly version: string; readonly place: string },
): void {
  db.sql(
    `INSERT INTO move_in_rows (account_id, kind, id, version, place)
     VALUES (:accountID, :kind, :id, :version, :place)
         ON CONFLICT DO UPDATE SET version = excluded.version, place = excluded.place`,
  ).run(row);
}

/** Lists some addresses in a district that was not known. */
export function listInPlace(
  db: Pick<Db, "sql">,
  accountID: string,
  place: string,
  atMost: number,
): { readonly kind: MovedKind; readonly id: string }[] {
  return db
    .sql<{ kind: MovedKind; id: string }>(
      `SELECT kind, id
         FROM move_in_rows INDEXED BY move_in_rows_by_place
        WHERE account_id = ? AND place = ? AND place <> ''
        ORDER BY kind, id
        LIMIT ?`,
    )
    .all(accountID, place, atMost);
}

/** Records that the district of a row is known; needs an open transaction. */
export function clearPlace(db: Db, row: RowKey): void {
  db.sql(
    `UPDATE move_in_rows SET place = '' WHERE account_id = :accountID AND kind = :kind AND id = :id`,
  ).run(row);
}

export type QuestionRow = {
  readonly accountID: string;
  readonly kind: QuestionKind;
  readonly key: string;
  readonly text: string;
  readonly state: "OPEN" | "CHOSEN" | "SETTLED";
  /** Id of a district here, "newNumber" or "". */
  readonly choice: string;
};

/** Asks a question once; a question that was asked before keeps its state. Needs an open transaction. */
export function insertQuestion(
  db: Db,
  row: Pick<QuestionRow, "accountID" | "kind" | "key" | "text">,
): void {
  db.sql(
    `INSERT INTO move_in_questions (account_id, kind, key, text, state, choice)
     VALUES (:accountID, :kind, :key, :text, 'OPEN', '')
         ON CONFLICT DO NOTHING`,
  ).run(row);
}

export type QuestionKey = Pick<QuestionRow, "accountID" | "kind" | "key">;

/** Finds a question. */
export function findQuestion(db: Pick<Db, "sql">, key: QuestionKey): QuestionRow | undefined {
  return db
    .sql<QuestionRow>(
      `SELECT * FROM move_in_questions WHERE account_id = :accountID AND kind = :kind AND key = :key`,
    )
    .get(key);
}

/** Writes the answer to a question; needs an open transaction. */
export function updateQuestion(
  db: Db,
  { accountID, kind, key, state, choice }: QuestionKey & Pick<QuestionRow, "state" | "choice">,
): void {
  db.sql(
    `UPDATE move_in_questions SET state = :state, choice = :choice WHERE account_id = :accountID AND kind = :kind AND key = :key`,
  ).run({ accountID, kind, key, state, choice });
}

/** Finds the first question with a choice that is not applied yet. */
export function findChosen(db: Pick<Db, "sql">, accountID: string): QuestionRow | undefined {
  return db
    .sql<QuestionRow>(
      `SELECT *
         FROM move_in_questions INDEXED BY move_in_questions_chosen
        WHERE account_id = ? AND state = 'CHOSEN'
        ORDER BY kind, key
        LIMIT 1`,
    )
    .get(accountID);
}

/** Settles the open questions of a kind; needs an open transaction. */
export function updateOpenQuestions(
  db: Db,
  { accountID, kind, state, choice }: Omit<QuestionRow, "key" | "text">,
): void {
  db.sql(
    `UPDATE move_in_questions SET state = :state, choice = :choice WHERE account_id = :accountID AND kind = :kind AND state = 'OPEN'`,
  ).run({ accountID, kind, state, choice });
}

/** Lists a page of the questions, those that wait for a person first. */
export function listQuestions(
  db: Pick<Db, "sql">,
  accountID: string,
  page: { readonly limit: number; readonly offset: number },
): QuestionRow[] {
  return db
    .sql<QuestionRow>(
      `SELECT *
         FROM move_in_questions
        WHERE account_id = :accountID
        ORDER BY state = 'OPEN' DESC, state = 'CHOSEN' DESC, kind, key
        LIMIT :limit OFFSET :offset`,
    )
    .all({ accountID, ...page });
}

/** Counts the questions of a move that wait for a person, by kind. */
export function countOpenQuestions(
  db: Pick<Db, "sql">,
  accountID: string,
): { readonly kind: QuestionKind; readonly n: number }[] {
  return db
    .sql<{ kind: QuestionKind; n: number }>(
      `SELECT kind, count(*) AS n
         FROM move_in_questions
        WHERE account_id = ? AND state = 'OPEN'
        GROUP BY kind
        ORDER BY kind`,
    )
    .all(accountID);
}

/** Counts the questions of a move. */
export function countQuestions(
  db: Pick<Db, "sql">,
  accountID: string,
): { readonly all: number; readonly open: number } {
  return (
    db
      .sql<{ all: number; open: number }>(
        `SELECT count(*) AS "all", coalesce(sum(state <> 'SETTLED'), 0) AS open FROM move_in_questions WHERE account_id = ?`,
      )
      .get(accountID) ?? { all: 0, open: 0 }
  );
}
