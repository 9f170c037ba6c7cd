/** The checkpoints' thread: copies what is in the WAL into the database, beside the writer and the readers. */
import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointAnswer, CheckpointData } from "./checkpoints.ts";
import { CLOSE } from "./end-thread.ts";
import { KEPT_WAL_BYTES, openForCheckpoints } from "./database.ts";

const port = parentPort;
if (port === null) throw new Error("checkpoint-worker.ts is a worker thread's entry");
const { path } = workerData as CheckpointData;
const db = openForCheckpoints(path);

port.on("message", (request: "checkpoint" | typeof CLOSE) => {
  if (request === CLOSE) {
    db.close();
    return void port.close();
  }
  try {
    let isDone = checkpoint("PASSIVE");
    // The writer begins the WAL anew by itself; cut it only where a read that lasted long has let it grow.
    if (isDone && statSync(`${path}-wal`).size > KEPT_WAL_BYTES) isDone = checkpoint("TRUNCATE");
    port.postMessage({ isDone, message: "" } satisfies CheckpointAnswer);
  } catch (error) {
    port.postMessage({ isDone: false, message: error instanceof Error ? error.message : String(error) } satisfies CheckpointAnswer);
  }
});

/** @returns Whether all that is in the WAL was copied: a reader that is still at an earlier commit prevents it. */
function checkpoint(mode: "PASSIVE" | "TRUNCATE"): boolean {
  const [row] = db.pragma(`wal_checkpoint(${mode})`) as { busy: number; log: number; checkpointed: number }[];
  return row?.busy === 0 && row.log === row.checkpointed;
}
