/**
 * Reads the outbox. Every reader has a position: readers inside the program store a cursor in the
 * database, outside readers remember the last number that they received. Numbers follow the order
 * of COMMITs, so no smaller number can appear later.
 */
import { inTransaction } from "../change.ts";
import type { ReadDeps, WriteDeps } from "../deps.ts";
import * as store from "./outbox.store.ts";

export type FactRow = store.FactRow;
export type VisibleFact = store.VisibleFact;

const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** Reads at most `atMost` facts after the number `after`, oldest first, without their payloads. */
export function readFacts(deps: ReadDeps, after: number, atMost: number): FactRow[] {
  return store.listAfter(deps.db, after, atMost);
}

/**
 * Lists facts that a member may see, oldest first, with their payloads.
 *
 * @see outbox.store.ts
 */
export function listVisibleFacts(
  deps: ReadDeps,
  of: Parameters<typeof store.listVisible>[1],
): VisibleFact[] {
  return store.listVisible(deps.db, of);
}

/** Finds a fact's payload, JSON; undefined when the fact was pruned. */
export function findPayload(deps: ReadDeps, seq: number): string | undefined {
  return store.findPayload(deps.db, seq);
}

/** Returns the number of the newest fact; 0 in an empty outbox. */
export function newestFact(deps: ReadDeps): number {
  return store.newestSeq(deps.db);
}

/** Returns the number of the oldest stored fact; 0 in an empty outbox. */
export function oldestFact(deps: ReadDeps): number {
  return store.oldestSeq(deps.db);
}

/** Reads the number of the last fact that a reader has processed; 0 for a new reader. */
export function readCursor(deps: ReadDeps, reader: string): number {
  return store.findCursor(deps.db, reader) ?? 0;
}

/** Moves a reader's cursor. Inside the transaction that processes the facts up to `seq`. */
export function moveCursor(deps: ReadDeps, reader: string, seq: number): void {
  store.writeCursor(deps.db, reader, seq);
}

/** Deletes a reader's cursor so that pruning can continue. Inside a transaction. */
export function dropCursor(deps: ReadDeps, reader: string): void {
  store.deleteCursor(deps.db, reader);
}

/**
 * Deletes a batch of facts that are older than seven days and that every cursor has passed. The
 * newest fact stays, because the station's clock continues from it.
 *
 * @param keepFrom The oldest fact that a webhook delivery still needs.
 * @returns Number of deleted facts; fewer than `atMost` when all deletable facts are deleted.
 */
export function pruneOutbox(deps: WriteDeps, keepFrom: number | undefined, atMost = 500): number {
  const before = new Date(Date.parse(deps.now()) - KEPT_MS).toISOString();
  const newest = store.newestSeq(deps.db);
  const limit = Math.min(
    newest,
    keepFrom ?? newest,
    ...store.listCursors(deps.db).map((seq) => seq + 1),
  );
  if (store.oldestSeq(deps.db) >= limit) return 0;
  return inTransaction(deps, () => store.deleteOldest(deps.db, { seq: limit, before, atMost }));
}
