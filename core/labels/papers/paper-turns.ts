/**
 * Whose paper is written next. Each paper under way holds its file in memory, so few are written at
 * once. Large ones are written one at a time, and callers take turns; small ones do not wait for
 * them.
 */
import type { LargePaper } from "./paper-orders.ts";

const SMALL_AT_ONCE = 2;
const LARGE_AT_ONCE = 1;

type Waiting = { readonly caller: string; readonly begin: () => void };
/** Resolves when the turn has come. @returns How to end it; to be called once. */
type Lane = (caller: string) => Promise<() => void>;

/**
 * @returns Waits for a paper's turn: of a large one, or of a small one without `large`.
 * @throws what the large paper's `requireCaller` throws; the turn is the next one's then.
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
  /** When each caller had its last turn, while others wait. */
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
