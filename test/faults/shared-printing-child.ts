/**
 * A station that prints other stations' requests on its shared printer and dies, like kill -9, at
 * the n-th pass of a fault point.
 *
 *     node shared-printing-child.ts DATA CODE POINT N
 *
 * CODE: a join code, or "-" after the first start. POINT "none": the station does not die
 */
import { createCore } from "../../core/core.ts";
import { aZpl, instantLabels } from "../core/printing/a-printer.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { QUICK_WORLD } from "../helpers/quick-times.ts";
import { dyingAt } from "./a-dying-station.ts";

const [dataDir = "", code = "-", place = "none", n = "1"] = process.argv.slice(2);

const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: 0,
  demo: true,
  ...(code === "-" ? {} : { join: code }),
  world: {
    ...QUICK_WORLD,
    labels: {
      ...instantLabels,
      draw: ({ model }) =>
        Promise.resolve({
          bytes: aZpl(model.barcode),
          rasterHash: "",
          omitted: [],
          transliterated: [],
        }),
    },
    faultPoint: dyingAt(dataDir, place, Number(n)),
  },
});
const { url, token } = await core.start();
process.stdout.write(`${JSON.stringify({ url, token })}\n`);
