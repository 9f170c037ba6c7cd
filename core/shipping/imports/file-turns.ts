/**
 * Schedules the reading of order files. One file at a time, since each may take a few hundred
 * megabytes while it is read. Each organization may have one file in progress and one waiting; the
 * organization whose last turn is longest ago is next. So another organization delays ours by at
 * most one file, however many it sends.
 */
import { errors } from "../../base/errors.ts";

const WAIT_S = 10;

export type FileTurns = {
  /**
   * Runs `run` at this organization's turn.
   *
   * @throws AppError E2005 when one of its files is waiting already; the errors of `run`.
   */
  take<T>(organizationID: string, run: () => Promise<T>): Promise<T>;
};

/** Creates turns in memory: after a restart none waits. */
export function createFileTurns(): FileTurns {
  let reading: string | undefined;
  const waiting = new Map<string, () => void>();
  /** Number of each organization's last turn, while there is work. */
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
