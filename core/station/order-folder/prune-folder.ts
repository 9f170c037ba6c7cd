/** Deletes old rows about files of the watched folder. */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import * as store from "./order-folder.store.ts";

const FILES_DAYS = 30;
/** Longer than a cancellation is written, so that none is written twice. */
const RESULTS_DAYS = 120;

/** Deletes at most `atMost` old rows of each kind. @returns How many were deleted. */
export function pruneFolder(deps: WriteDeps, atMost: number): number {
  const before = (days: number): string =>
    new Date(Date.parse(deps.now()) - days * 24 * 60 * 60_000).toISOString();
  return inTransaction(
    deps,
    () =>
      store.deleteFiles(deps.db, before(FILES_DAYS), atMost) +
      store.deleteResults(deps.db, before(RESULTS_DAYS), atMost),
  );
}
