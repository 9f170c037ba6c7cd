/** Keeps the last warnings and errors of a log in memory, for the diagnostics page. */
import type { Log, LogFields } from "./log.ts";
import { maskText } from "./mask.ts";

type LoggedFault = {
  readonly at: string;
  readonly level: "warn" | "error";
  readonly message: string;
  readonly error: string;
};

export type LogRing = Log & {
  /** Newest first. */
  list(): readonly LoggedFault[];
};

const KEPT = 50;
const LONGEST = 300;

/**
 * Wraps a log so that its last warnings and errors are also kept in memory.
 *
 * @param log Gets every line too.
 */
export function keepFaults(log: Log, now: () => string): LogRing {
  const kept: LoggedFault[] = [];
  const keep = (level: LoggedFault["level"], fields: LogFields, message: string): void => {
    const { err } = fields;
    kept.unshift({
      at: now(),
      level,
      message: maskText(message).slice(0, LONGEST),
      error: err instanceof Error ? maskText(`${err.name}: ${err.message}`).slice(0, LONGEST) : "",
    });
    kept.length = Math.min(kept.length, KEPT);
  };
  return {
    info: (fields, message) => log.info(fields, message),
    warn(fields, message) {
      keep("warn", fields, message);
      log.warn(fields, message);
    },
    error(fields, message) {
      keep("error", fields, message);
      log.error(fields, message);
    },
    list: () => kept,
  };
}
