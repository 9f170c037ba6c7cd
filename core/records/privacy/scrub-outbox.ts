/**
 * Erases persons from copies of rows: facts and changes in the outbox that wait for their readers,
 * and responses stored for repeated calls. After erasures, one pass in short turns empties in each
 * copy the texts that its row no longer has.
 */
import { inTransaction } from "../../db/change.ts";
import type { Db, RowChange, SqlRow } from "../../db/database.ts";
import { packChanges, unpackChanges } from "../../db/packed-changes.ts";
import { findMeta, writeMeta } from "../../db/station-meta.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { isErased } from "../../db/erased.ts";
import { isErasedBody } from "../../shipping/shipments/stored-snapshot.ts";
import { scrubQuarantined } from "./scrub-quarantined.ts";
import { personalColumns } from "../../db/tables.ts";
import { withoutPersons } from "./personal-fields.ts";
import * as store from "./scrub.store.ts";

const TO_SCRUB = "to_scrub";
const WORDS = "words_of_erased";
const TURN_MS = 4;
const READ_AT_ONCE = 40;
const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * Minimum age of the copies that are scrubbed after erasures by age, days. A row that is erased by
 * age last changed weeks ago, so newer copies are of other rows.
 */
const OLD_DAYS = 8;

/** Requests a pass; needs the transaction of the erasure. */
export function noteToScrub(db: Pick<Db, "sql">, cause: "time" | "request"): void {
  if (!haveWords(db)) noteWords(db, true);
  if (cause === "request" || (findMeta(db, TO_SCRUB) ?? "") === "") writeMeta(db, TO_SCRUB, cause);
}

/** Returns whether the search indexes may still hold erased words. */
export function haveWords(db: Pick<Db, "sql">): boolean {
  return findMeta(db, WORDS) === "1";
}

/** Records whether the search indexes may hold erased words; needs an open transaction. */
export function noteWords(db: Pick<Db, "sql">, areThere: boolean): void {
  writeMeta(db, WORDS, areThere ? "1" : "");
}

/** Scrubs all copies if a pass was requested; each yield ends a turn of the core's thread. */
export function* scrubCopies(deps: WriteDeps): Generator<void> {
  const cause = findMeta(deps.db, TO_SCRUB) ?? "";
  if (cause === "") return;
  const upTo =
    cause === "request"
      ? Number.MAX_SAFE_INTEGER
      : store.lastKeptBefore(
          deps.db,
          new Date(Date.parse(deps.now()) - OLD_DAYS * DAY_MS).toISOString(),
        );
  yield* scrubOutbox(deps, upTo);
  yield* scrubAnswers(deps);
  yield* scrubQuarantined(deps);
  inTransaction(deps, () => {
    if (findMeta(deps.db, TO_SCRUB) === cause) writeMeta(deps.db, TO_SCRUB, "");
  });
}

function* scrubOutbox(deps: WriteDeps, upTo: number): Generator<void> {
  for (let seq = 0; ; yield) {
    const rows = store.listKept(deps.db, { seq, upTo, atMost: READ_AT_ONCE });
    if (rows.length === 0) return;
    const until = performance.now() + TURN_MS;
    inTransaction(deps, () => {
      for (const row of rows) {
        const payload = scrubbed(deps.db, row);
        if (payload !== undefined) store.writePayload(deps.db, row.seq, payload);
        seq = row.seq;
        if (performance.now() > until) break;
      }
    });
  }
}

/**
 * Empties a payload.
 *
 * @returns The new payload; undefined when nothing changes.
 */
function scrubbed(db: Db, { topic, subjectID, payload }: store.Kept): string | Buffer | undefined {
  if (topic === "commit" && typeof payload !== "string") {
    const changes = unpackChanges(payload);
    const now = changes.map((change) => asNow(db, change));
    return now.some((change, i) => change !== changes[i]) ? packChanges(now) : undefined;
  }
  if (typeof payload !== "string" || !payload.includes('"address1"') || !isErased(db, subjectID))
    return undefined;
  return JSON.stringify(withoutPersons(db, JSON.parse(payload)));
}

/** Copies a recorded change and empties the fields that an erasure has since emptied in its row. */
function asNow(db: Db, change: RowChange): RowChange {
  const [table, id, fields, isInsert] = change;
  if (!personalColumns(db, table).some((column) => column in fields)) return change;
  const row =
    table === "tracking_events"
      ? store.findEventNow(db, table, String(fields["shipment_id"]), id)
      : store.findNow(db, table, id);
  // This station does not have the event's row, so the change's text is emptied without it. Stations
  // that have the row empty it themselves.
  if (
    row === undefined &&
    table === "tracking_events" &&
    isErased(db, String(fields["shipment_id"]))
  )
    return isInsert === undefined
      ? [table, id, { ...fields, details: "" }]
      : [table, id, { ...fields, details: "" }, isInsert];
  if (row === undefined) return change;
  const emptied = Object.fromEntries(
    Object.entries(row).filter(
      ([column, value]) =>
        column in fields && fields[column] !== value && isEmptied(db, table, column, row),
    ),
  );
  if (Object.keys(emptied).length === 0) return change;
  const now = { ...fields, ...emptied };
  return isInsert === undefined ? [table, id, now] : [table, id, now, isInsert];
}

/** Whether an erasure has emptied a column of a row. A number, unlike a text, names no person. */
function isEmptied(db: Db, table: string, column: string, row: SqlRow): boolean {
  if (table === "purchase_snapshots")
    return typeof row["body"] === "string" && isErasedBody(row["body"]);
  const without = db.tables.synced.get(table)?.personal?.[column];
  return typeof without !== "number" && row[column] === without;
}

function* scrubAnswers(deps: WriteDeps): Generator<void> {
  for (let [at, memberID, key] = ["", "", ""]; ; yield) {
    const rows = store.listAnswers(deps.db, { at, memberID, key, atMost: READ_AT_ONCE });
    if (rows.length === 0) return;
    const until = performance.now() + TURN_MS;
    inTransaction(deps, () => {
      for (const row of rows) {
        [at, memberID, key] = [row.createdAt, row.memberID, row.key];
        if (row.body.includes('"address1"') && store.hasErased(deps.db, idsIn(row.body)))
          store.writeAnswer(
            deps.db,
            row,
            JSON.stringify(withoutPersons(deps.db, JSON.parse(row.body))),
          );
        if (performance.now() > until) break;
      }
    });
  }
}

/** Finds the ids in a stored response; responses with lists of shipments are not stored. */
function idsIn(body: string): string[] {
  return [...body.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g)]
    .slice(0, 200)
    .map(([id]) => id);
}
