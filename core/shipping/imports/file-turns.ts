/**
 * Whose order file is read next. One at a time, since each may take a few hundred megabytes while
 * it is read; of each organization one is read and one waits, and the one whose last turn is
 * longest ago comes first. So another organization's files delay ours by one at most, however many
 * it sends.
 */
import { errors } from "../../base/errors.ts";

const WAIT_S = 10;

export type FileTurns = {
  /**
   * Runs `run` when it is this organization's turn.
   *
   * @throws AppError E2005 when one of its files waits already; what `run` throws.
   */
  take<T>(organizationID: string, run: () => Promise<T>): Promise<T>;
};

/** @returns Turns in memory only: after a restart none waits. */
export function createFileTurns(): FileTurns {
  let reading: string | undefined;
  const waiting = new Map<string, () => void>();
  /** The number of each organization's last turn, while there is anything to do. */
  const lastTurn = new Map<string, number>();
  let turns = 0;

  const begin = (organizationID: string): void => {
    reading = organizationID;
    lastTurn.set(organizationID, ++turns);
  };
  const beginNext = (): void => {
    reading = undefined;
    const [next] = [...waiting].sort(([a], [b]) => (lastTurn.get(a) ?? 0) - (lastTurn.get(b) ?? 0));
    if (next === undefined) return lastTurn.clear();
    const [organizationID, start] = next;
    waiting.delete(organizationID);
    begin(organizationID);
    start();
  };

  return {
    async take(organizationID, run) {
      if (waiting.has(organizationID))
        throw errors.tooManyRequests(
          "Other order files are being read. Import this one when they are in.",
          { retryAfter: WAIT_S },
        );
      if (reading === undefined) begin(organizationID);
      else await new Promise<void>((start) => waiting.set(organizationID, start));
      try {
        return await run();
      } finally {
        beginNext();
      }
    },
  };
}
