/** Whether an import is still wanted by who sent its file. */
import type { RouteContext } from "../route.ts";
import { gone } from "./order-file.ts";

/**
 * @returns A check for between two slices of work: it throws AppError E2005 when the caller has
 *   disconnected, E2001 or E1055 when its token has ended.
 */
export function callersCheck({
  isGone,
  checkAgain,
}: Pick<RouteContext, "isGone" | "checkAgain">): () => Promise<void> {
  return async () => {
    if (await isGone()) throw gone();
    checkAgain();
  };
}
