import { join } from "node:path";
import { expect, it } from "vitest";
import { silentLog } from "../../../../core/base/log.ts";
import { fileSettings } from "../../../../core/station/settings.ts";
import { createHubHost } from "../../../../core/sync/hub/host-hub.ts";
import { findNatsServer } from "../../../../electron/scripts/nats-server.mjs";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { whyNoHub } from "../../../helpers/hub.ts";
import { QUICK_HUB } from "../../../helpers/quick-times.ts";

it.skipIf(whyNoHub !== undefined)(
  "a hub that is set up again while it runs keeps its program, and a wrong program is refused (E2143)",
  async () => {
    const folder = folderOnDisk();
    const settings = fileSettings(join(folder, "station.json"));
    const host = createHubHost({ settings, log: silentLog }, folder, QUICK_HUB);
    const program = findNatsServer() ?? "";
    try {
      await host.begin({ program, port: 0 });
      const stored = settings.read("hubServer");
      expect(stored).toMatchObject({ program, port: 0 });
      await host.begin({});
      expect(settings.read("hubServer")).toEqual(stored);
      await expect(host.begin({ program: "/nowhere/nats-server" })).rejects.toMatchObject({
        code: "E2143",
        message: expect.stringContaining("/nowhere/nats-server"),
      });
      expect(settings.read("hubServer")).toEqual(stored);
    } finally {
      await host.stop();
    }
  },
  30_000,
);
