/** Failures of commands that restart the station. */
import { failureOf } from "../lib/failure.ts";
import { useShared } from "./shared.ts";

/**
 * Ignores a failure that a restarting station causes, because such a station may be unable to
 * answer.
 *
 * @throws Any other error
 */
export function unlessStarting(error: unknown): void {
  if (failureOf(error).code === "NO_ANSWER" && useShared.getState().coreState !== "running") return;
  throw error;
}
