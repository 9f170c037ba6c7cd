/**
 * A station for the benches, as a separate process, with a large balance and no rate limit. If the
 * second argument is a join code, the station joins the code's hub. It prints its address and
 * token.
 */
import { startWealthyStation } from "./wealthy-station.ts";

const [dataDir = "", join] = process.argv.slice(2);
const { core, started } = await startWealthyStation(dataDir, join);
process.stdout.write(`${JSON.stringify(started)}\n`);
process.once("SIGTERM", () => void core.stop().then(() => process.exit(0)));
