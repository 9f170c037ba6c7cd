import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { AuditPage } from "../../../core/records/audit/audit.schema.ts";
import type { DeskFacts } from "../../../core/station/station.schema.ts";
import { temporaryFolder } from "../../helpers/folders.ts";
import { station, type Station } from "../../helpers/station.ts";

const DAY_MS = 86_400_000;
const restoredAt = async (s: Station): Promise<string | null> =>
  (await s.desk<DeskFacts>("GET", "/station/desk")).data.restoredAt;

it(
  "the desk shows for a week that an older database was restored, also after the next start",
  { tags: "all" },
  async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, "packbench.db");
    const start = (): Promise<Station> => station({ dataDir, demo: false });
    try {
      await (await start()).stop();
      copyFileSync(file, join(dataDir, "copy"));
      const second = await start();
      await second.desk("POST", "/parceltemplates", {
        name: "Box",
        length: 1,
        width: 1,
        height: 1,
        distanceUnit: "cm",
        weight: 1,
        massUnit: "kg",
      });
      expect(await restoredAt(second)).toBe(null);
      await second.stop();

      copyFileSync(join(dataDir, "copy"), file);
      await (await start()).stop();
      const after = await start();
      after.clock.nowMs = Date.now();
      expect(Date.now() - Date.parse((await restoredAt(after)) ?? "")).toBeLessThan(60_000);
      const { list } = (await after.desk<AuditPage>("GET", "/station/audit?kind=data")).data;
      expect(list.filter(({ operation }) => operation === "restored")).toEqual([
        expect.objectContaining({ act: "changed", memberID: "" }),
      ]);
      after.clock.nowMs = Date.now() + 7 * DAY_MS;
      expect(await restoredAt(after)).toBe(null);
      await after.stop();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
