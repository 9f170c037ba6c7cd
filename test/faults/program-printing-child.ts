/**
 * A station that prints for a program over HTTP and dies, like kill -9, at the n-th pass of a fault
 * point.
 *
 *     node program-printing-child.ts DATA PORT [POINT N]    PORT: port of the printer
 */
import { createCore } from "../../core/core.ts";
import { instantLabels } from "../core/printing/a-printer.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { dyingAt } from "./a-dying-station.ts";

const [dataDir = "", port = "", place = "none", n = "1"] = process.argv.slice(2);

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: 0,
  demo: true,
  world: {
    labels: instantLabels,
    faultPoint: dyingAt(dataDir, place, Number(n)),
  },
});
const { url, token } = await core.start();
const { body } = await core.request({ method: "GET", path: "/station/printers" });
const { list } = (body as { data: { list: readonly unknown[] } }).data;
if (list.length === 0)
  await core.request({
    method: "POST",
    path: "/station/printers",
    body: { name: "Zebra", driver: "tcp", host: "127.0.0.1", port: Number(port) },
  });
process.stdout.write(`${JSON.stringify({ url, token })}\n`);
