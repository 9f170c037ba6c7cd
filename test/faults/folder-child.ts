/**
 * A station that watches a folder and dies, like kill -9, at the fault point that DATA/die-at.txt
 * names, once that file exists.
 *
 *     node folder-child.ts DATA FOLDER
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCore } from "../../core/core.ts";
import { RESOURCES } from "../helpers/folders.ts";

const [dataDir = "", folder = ""] = process.argv.slice(2);
const dieAt = join(dataDir, "die-at.txt");

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: 0,
  demo: true,
  world: {
    folderTimes: { lookEveryMs: 30, resultsEveryMs: 50, answerMs: 5_000, longestPauseMs: 200 },
    faultPoint(point) {
      if (existsSync(dieAt) && readFileSync(dieAt, "utf8") === point)
        process.kill(process.pid, "SIGKILL");
    },
  },
});
const started = await core.start();
await core.request({ method: "PUT", path: "/station/order-folder", body: { folder, isOn: true } });
process.stdout.write(`${JSON.stringify({ url: started.url, token: started.token })}\n`);
