/** A station for the bench, as a process of its own: much money, no rate limit. Prints its address and token. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
process.stdout.write(`${JSON.stringify(started)}\n`);
process.once("SIGTERM", () => void core.stop().then(() => process.exit(0)));
