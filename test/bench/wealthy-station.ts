/** A station for benches, with a large balance, no rate limit, sample data, and any free port. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { minor } from "../../core/base/money.ts";
import type { StartedCore } from "../../core/core-config.ts";
import { createCore, type Core } from "../../core/core.ts";
import { topUp } from "../../core/organizations/ledger/top-up.ts";
import { RESOURCES } from "../helpers/folders.ts";

/** Starts the station.
 * @param dataDir Created if missing.
 * @param join Join code of a hub.
 */
export async function startWealthyStation(
  dataDir: string,
  join?: string,
): Promise<{ core: Core; started: StartedCore }> {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(path.join(dataDir, "station.json"), JSON.stringify({ rateLimit: null }));
  const core = await createCore({
    dataDir,
    resourcesDir: RESOURCES,
    port: 0,
    demo: true,
    ...(join === undefined ? {} : { join }),
  });
  const started = await core.start();
  topUp(core.deps, started.organizationID, minor(10_000_000_000), "bench");
  return { core, started };
}
