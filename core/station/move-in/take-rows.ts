/**
 * Takes the rows of a page. The progress is written in the transaction of the rows, so that a crash
 * neither loses nor repeats a row; rows are taken some at a time, so that purchases go on.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isAppError } from "../../base/errors.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import type { StationDeps } from "../deps.ts";
import { MOVED_KINDS, type MovedKind } from "./move-in.schema.ts";
import * as store from "./move-in.store.ts";
import type { MoveInRow } from "./move-in.store.ts";
import { leftOut, type Moving, type RowKind, type Taken } from "./moving.ts";
import { noteState, stillRunning } from "./progress.ts";
import { recipients, senders } from "./take-address.ts";
import { shipments } from "./take-shipment.ts";
import {
  accounts,
  districts,
  members,
  organization,
  templates,
  webhooks,
} from "./take-small-lists.ts";

/** How the rows of each kind are read and taken. */
export const KINDS: Readonly<Record<MovedKind, RowKind>> = {
  organization,
  members,
  districts,
  senders,
  recipients,
  templates,
  webhooks,
  accounts,
  shipments,
};

/** Longest work of one transaction, ms, and its rows at most. */
const WORK_MS = 4;
const MOST_ROWS = 50;
/** Pages after which a list ends, since a server may give the same page for ever. */
const MOST_PAGES = 100_000;

/** Highest total that is believed: no server has more rows. */
const MOST_TOTAL = 1_000_000_000;

/** Rows of a page; `total`: rows of all pages, 0 when the server does not say. */
export type Page = {
  readonly rows: readonly unknown[];
  readonly total: number;
  readonly isLast: boolean;
};

/** Reads an answer as a page. */
export function pageOf(
  kind: RowKind,
  { page, pageSize }: Pick<MoveInRow, "page" | "pageSize">,
  { data, totalRows, totalPages }: Readonly<Record<string, unknown>>,
): Page {
  const rows: readonly unknown[] = Array.isArray(data) ? data : [];
  const pages = typeof totalPages === "number" ? totalPages : undefined;
  const isLast =
    !kind.isPaged ||
    rows.length === 0 ||
    page >= MOST_PAGES ||
    (pages === undefined ? rows.length < pageSize : page >= pages);
  return {
    rows,
    total:
      typeof totalRows === "number" && totalRows >= 0
        ? Math.min(MOST_TOTAL, Math.floor(totalRows))
        : 0,
    isLast,
  };
}

/** Takes the rows of a page that are not done yet, some in each transaction. */
export async function takeRows(
  moving: Moving,
  kind: RowKind,
  page: Page,
  signal: AbortSignal,
): Promise<void> {
  const { deps, move } = moving;
  for (let at = Math.min(move.atRow, page.rows.length); ;) {
    const from = performance.now();
    const taken = inTransaction(deps, () => takeSome(moving, kind, page, at));
    at = taken.at;
    if (taken.isOver || signal.aborted) return;
    // Pauses for the time that it worked: a purchase has several turns, and each would wait for a transaction.
    await wait(performance.now() - from);
    await yieldToEventLoop();
  }
}

/** Takes rows from `at` on for a short time, and writes the progress; needs an open transaction. */
function takeSome(
  moving: Moving,
  kind: RowKind,
  { rows, total, isLast }: Page,
  first: number,
): { readonly at: number; readonly isOver: boolean } {
  const { deps, accountID } = moving;
  const move = stillRunning(deps, moving.move);
  // A person may have paused or ended the move since.
  if (move === undefined || move.kind !== kind.kind || move.page !== moving.move.page)
    return { at: first, isOver: true };
  const until = performance.now() + WORK_MS;
  const counts = new Map<string, store.CountRow>();
  let at = first;
  while (at < rows.length && at - first < MOST_ROWS) {
    const count = countOf(kind.kind, takeRow(moving, kind, rows[at]));
    const key = `${count.result} ${count.reason}`;
    counts.set(key, { ...count, n: count.n + (counts.get(key)?.n ?? 0) });
    at += 1;
    if (performance.now() >= until) break;
  }
  noteNews(moving);
  for (const count of counts.values()) store.addCount(deps.db, accountID, count);
  const isOver = at >= rows.length;
  const done = { ...move, updatedAt: deps.now(), atRow: at, totalRows: total, problem: "" };
  if (!isOver) store.updateMoveIn(deps.db, done);
  else if (isLast) store.updateMoveIn(deps.db, nextKind(deps, done));
  else store.updateMoveIn(deps.db, { ...done, page: move.page + 1, atRow: 0 });
  return { at, isOver };
}

/** Records one fact for all new shipments of a transaction, so that screens read their lists again. */
export function noteNews({ deps, actor, news }: Moving): void {
  if (news.shipmentID === "") return;
  recordFact(deps, {
    topic: "shipment.changed",
    organizationID: actor.organizationID,
    subjectID: news.shipmentID,
    visibleTo: actor.memberID,
    payload: null,
  });
  news.shipmentID = "";
}

/** Takes one row. A row that cannot be written is undone alone. */
function takeRow(moving: Moving, kind: RowKind, row: unknown): Taken {
  const { deps } = moving;
  try {
    return inTransaction(deps, () => kind.take(moving, row));
  } catch (error) {
    if (isAppError(error, "diskFull")) throw error;
    deps.log.error({ err: error, kind: kind.kind }, "a row of another server could not be taken");
    return leftOut("unreadable");
  }
}

/** Makes the count of one row. */
export function countOf(kind: MovedKind, taken: Taken): store.CountRow {
  return {
    kind,
    result: taken.result,
    reason: taken.result === "leftOut" ? taken.reason : "",
    n: 1,
  };
}

/** Goes on with the next kind; after the last kind everything was read. */
export function nextKind(deps: StationDeps, move: MoveInRow): MoveInRow {
  const next = MOVED_KINDS[MOVED_KINDS.indexOf(move.kind) + 1];
  const row = { ...move, updatedAt: deps.now(), atRow: 0, page: 1 };
  if (next !== undefined) return { ...row, kind: next, totalRows: 0 };
  noteState(deps, move);
  return { ...row, state: "READ", readAt: row.updatedAt };
}
