/** Checks whether the caller who sent a file is still connected and permitted. */
import type { RouteContext } from "../route.ts";
import { callerGone } from "./order-file.ts";

/**
 * Makes a check to run between two slices of work. The check throws AppError E2005 when the caller
 * has disconnected, E2001 or E1055 when the caller may no longer make the call.
 */
export function callersCheck({
  isGone,
  checkAgain,
}: Pick<RouteContext, "isGone" | "checkAgain">): () => Promise<void> {
  return async () => {
    if (await isGone()) throw callerGone();
    checkAgain();
  };
}
