/**
 * The demo as a process that dies at the n-th fault point that it passes, like kill -9. Only tests
 * run this program: the product has no such switch, and the fault point is passed through `Deps`.
 *
 *     node demo-child.ts DATA ORDERS HOST PORT PAGE N    N 0: never dies
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createCore } from "../../core/core.ts";
import type { LabelRenderer } from "../../core/labels/label-renderer.ts";
import { createWorkerRenderer } from "../../core/labels/worker-renderer.ts";
import { runDemo } from "../../core/station/demo/run-demo.ts";
import { RESOURCES } from "../helpers/folders.ts";

const [dataDir = "", ordersFile = "", host = "", port = "", page = "", n = "0"] =
  process.argv.slice(2);
let passed = 0;

/**
 * Draws labels as the product does, but verifies the texts of their fields instead of their dots,
 * because rendering costs a new process a second. The simulator still reads the dots of the printed
 * label.
 */
function readByText(renderer: LabelRenderer): LabelRenderer {
  const fields = /\^FD(.*?)\^FS/g;
  const textOf = (field: string): string =>
    field
      .replace(/^>[:;]/, "")
      .replaceAll(/_([0-9A-Fa-f]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
  return {
    ...renderer,
    read: (zpl) =>
      Promise.resolve(
        [...Buffer.from(zpl).toString("latin1").matchAll(fields)].map(([, field = ""]) =>
          textOf(field).replace(/^>[:;]/, ""),
        ),
      ),
    picture: () => Promise.resolve(new Uint8Array()),
  };
}

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: null,
  demo: true,
  world: {
    labels: readByText(createWorkerRenderer({ resourcesDir: RESOURCES })),
    faultPoint(point) {
      passed += 1;
      appendFileSync(join(dataDir, "passed.txt"), `${point}\n`);
      if (passed === Number(n)) {
        appendFileSync(join(dataDir, "died-at.txt"), point);
        process.kill(process.pid, "SIGKILL");
      }
    },
  },
});
const result = await runDemo(core, { ordersFile, simulator: { host, port: Number(port), page } });
await core.stop();
const { firstLabel: _picture, table: _table, ...summary } = result;
process.stdout.write(`${JSON.stringify({ ...summary, passed })}\n`);
