/** The thread that makes, checks or sifts one snapshot. */
import { z } from "zod";
import { openThread } from "../../base/threads/serve-calls.ts";
import { findFault } from "../../db/snapshot/check-snapshot.ts";
import { makeSnapshot } from "../../db/snapshot/make-snapshot.ts";
import { siftSnapshot } from "./sift-snapshot.ts";
import type { SnapshotOperations } from "./snapshot-thread.ts";

const thread = openThread<SnapshotOperations>(z.undefined());

thread.serve({
  make: (plan) => makeSnapshot(plan, () => thread.isWanted()),
  check: (of) => findFault(of) ?? null,
  sift: siftSnapshot,
});
