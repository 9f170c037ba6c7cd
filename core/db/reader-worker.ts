/** The reader's thread: one read-only connection, one question after the other. */
import { parentPort, workerData } from "node:worker_threads";
import { openReader } from "./database.ts";
import type { ReadAnswer, ReadRequest } from "./reader-protocol.ts";

const port = parentPort;
if (port === null) throw new Error("reader-worker.ts is a worker thread's entry");
const db = openReader((workerData as { path: string }).path);

port.on("message", ({ id, sql, parameters }: ReadRequest) => {
  let answer: ReadAnswer;
  try {
    const statement = db.sql(sql);
    if (!statement.reader) statement.run(parameters); // BEGIN
    answer = { kind: "rows", id, rows: statement.reader ? statement.all(parameters) : [] };
  } catch (error) {
    answer = { kind: "failed", id, message: error instanceof Error ? error.message : String(error), code: error instanceof Error && "code" in error ? String(error.code) : "" };
  }
  port.postMessage(answer);
});
