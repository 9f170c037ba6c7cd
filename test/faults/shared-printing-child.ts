/**
 * A station of an organization that prints what the others ask of its shared printer, and dies, as
 * by kill -9, at a fault point that it passes for the n-th time.
 *
 *     node shared-printing-child.ts DATA CODE POINT N CODE: a join code, or "-" after the first
 *     start. POINT "none": it does not die
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
