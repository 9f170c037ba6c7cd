/**
 * Writes a transaction's outbox rows: its facts, numbered in their order, and its row changes for
 * other stations.
 */
import type { Db, Fact, NewFact, OpenTransaction, RowChange, SqlRow, Writer } from "./database.ts";
import { packChanges } from "./packed-changes.ts";

/** Outbox rows per statement. */
const MOST_AT_ONCE = 16;

/**
 * Writes facts and row changes.
 *
 * @returns The facts with their numbers, for the listeners.
 */
export function writeFacts(writer: Writer, open: OpenTransaction): Fact[] {
  const facts = lastOfEach(open.facts);
  const rows = facts.map(({ payload, ...fact }): OutboxRow => ({
    ...fact,
    payload: JSON.stringify(payload),
  }));
  const all = changesOf(open);
  if (all.length > 0)
    rows.push({
      id: writer.newId(),
      organizationID: null,
      topic: "commit",
      subjectID: "",
      visibleTo: null,
      payload: packChanges(all),
      at: writer.now(),
    });
  if (rows.length === 0) return [];
  const last = insertOutbox(writer.db, open.hlc, rows);
  open.lastSeq = last;
  return facts.map(({ payload: _, ...fact }, i) => ({ ...fact, seq: last - rows.length + 1 + i }));
}

/** Combines several "….changed" facts about one subject into the last one. */
function lastOfEach(facts: readonly NewFact[]): NewFact[] {
  if (facts.length < 2) return [...facts];
  const last = new Map(facts.map((fact, i) => [`${fact.topic} ${fact.subjectID}`, i]));
  return facts.filter(
    (fact, i) =>
      !fact.topic.endsWith(".changed") || last.get(`${fact.topic} ${fact.subjectID}`) === i,
  );
}

/** Combines several writes to one row into one change. */
function changesOf({ changes }: OpenTransaction): RowChange[] {
  const rows = new Map<string, { table: string; id: string; fields: SqlRow; isInsert: boolean }>();
  for (const change of changes) {
    const key = `${change.table} ${change.id}`;
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { ...change });
    else known.fields = { ...known.fields, ...change.fields };
  }
  return [...rows.values()].map(({ table, id, fields, isInsert }): RowChange =>
    isInsert ? [table, id, fields, 1] : [table, id, fields],
  );
}

type OutboxRow = Omit<NewFact, "payload"> & { readonly payload: string | Buffer };

/**
 * Inserts all outbox rows of a transaction, mostly by one statement.
 *
 * @returns The number of the last row; the other rows directly precede it.
 */
function insertOutbox(db: Db, hlc: string, rows: readonly OutboxRow[]): number {
  let last = 0;
  for (let at = 0; at < rows.length; at += MOST_AT_ONCE) {
    const some = rows.slice(at, at + MOST_AT_ONCE);
    const { lastInsertRowid } = db
      .sql(
        `INSERT INTO outbox (id, hlc, organization_id, topic, subject_id, visible_to, payload, created_at) VALUES ${some.map(() => "(?, ?, ?, ?, ?, ?, ?, ?)").join(", ")}`,
      )
      .run(
        ...some.flatMap((row) => [
          row.id,
          hlc,
          row.organizationID,
          row.topic,
          row.subjectID,
          row.visibleTo,
          row.payload,
          row.at,
        ]),
      );
    last = Number(lastInsertRowid);
  }
  return last;
}
