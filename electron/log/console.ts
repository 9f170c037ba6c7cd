/** Writes console.error and console.warn of libraries into the log as well as onto the terminal. */
import { format } from "node:util";
import type { Log } from "../../core/base/log.ts";

/**
 * From now on console.error and console.warn go to the log as well as to the terminal; an Error
 * among the arguments keeps its stack.
 */
export function sendConsoleTo(log: Log): void {
  for (const level of ["error", "warn"] as const) {
    const say = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error);
      log[level](err === undefined ? {} : { err }, format(...parts));
      say(...parts);
    };
  }
}
