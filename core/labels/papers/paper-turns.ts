/**
 * Order in which papers are written. Each paper that is being written holds its file in memory, so
 * only a few are written at once. Large papers are written one at a time, with callers taking
 * turns; small papers do not wait for them.
 */
import type { LargePaper } from "./paper-orders.ts";

const SMALL_AT_ONCE = 2;
const LARGE_AT_ONCE = 1;

type Waiting = { readonly caller: string; readonly begin: () => void };
/**
 * Resolves when the turn has come.
 * @returns A function that ends the turn; call it once.
 */
type Lane = (caller: string) => Promise<() => void>;

/**
 * Returns a function that waits for a paper's turn: a large paper's turn with `large`, otherwise a
 * small paper's. The wait resolves to a function that ends the turn. The wait rejects with the
 * error of the large paper's `requireCaller`; the turn then passes to the next paper.
 */
export function createPaperTurns(): (large?: LargePaper) => Promise<() => void> {
  const [small, large] = [createLane(SMALL_AT_ONCE), createLane(LARGE_AT_ONCE)];
  return async (paper) => {
    if (paper === undefined) return small("");
    const end = await large(paper.caller);
    try {
      await paper.requireCaller();
      return end;
    } catch (error) {
      end();
      throw error;
    }
  };
}

function createLane(atOnce: number): Lane {
  const waiting: Waiting[] = [];
  /** Turn number of each caller's last turn, while papers are waiting. */
  const served = new Map<string, number>();
  let running = 0;
  let turns = 0;
  const next = (): void => {
    if (waiting.length === 0) served.clear();
    while (running < atOnce) {
      const lasts = waiting.map(({ caller }) => served.get(caller) ?? 0);
      const [turn] = waiting.splice(lasts.indexOf(Math.min(...lasts)), 1);
      if (turn === undefined) return;
      running += 1;
      served.set(turn.caller, (turns += 1));
      turn.begin();
    }
  };
  const end = (): void => {
    running -= 1;
    next();
  };
  return (caller) =>
    new Promise((begin) => {
      waiting.push({ caller, begin: () => begin(end) });
      next();
    });
}
