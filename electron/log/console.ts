/** Sends console.error and console.warn of libraries to the log as well as to the terminal. */
import { format } from "node:util";
import type { Log } from "../../core/base/log.ts";

/** Replaces console.error and console.warn; an Error among the arguments keeps its stack. */
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
