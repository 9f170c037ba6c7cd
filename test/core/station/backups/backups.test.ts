/**
 * A backup of a working station is complete and restorable, can be stopped, is refused in an
 * unsuitable folder, and leaves no files on a full disk.
 */
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { Backup } from "../../../../core/station/backups/backups.schema.ts";
import { readManifest } from "../../../../core/station/backups/manifest.ts";
import { smallDisk, whyNoDisk } from "../../../helpers/small-disk.ts";
import { station, temporaryFolder, type Station } from "../../../helpers/station.ts";

const state = async (s: Station): Promise<Backup> =>
  (await s.desk<Backup>("GET", "/station/backup")).data;
const begin = (s: Station, folder: string): ReturnType<typeof s.desk<Backup>> =>
  s.desk<Backup>("POST", "/station/backup", { folder });
const ended = async (s: Station): Promise<Backup> => {
  await expect.poll(async () => (await state(s)).step, { timeout: 20_000 }).not.toBe("running");
  return state(s);
};
const names = async (s: Station): Promise<string[]> =>
  (await s.call<{ name: string }[]>("GET", "/parceltemplates")).body.data.map(({ name }) => name);
/** Adds pages that the station never reads, so that a copy takes a while. */
function addBallast(s: Station, times4MB: number): void {
  s.core.deps.db.raw.exec("CREATE TABLE ballast (bytes BLOB)");
  for (let i = 0; i < times4MB; i += 1)
    s.core.deps.db.raw.exec("INSERT INTO ballast VALUES (zeroblob(4000000))");
}

describe("a backup", () => {
  it("a backup is one folder with a complete database, and a station starts from that database", async () => {
    const s = await station({ settings: { requireScannedItems: false } });
    const folder = temporaryFolder();
    await s.call("POST", "/parceltemplates", { name: "Before" });
    expect((await begin(s, folder)).data.step).toBe("running");
    await s.call("POST", "/parceltemplates", { name: "During" });
    const { step, last } = await ended(s);
    expect([step, readdirSync(folder).length]).toEqual(["done", 1]);
    const place = join(folder, readdirSync(folder)[0] ?? "");
    expect(last?.file).toBe(place);
    expect(readdirSync(place).sort()).toEqual([
      "manifest.json",
      "numbers.json",
      "outbox.last",
      "packbench.db",
      "station.json",
    ]);
    expect(readManifest(place).holds).toMatchObject({
      stationID: s.core.deps.db.stationID,
      shipments: 0,
      organizations: ["Örnek Mağaza"],
    });
    const file = join(place, "packbench.db");
    const copy = new BetterSqlite3(file, { readonly: true });
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
    copy.close();
    const expected = await names(s);
    await s.stop();

    const dataDir = temporaryFolder();
    copyFileSync(file, join(dataDir, "packbench.db"));
    const restored = await names(await station({ dataDir }));
    expect(restored).toContain("Before");
    expect(expected).toEqual(expect.arrayContaining(restored));
  });

  it("a backup is started only at the desk, in an existing folder outside the data folder", async () => {
    const s = await station();
    expect((await s.call("POST", "/station/backup", { folder: temporaryFolder() })).body.code).toBe(
      "E1055",
    );
    const refused = await Promise.all(
      [join(temporaryFolder(), "none"), s.dataDir, "backups", "//server/share"].map((folder) =>
        begin(s, folder),
      ),
    );
    expect(refused.map(({ code }) => code)).toEqual(["E2062", "E2062", "E1085", "E2062"]);
    expect((await state(s)).step).toBe("none");
  });

  it.skipIf(whyNoDisk() !== undefined)(
    "a backup on a disk without room is refused, and a backup whose disk fills up fails without leaving files",
    async () => {
      const s = await station();
      addBallast(s, 40);
      const refused = await begin(s, smallDisk(100).folder);
      expect([refused.code, refused.message]).toEqual([
        "E2062",
        expect.stringContaining("MB are free there"),
      ]);
      expect((await state(s)).step).toBe("none");
      const disk = smallDisk(260);
      expect((await begin(s, disk.folder)).data.step).toBe("running");
      disk.fill(); // The disk fills before the copy, which first starts a thread.
      expect(await ended(s)).toMatchObject({ step: "failed", last: null });
      expect(readdirSync(disk.folder)).toEqual(["ballast"]);
      expect((await s.call("POST", "/parceltemplates", { name: "After" })).status).toBe(201);
    },
  );

  it(
    "a backup leaves no files when it is stopped, or when the station stops meanwhile",
    { tags: "all" },
    async () => {
      const s = await station();
      addBallast(s, 40);
      const folder = temporaryFolder();
      await begin(s, folder);
      expect((await s.desk<Backup>("DELETE", "/station/backup")).data).toMatchObject({
        step: "stopped",
        last: null,
      });
      expect(readdirSync(folder)).toEqual([]);
      await begin(s, folder);
      await s.stop();
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
