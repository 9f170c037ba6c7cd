/**
 * A station for benches of imports and moves, as a separate process, which measures the delay of its
 * event loop between the messages "begin" and "end".
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { startWealthyStation } from "./wealthy-station.ts";

const [dataDir = ""] = process.argv.slice(2);
const { core, started } = await startWealthyStation(dataDir);
core.deps.settings.write("carrierTargets", { loopback: true });
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
