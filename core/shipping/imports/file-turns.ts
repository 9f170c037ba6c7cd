/**
 * Schedules the reading of order files. One file is read at a time, since a file may take a few
 * hundred megabytes while it is read. Each organization may have one file in progress and one
 * waiting file; the organization whose last turn was longest ago is next. So an organization that
 * sends many files delays any other organization by at most one file.
 */
import { errors } from "../../base/errors.ts";

const WAIT_S = 10;

export type FileTurns = {
  /**
   * Runs `run` at this organization's turn.
   *
   * @throws AppError E2005 when a file of the organization is waiting already; the errors of `run`.
   */
  take<T>(organizationID: string, run: () => Promise<T>): Promise<T>;
};

/** Creates turns in memory: after a restart no file waits. */
export function createFileTurns(): FileTurns {
  let reading: string | undefined;
  const waiting = new Map<string, () => void>();
  /** Number of each organization's last turn; cleared when no file waits. */
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
          "Other order files are being read. Import this file after they are imported.",
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
