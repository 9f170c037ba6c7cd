/** Operations of the snapshot thread, and how to call them. */
import { createThreadCalls, type ThreadCalls } from "../../base/threads/thread-calls.ts";
import type { SnapshotCheck, SnapshotFault } from "../../db/snapshot/check-snapshot.ts";
import type { SnapshotPlan } from "../../db/snapshot/make-snapshot.ts";
import type { SnapshotSift } from "../../db/snapshot/sift-rows.ts";
import type { SnapshotFacts } from "../../db/snapshot/snapshot-tables.ts";

export type SnapshotOperations = {
  make(plan: SnapshotPlan): SnapshotFacts;
  /** Checks a snapshot like `findFault`; null for a good snapshot. */
  check(of: SnapshotCheck): SnapshotFault | null;
  /** Removes invalid rows from a snapshot and returns the reasons: `siftSnapshot`. */
  sift(of: SnapshotSift): string[];
};

/** Opens a new thread for snapshots, which the caller must close. */
export function openSnapshotThread(): ThreadCalls<SnapshotOperations> {
  return createThreadCalls<SnapshotOperations>({
    url: new URL("./snapshot-worker.ts", import.meta.url),
    name: "snapshot",
    ending: "asked",
  });
}
