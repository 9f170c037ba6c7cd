/** Error texts about a snapshot that cannot be merged. */
import { AppError, errors } from "../../base/errors.ts";
import { newestSchema } from "../../db/migrate.ts";
import type { SnapshotFault } from "../../db/snapshot/check-snapshot.ts";

const OF_TRIAL =
  "The hub has the organization's data from a trial version of Packbench, whose format is no longer supported. Nothing was changed. Set up another hub.";

/** Makes E2157: the snapshot is damaged, of another organization, or does not fit its tables. */
export function unfit(reason: string): AppError {
  return errors.snapshotNotUsable(
    `The hub's snapshot of the organization cannot be merged: ${reason}. Nothing was changed. Start a station that has the organization's data, wait for ten minutes, and try again.`,
  );
}

/** Makes E2157 for a snapshot that broke a rule during the merge. */
export function unmerged({ message }: Error): AppError {
  return errors.snapshotNotUsable(
    `The hub's snapshot of the organization could not be merged: ${message}. Start a station that has the organization's data, wait for ten minutes, and try again.`,
  );
}

/** Makes the error for a snapshot that a check rejects. */
export function errorOf(fault: SnapshotFault): AppError {
  if ("trial" in fault) return errors.formatNotSupported(OF_TRIAL);
  return "schema" in fault ? tooNew(fault.schema) : unfit(fault.reason);
}

/** Makes E2160: a newer version made the snapshot. */
export function tooNew(schema: number): AppError {
  return errors.organizationTooNew(
    `The organization's data is of a newer Packbench (schema ${schema}, this one knows ${newestSchema()}). Nothing was changed. Update this station, then try again.`,
  );
}
