/** The reader's thread: one read-only connection, one read after the other. */
import { parentPort, workerData } from "node:worker_threads";
import { openReader } from "./database.ts";
import { CLOSE } from "./end-thread.ts";
import { STOP_ALL, type ReadAnswer, type ReaderData, type ReadRequest } from "./reader-protocol.ts";

const port = parentPort;
if (port === null) throw new Error("reader-worker.ts is a worker thread's entry");
const { path, stop } = workerData as ReaderData;
const stopped = new Int32Array(stop);
let running = { id: 0, until: 0, isLate: false };

/** Asked by a statement that runs; a throw ends the statement. */
function keepReading(): void {
  const cell = Atomics.load(stopped, 0);
  if (cell === running.id || cell === STOP_ALL) throw new Error("the read is no longer wanted");
  if (performance.now() > running.until) {
    running.isLate = true;
    throw new Error("the read took too long");
  }
}

const db = openReader(path, keepReading);
const ofOneMoment = (run: () => unknown[][]): unknown[][] => (db.raw.inTransaction ? run() : db.raw.transaction(run)());

port.on("message", (request: ReadRequest | typeof CLOSE) => {
  if (request === CLOSE) {
    db.close();
    return void port.close();
  }
  const { id, reads, deadlineMs, isSession } = request;
  running = { id, until: performance.now() + deadlineMs, isLate: false };
  let answer: ReadAnswer;
  try {
    if (isSession && !db.raw.inTransaction) db.raw.exec("BEGIN"); // one moment for all that follows on this connection
    answer = { kind: "rows", id, rows: ofOneMoment(() => reads.map(({ sql, parameters }) => db.sql(sql).all(parameters))) };
  } catch (error) {
    if (running.isLate) answer = { kind: "late", id };
    else answer = { kind: "failed", id, message: error instanceof Error ? error.message : String(error), code: error instanceof Error && "code" in error ? String(error.code) : "" };
  }
  port.postMessage(answer);
});
