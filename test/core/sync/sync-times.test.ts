import { expect, it } from "vitest";
import { createCore } from "../../../core/core.ts";
import { SYNC_TIMES } from "../../../core/sync/sync-times.ts";
import { RESOURCES, temporaryFolder } from "../../helpers/folders.ts";
import { station } from "../../helpers/station.ts";

it("a station has the product's sync times, and the station of the test helper has shorter ones", async () => {
  const dataDir = temporaryFolder();
  const core = await createCore({ dataDir, resourcesDir: RESOURCES, port: null, demo: false });
  expect(core.deps.syncTimes).toBe(SYNC_TIMES);
  await core.stop();
  expect((await station()).core.deps.syncTimes.pingMs).toBe(SYNC_TIMES.pingMs / 10);
});
