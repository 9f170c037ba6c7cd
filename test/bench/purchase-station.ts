/**
 * A station for the bench, as a process of its own: much money, no rate limit; with a second
 * argument it joins the hub of that code. Prints its address and token.
 */
import { startWealthyStation } from "./wealthy-station.ts";

const [dataDir = "", join] = process.argv.slice(2);
const { core, started } = await startWealthyStation(dataDir, join);
process.stdout.write(`${JSON.stringify(started)}\n`);
process.once("SIGTERM", () => void core.stop().then(() => process.exit(0)));
