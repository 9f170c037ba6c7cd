/** A station for the import's row, as a process of its own: it counts its loop's delay from "begin" to "end". */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { minor } from "../../core/base/money.ts";
import { createCore } from "../../core/core.ts";
import { topUp } from "../../core/ledger/top-up.ts";
import { RESOURCES } from "../helpers/folders.ts";

const [dataDir = ""] = process.argv.slice(2);
mkdirSync(dataDir, { recursive: true });
writeFileSync(join(dataDir, "station.json"), JSON.stringify({ rateLimit: null }));
const core = await createCore({ dataDir, resourcesDir: RESOURCES, port: 0, demo: true });
const started = await core.start();
topUp(core.deps, started.organizationID, minor(10_000_000_000), "bench");
const delay = monitorEventLoopDelay({ resolution: 1 });
process.on("message", (order: "begin" | "end") => {
  if (order === "begin") {
    delay.reset();
    delay.enable();
    return void process.send?.({});
  }
  delay.disable();
  process.send?.({ p99Ms: delay.percentile(99) / 1e6, longestMs: delay.max / 1e6 });
});
process.send?.({ url: started.url, token: started.token });
process.once("SIGTERM", () => void core.stop().then(() => process.exit(0)));
