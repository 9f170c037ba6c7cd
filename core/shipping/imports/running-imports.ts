/**
 * Tracks the progress of running imports, and requests to stop them, by the ids that their callers
 * gave them. Held in memory only.
 */
import { errors } from "../../base/errors.ts";
import type { ImportProgress } from "./imports.schema.ts";

/** State of one running import. */
export type RunningImport = {
  /** Number of rows of the file; null until the file was read. */
  rows: number | null;
  /** Number of rows up to the last processed order, whether imported, known or rejected. */
  done: number;
  isStopping: boolean;
};

export type RunningImports = {
  /**
   * Tracks an import until `run` has ended.
   *
   * @param id Given by the caller; undefined: progress is not tracked.
   * @returns The result of `run`.
   */
  during<T>(
    organizationID: string,
    id: string | undefined,
    run: (running: RunningImport) => Promise<T>,
  ): Promise<T>;
  /** Reads the progress. @throws AppError E2090 when no such import runs. */
  progress(organizationID: string, id: string): ImportProgress;
  /** Stops an import after the orders that are being written. @throws AppError E2090 */
  stop(organizationID: string, id: string): ImportProgress;
};

/** Creates a tracker without imports. */
export function createRunningImports(): RunningImports {
  /**
   * Imports by id, the oldest first. An id may have several imports, because a caller that lost its
   * connection sends the same import again while it runs.
   */
  const running = new Map<string, readonly RunningImport[]>();
  const keyOf = (organizationID: string, id: string): string => `${organizationID} ${id}`;
  const get = (
    organizationID: string,
    id: string,
  ): readonly [RunningImport, ...RunningImport[]] => {
    const [first, ...others] = running.get(keyOf(organizationID, id)) ?? [];
    if (first === undefined) throw errors.importNotRunning();
    return [first, ...others];
  };
  const present = ({ rows, done, isStopping }: RunningImport): ImportProgress => ({
    rows,
    done,
    isStopping,
  });
  return {
    async during(organizationID, id, run) {
      const one: RunningImport = { rows: null, done: 0, isStopping: false };
      if (id === undefined) return run(one);
      const key = keyOf(organizationID, id);
      running.set(key, [...(running.get(key) ?? []), one]);
      try {
        return await run(one);
      } finally {
        const others = (running.get(key) ?? []).filter((other) => other !== one);
        if (others.length === 0) running.delete(key);
        else running.set(key, others);
      }
    },
    progress: (organizationID, id) => present(get(organizationID, id)[0]),
    stop(organizationID, id) {
      const found = get(organizationID, id);
      for (const one of found) one.isStopping = true;
      return present(found[0]);
    },
  };
}
