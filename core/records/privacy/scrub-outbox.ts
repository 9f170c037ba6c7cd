/**
 * What was erased stands in older copies for a while: in facts and changes that wait for their
 * readers, and in answers that are kept for repeats. They are gone through once after erasures, in
 * short turns: what a row no longer says, its copies no longer say.
 */
import { inTransaction } from "../../db/change.ts";
import type { Db, RowChange, SqlRow } from "../../db/database.ts";
import { packChanges, unpackChanges } from "../../db/packed-changes.ts";
import { findMeta, writeMeta } from "../../db/station-meta.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { isErased } from "../../db/erased.ts";
import { isErasedBody } from "../../shipping/shipments/stored-snapshot.ts";
import { scrubAside } from "./scrub-aside.ts";
import { PERSONAL_COLUMNS, withoutPersons } from "./personal-fields.ts";
import * as store from "./scrub.store.ts";

const TO_SCRUB = "to_scrub";
const WORDS = "words_of_erased";
const TURN_MS = 4;
const READ_AT_ONCE = 40;
const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * What was erased as time passed is older than this in all its copies, but for those that a reader
 * has not come to.
 */
const OLD_DAYS = 8;

/** There is something to go through. In the transaction of the erasure. */
export function noteToScrub(db: Pick<Db, "sql">, cause: "time" | "request"): void {
  if (!haveWords(db)) noteWords(db, true);
  if (cause === "request" || (findMeta(db, TO_SCRUB) ?? "") === "") writeMeta(db, TO_SCRUB, cause);
}

/** Whether the search indexes keep words of what was erased. */
export function haveWords(db: Pick<Db, "sql">): boolean {
  return findMeta(db, WORDS) === "1";
}

/** Inside a transaction. */
export function noteWords(db: Pick<Db, "sql">, areThere: boolean): void {
  writeMeta(db, WORDS, areThere ? "1" : "");
}

/** Goes through all copies, if there is cause. A turn of the core's thread between two yields. */
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
  yield* scrubAside(deps);
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

/** @returns The payload as it is to be now; undefined when it stays. */
function scrubbed(
  db: Db,
  { topic, subject_id: subjectID, payload }: store.Kept,
): string | Buffer | undefined {
  if (topic === "commit" && typeof payload !== "string") {
    const changes = unpackChanges(payload);
    const now = changes.map((change) => asNow(db, change));
    return now.some((change, i) => change !== changes[i]) ? packChanges(now) : undefined;
  }
  if (typeof payload !== "string" || !payload.includes('"address1"') || !isErased(db, subjectID))
    return undefined;
  return JSON.stringify(withoutPersons(JSON.parse(payload)));
}

/** The recorded change, with those fields emptied that an erasure has emptied in its row since. */
function asNow(db: Db, change: RowChange): RowChange {
  const [table, id, fields, isInsert] = change;
  if (!(PERSONAL_COLUMNS[table] ?? []).some((column) => column in fields)) return change;
  const row =
    table === "tracking_events"
      ? store.findEventNow(db, table, String(fields["shipment_id"]), id)
      : store.findNow(db, table, id);
  // Its event is at other stations, which empty it there.
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
        column in fields && fields[column] !== value && isEmptied(table, column, row),
    ),
  );
  if (Object.keys(emptied).length === 0) return change;
  const now = { ...fields, ...emptied };
  return isInsert === undefined ? [table, id, now] : [table, id, now, isInsert];
}

function isEmptied(table: string, column: string, row: SqlRow): boolean {
  if (table === "purchase_snapshots")
    return typeof row["body"] === "string" && isErasedBody(row["body"]);
  const value = row[column];
  return value === null || value === "" || value === "[]" || value === "{}";
}

function* scrubAnswers(deps: WriteDeps): Generator<void> {
  for (let [at, memberID, key] = ["", "", ""]; ; yield) {
    const rows = store.listAnswers(deps.db, { at, memberID, key, atMost: READ_AT_ONCE });
    if (rows.length === 0) return;
    const until = performance.now() + TURN_MS;
    inTransaction(deps, () => {
      for (const row of rows) {
        [at, memberID, key] = [row.created_at, row.member_id, row.key];
        if (row.body.includes('"address1"') && store.hasErased(deps.db, idsIn(row.body)))
          store.writeAnswer(deps.db, row, JSON.stringify(withoutPersons(JSON.parse(row.body))));
        if (performance.now() > until) break;
      }
    });
  }
}

/** The first ids of an answer: a list of shipments is kept under no key. */
function idsIn(body: string): string[] {
  return [...body.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g)]
    .slice(0, 200)
    .map(([id]) => id);
}
