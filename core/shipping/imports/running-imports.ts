/**
 * The imports that run now, by the id that their caller gave them: how far each is, and whether it
 * is to stop. Only this process knows them.
 */
import { errors } from "../../base/errors.ts";
import type { ImportProgress } from "./imports.schema.ts";

/** What one import notes about itself. */
export type RunningImport = {
  /** Rows of the file, once it was read. */
  rows: number | null;
  /** Rows up to the last order that was looked at: taken in, known or rejected. */
  done: number;
  isStopping: boolean;
};

export type RunningImports = {
  /**
   * @param id Given by the caller; undefined: it asks for no progress.
   * @returns What the import notes about itself until `run` has ended.
   */
  during<T>(
    organizationID: string,
    id: string | undefined,
    run: (running: RunningImport) => Promise<T>,
  ): Promise<T>;
  /** @throws AppError E2090 when no such import runs. */
  progress(organizationID: string, id: string): ImportProgress;
  /** Lets it end after the orders that are being written. @throws AppError E2090 */
  stop(organizationID: string, id: string): ImportProgress;
};

/** No import runs at first. */
export function createRunningImports(): RunningImports {
  /**
   * Of one id the import that was sent first comes first: a caller that lost its connection sends
   * it again while it runs.
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
