/**
 * The checkpoint thread: copies the WAL into the database while the writer and the readers
 * continue.
 */
import { statSync } from "node:fs";
import { z } from "zod";
import { openThread } from "../base/threads/serve-calls.ts";
import type { CheckpointOperations } from "./checkpoints.ts";
import { openForCheckpoints } from "./checkpoint-connection.ts";
import { KEPT_WAL_BYTES } from "./open-writer.ts";

const thread = openThread<CheckpointOperations, { path: string }>(z.object({ path: z.string() }));
const { path } = thread.data;
/**
 * Most pages that a long read may hold back without being reported: 8 MiB, more than a COMMIT
 * should copy.
 */
const HELD_BACK_PAGES = 2_000;
const CUT_TRIES = 10;
const CUT_AGAIN_MS = 3;
const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
const db = openForCheckpoints(path);

thread.serve(
  {
    checkpoint() {
      const { isCopied, isHeldBack } = checkpoint("PASSIVE");
      // The writer restarts the WAL by itself. The WAL is truncated only if it has grown, for
      // example during a long read.
      const isDone = isCopied && (statSync(`${path}-wal`).size <= KEPT_WAL_BYTES || cut());
      return { isHeldBack, isDone };
    },
  },
  () => db.close(),
);

/**
 * Truncates the WAL. Retries several times instead of making the writer wait, because the writer
 * may be in a COMMIT.
 */
function cut(): boolean {
  for (let tries = 0; tries < CUT_TRIES; tries += 1) {
    if (checkpoint("TRUNCATE").isCopied) return true;
    Atomics.wait(clock, 0, 0, CUT_AGAIN_MS);
  }
  return false;
}

/**
 * Runs one checkpoint. A reader that still sees an earlier transaction prevents copying later
 * transactions.
 */
function checkpoint(mode: "PASSIVE" | "TRUNCATE"): { isCopied: boolean; isHeldBack: boolean } {
  const row = db
    .prepare<[], { busy: number; log: number; checkpointed: number }>(
      `PRAGMA wal_checkpoint(${mode})`,
    )
    .get();
  if (row === undefined || row.busy !== 0) return { isCopied: false, isHeldBack: false };
  return {
    isCopied: row.log === row.checkpointed,
    isHeldBack: row.log - row.checkpointed > HELD_BACK_PAGES,
  };
}
