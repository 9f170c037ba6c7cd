import { readFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { folderOnDisk } from "../../../helpers/folders.ts";
import { lastingStation } from "../../../helpers/station.ts";

describe("a database of a trial version", () => {
  let dataDir = "";
  let before = "";
  beforeEach(async () => {
    dataDir = folderOnDisk();
    const s = await lastingStation({ dataDir });
    before = s.core.deps.db.stationID;
    await s.stop();
    const db = new BetterSqlite3(join(dataDir, "packbench.db"));
    db.pragma(`application_id = ${0x5043_0000 + 44}`);
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.close();
  });

  it(
    "a database of a trial version is replaced by new sample data in a folder for sample data",
    { tags: "all" },
    async () => {
      const s = await lastingStation({ dataDir, isSample: true });
      const orders = await s.desk<unknown[]>("GET", "/shipments");
      expect([orders.status, s.core.deps.db.stationID === before]).toEqual([200, false]);
      await s.stop();
    },
  );

  it("a database of a trial version is refused in any other folder and stays unchanged", async () => {
    const bytes = readFileSync(join(dataDir, "packbench.db"));
    await expect(lastingStation({ dataDir })).rejects.toThrow("trial version");
    expect(readFileSync(join(dataDir, "packbench.db")).equals(bytes)).toBe(true);
  });
});
