/**
 * The response tracker: which purchases wait for their response to be sent. A purchase is answered when its response was
 * sent and its connection was not reset; that is noted together with others, so that it costs no disk write of its own.
 */
import { guarded } from "../base/guarded.ts";
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { markAnswered, markUnanswered } from "./transactions.store.ts";

const NOTE_AFTER_MS = 250;
/** So many at once are noted without waiting: a search through the unnoted ones must stay short. */
const NOTE_AT = 64;
/** After the disk did not take a note. */
const NOTE_AGAIN_MS = 1_000;

export type ResponseTracker = {
  /** A purchase is open from its reservation until its response has gone or its connection is lost. */
  add(transactionID: string): void;
  has(transactionID: string): boolean;
  /** Its call failed: a repeat finds what there is of it. */
  leave(transactionID: string): void;
  /**
   * Of a purchase that was left, an answer that was sent says nothing: it was an error.
   *
   * @param reached Whether the response was sent. May be called once more with false, when the connection is reset later.
   */
  close(transactionID: string, reached: boolean): void;
  /** Notes what is not noted yet. At stop. Never throws: what the disk does not take is noted later. */
  flush(): void;
};

/** @returns A tracker in memory: a purchase that was open when the process ended counts as not answered. */
export function createResponseTracker(deps: Deps): ResponseTracker {
  const open = new Set<string>();
  let reached: string[] = [];
  let lost: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isRefused = false;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const ids = reached;
    if (ids.length + lost.length === 0) return;
    const isNoted = guarded(deps.log, "answered purchases could not be noted; it will be tried again", () => {
      inTransaction(deps, () => {
        for (const id of ids) markAnswered(deps.db, id, deps.now());
        for (const id of lost) markUnanswered(deps.db, id);
      });
    });
    isRefused = !isNoted;
    if (!isNoted) return plan(NOTE_AGAIN_MS);
    reached = [];
    lost = [];
    for (const id of ids) open.delete(id);
  };
  const plan = (waitMs: number): void => {
    timer ??= setTimeout(flush, waitMs).unref();
  };
  return {
    add: (id) => void open.add(id),
    has: (id) => open.has(id),
    leave: (id) => void open.delete(id),
    close(id, wasReached) {
      if (!wasReached) {
        open.delete(id);
        reached = reached.filter((other) => other !== id);
        lost.push(id);
        return isRefused ? undefined : flush(); // at once: the repeat may come right behind
      }
      if (!open.has(id)) return;
      reached.push(id);
      if (reached.length >= NOTE_AT && !isRefused) return flush();
      plan(NOTE_AFTER_MS);
    },
    flush,
  };
}
