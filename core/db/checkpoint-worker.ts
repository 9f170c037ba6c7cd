/** The checkpoints' thread: copies what is in the WAL into the database, beside the writer and the readers. */
import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointAnswer, CheckpointData } from "./checkpoints.ts";
import { CLOSE } from "./end-thread.ts";
import { KEPT_WAL_BYTES, openForCheckpoints } from "./database.ts";

const port = parentPort;
if (port === null) throw new Error("checkpoint-worker.ts is a worker thread's entry");
const { path } = workerData as CheckpointData;
/** 8 MiB: more than a commit should copy. */
const HELD_BACK_PAGES = 2_000;
const db = openForCheckpoints(path);

port.on("message", (request: "checkpoint" | typeof CLOSE) => {
  if (request === CLOSE) {
    db.close();
    return void port.close();
  }
  try {
    const { isCopied, isHeldBack } = checkpoint("PASSIVE");
    // The writer begins the WAL anew by itself; cut it only where a read that lasted long has let it grow.
    const isDone = isCopied && (statSync(`${path}-wal`).size <= KEPT_WAL_BYTES || checkpoint("TRUNCATE").isCopied);
    port.postMessage({ isHeldBack, isDone, message: "" } satisfies CheckpointAnswer);
  } catch (error) {
    port.postMessage({ isHeldBack: false, isDone: false, message: error instanceof Error ? error.message : String(error) } satisfies CheckpointAnswer);
  }
});

/** A reader that is still at an earlier commit prevents the copying of what came after it. */
function checkpoint(mode: "PASSIVE" | "TRUNCATE"): { isCopied: boolean; isHeldBack: boolean } {
  const row = db.prepare<[], { busy: number; log: number; checkpointed: number }>(`PRAGMA wal_checkpoint(${mode})`).get();
  if (row === undefined || row.busy !== 0) return { isCopied: false, isHeldBack: false };
  return { isCopied: row.log === row.checkpointed, isHeldBack: row.log - row.checkpointed > HELD_BACK_PAGES };
}
