/**
 * The demo as a process that dies at the n-th boundary it passes, as by kill -9. It is a program of the tests: the
 * product has no such switch, the boundary comes in through `Deps`.
 *
 *     node demo-child.ts DATA ORDERS HOST PORT PAGE N    N 0: never dies
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createCore } from "../../core/core.ts";
import { runDemo } from "../../core/demo/run-demo.ts";
import { RESOURCES } from "../helpers/folders.ts";

const [dataDir = "", ordersFile = "", host = "", port = "", page = "", n = "0"] = process.argv.slice(2);
let passed = 0;

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: null,
  demo: true,
  world: {
    pass(boundary) {
      passed += 1;
      appendFileSync(join(dataDir, "passed.txt"), `${boundary}\n`);
      if (passed === Number(n)) {
        appendFileSync(join(dataDir, "died-at.txt"), boundary);
        process.kill(process.pid, "SIGKILL");
      }
    },
  },
});
const result = await runDemo(core, { ordersFile, simulator: { host, port: Number(port), page } });
await core.stop();
const { firstLabel: _picture, table: _table, ...told } = result;
process.stdout.write(`${JSON.stringify({ ...told, passed })}\n`);
