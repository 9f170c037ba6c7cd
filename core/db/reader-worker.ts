/** The reader thread: one read-only connection, one read at a time. */
import { z } from "zod";
import { errors } from "../base/errors.ts";
import { openThread } from "../base/threads/serve-calls.ts";
import { openReader } from "./open-reader.ts";
import type { ReaderOperations } from "./reader-protocol.ts";

const thread = openThread<ReaderOperations, { path: string }>(z.object({ path: z.string() }));
let running = { until: 0, isLate: false };

/** Throws when the running statement, which calls this function, must end. */
function keepReading(): void {
  if (!thread.isWanted()) throw new Error("the read is no longer wanted");
  if (performance.now() > running.until) {
    running.isLate = true;
    throw new Error("the read took too long");
  }
}

const db = openReader(thread.data.path, keepReading);
const ofOneMoment = (run: () => unknown[][]): unknown[][] =>
  db.raw.inTransaction ? run() : db.raw.transaction(run)();

thread.serve(
  {
    read({ reads, deadlineMs, isSession = false }) {
      running = { until: performance.now() + deadlineMs, isLate: false };
      try {
        // All reads see the same state of the database until the session ends.
        if (isSession && !db.raw.inTransaction) db.raw.exec("BEGIN");
        return ofOneMoment(() => reads.map(({ sql, parameters }) => db.sql(sql).all(parameters)));
      } catch (error) {
        throw running.isLate ? errors.readTookTooLong() : error;
      }
    },
    endSession() {
      if (db.raw.inTransaction) db.raw.exec("ROLLBACK");
    },
  },
  () => db.close(),
);
