/**
 * A process that begins to complete a restore, and dies when it reaches a named point for the
 * TIMES-th time: `restore-child.ts FOLDER POINT TIMES`.
 */
import { finishRestore } from "../../../../core/station/backups/restore-journal.ts";

const [folder = "", point, times = "1"] = process.argv.slice(2);
let left = Number(times);
finishRestore(folder, "this machine", (reached) => {
  if (reached === point && (left -= 1) === 0) process.kill(process.pid, "SIGKILL");
});
