/**
 * A data folder on two computers is detected, a person is asked, and the two computers never use
 * the same numbers.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readMachine } from "../../../core/db/machine.ts";
import { boughtShipment, station, temporaryFolder, type Station } from "../../helpers/station.ts";
import { headlessStations } from "../../helpers/headless.ts";
import { afterEach } from "vitest";
import BetterSqlite3 from "better-sqlite3";

const on = (
  machine: string | undefined,
  dataDir: string,
  became?: "moved" | "copied",
): Promise<Station> =>
  station({
    dataDir,
    settings: { rateLimit: null },
    ...(became === undefined ? {} : { became }),
    world: { machine },
  });
const stations = headlessStations();
afterEach(() => stations.killAll());

/** Creates a folder that was used on one computer and then copied unchanged. */
async function copied(): Promise<{
  dataDir: string;
  stationID: string;
  barcode: string;
  number: number;
}> {
  const first = temporaryFolder();
  const s = await on("one", first);
  const { shipment } = await boughtShipment(s);
  const { stationID } = s.core.deps.db;
  await s.stop();
  const dataDir = join(temporaryFolder(), "data");
  cpSync(first, dataDir, { recursive: true });
  return {
    dataDir,
    stationID,
    barcode: shipment?.barcode ?? "",
    number: shipment?.organizationShipmentID ?? 0,
  };
}

describe("a data folder of another computer", () => {
  it("the folder does not open until a person says that it was moved or copied, and is not changed", async () => {
    const { dataDir, stationID } = await copied();
    await expect(on("two", dataDir)).rejects.toThrow(
      /last used on another computer.*--moved.*--copied.*Nothing was changed/,
    );
    const s = await on("one", dataDir);
    expect(s.core.deps.db.stationID).toBe(stationID);
  });

  it("--moved continues the same station, also at the next start", { tags: "all" }, async () => {
    const { dataDir, stationID, number } = await copied();
    const s = await on("two", dataDir, "moved");
    expect([
      s.core.deps.db.stationID,
      (await boughtShipment(s)).shipment?.organizationShipmentID,
    ]).toEqual([stationID, number + 1]);
    await s.stop();
    expect((await on("two", dataDir)).core.deps.db.stationID).toBe(stationID);
  });

  it("--copied makes a separate station, with other numbers and barcodes than the original", async () => {
    const { dataDir, stationID, number, barcode } = await copied();
    const s = await on("two", dataDir, "copied");
    const next = (await boughtShipment(s)).shipment;
    expect(s.core.deps.db.stationID).not.toBe(stationID);
    expect(next?.organizationShipmentID).toBeGreaterThan(number + 1_000_000);
    expect(
      Math.abs(Number(next?.barcode.replace(/\D/g, "")) - Number(barcode.replace(/\D/g, ""))),
    ).toBeGreaterThan(1_000_000);
    const own = s.core.deps.db.stationID;
    await s.stop();
    expect((await on("two", dataDir)).core.deps.db.stationID).toBe(own);
  });

  it("a copy leaves open purchases to a person, because the original continues them", async () => {
    const { dataDir } = await copied();
    const raw = new BetterSqlite3(join(dataDir, "packbench.db"));
    raw
      .prepare(
        "INSERT INTO jobs (id, created_at, updated_at, kind, lane, sequence, position, subject_id, payload, state, next_attempt_at, may_be_done) VALUES ('j', '2026-01-01', '2026-01-01', 'buy', 'buy x', '', 0, 'none', '{}', 'WAITING', '2026-01-01', 0)",
      )
      .run();
    raw.close();
    const s = await on("two", dataDir, "copied");
    expect(
      s.core.deps.db.raw.prepare("SELECT state, last_error FROM jobs WHERE id = 'j'").get(),
    ).toMatchObject({
      state: "NEEDS_PERSON",
      last_error: expect.stringContaining("that station continues the job"),
    });
  });

  it(
    "the folder opens where the system has no identity, and an earlier version's folder is assigned to this computer",
    { tags: "all" },
    async () => {
      const { dataDir } = await copied();
      const s = await on(undefined, dataDir);
      s.core.deps.db.raw.exec("DELETE FROM station_meta WHERE key = 'machine'");
      await s.stop();
      await (await on("three", dataDir)).stop();
      await expect(on("one", dataDir)).rejects.toThrow(/another computer/);
    },
  );

  it(
    "the headless station ends with a message, and opens the folder with --moved",
    { tags: "all", timeout: 60_000 },
    async () => {
      const { dataDir } = await copied();
      expect(await readMachine()).toMatch(/^[0-9a-f]{32}$/);
      const { code, stderr } = await stations.refused(dataDir);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^The data folder .* was last used on another computer/),
      ]);
      await stations.serve(dataDir, "--moved");
    },
  );
});
