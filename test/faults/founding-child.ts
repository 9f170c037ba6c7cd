/**
 * A desk that joins a hub as its first station and dies, like kill -9, at a named fault point.
 *
 *     node founding-child.ts DATA POINT CODE
 */
import { createCore } from "../../core/core.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { QUICK_WORLD } from "../helpers/quick-times.ts";
import { dyingAt } from "./a-dying-station.ts";

const [dataDir = "", point = "", join = ""] = process.argv.slice(2);
const core = await createCore({
  dataDir,
  resourcesDir: RESOURCES,
  port: 0,
  demo: true,
  join,
  world: { ...QUICK_WORLD, faultPoint: dyingAt(dataDir, point, 1) },
});
await core.start();
process.stdout.write("joined\n");
