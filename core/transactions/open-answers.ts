/**
 * Which purchases are still being answered. A purchase is answered when its response was handed to the caller's
 * connection; that is noted together with others, so that it costs no disk write of its own.
 */
import { commit } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { markAnswered } from "./transactions.store.ts";

const NOTE_AFTER_MS = 250;
/** So many at once are noted without waiting: a search through the unnoted ones must stay short. */
const NOTE_AT = 64;

export type OpenAnswers = {
  /** A purchase is open from its reservation until its response has gone or its connection is lost. */
  add(transactionID: string): void;
  has(transactionID: string): boolean;
  /** @param reached Whether the whole response was handed over. */
  close(transactionID: string, reached: boolean): void;
  /** Notes what is not noted yet. At stop. */
  flush(): void;
};

export function trackOpenAnswers(deps: Deps): OpenAnswers {
  const open = new Set<string>();
  let reached: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const ids = reached;
    reached = [];
    if (ids.length > 0) commit(deps, () => ids.forEach((id) => markAnswered(deps.db, id, deps.now())));
    for (const id of ids) open.delete(id);
  };
  return {
    add: (id) => void open.add(id),
    has: (id) => open.has(id),
    close(id, wasReached) {
      if (!wasReached) return void open.delete(id);
      reached.push(id);
      if (reached.length >= NOTE_AT) return flush();
      timer ??= setTimeout(flush, NOTE_AFTER_MS).unref();
    },
    flush,
  };
}
