import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { saveDueFiles } from "../../../../core/fulfilment/announcements/file-folders.ts";
import { findAnnouncedLabel } from "../../../../core/fulfilment/transactions/transactions.service.ts";
import { buyTold, toldStation, type ToldStation } from "../../../helpers/announced-carrier.ts";
import { change, temporaryFolder } from "../../../helpers/station.ts";
import { NO_TINY_DISK, tinyDisk } from "../../../helpers/tiny-disk.ts";

/** A station whose account saves files at 16:30 into a folder. */
async function savingStation(folder: string): Promise<ToldStation> {
  const s = await toldStation();
  await s.call("PUT", `/station/connections/${s.accountID}`, {
    kind: "manual",
    settings: { columns: "Barkod=barcode" },
    announces: "16:30",
  });
  const set = await s.desk("PUT", "/station/announcements/folder", {
    accountID: s.accountID,
    folder,
  });
  expect(set.status).toBe(200);
  return s;
}

const save = (s: ToldStation) =>
  saveDueFiles(s.core.deps, s.started.organizationID, (id) => findAnnouncedLabel(s.core.deps, id));
const states = async (s: ToldStation) =>
  (
    await s.call<{ state: string }[]>("GET", `/station/announcement-files?accountID=${s.accountID}`)
  ).body.data.map(({ state }) => state);
const AT_1631 = Date.parse("2026-11-21T13:31:00.000Z");

it("at a set time the waiting parcels are saved whole, once, and later ones with the next time", async () => {
  const folder = temporaryFolder();
  const s = await savingStation(folder);
  await save(s);
  const first = await buyTold(s);
  await save(s);
  expect(readdirSync(folder)).toEqual([]);
  s.clock.nowMs = AT_1631;
  await save(s);
  await save(s);
  const [name = ""] = readdirSync(folder);
  expect([readdirSync(folder).length, await states(s)]).toEqual([1, ["SAVED"]]);
  expect(readFileSync(join(folder, name), "utf8")).toContain(first.shipment.barcode);
  await buyTold(s);
  await save(s);
  expect(readdirSync(folder)).toHaveLength(1);
  s.clock.nowMs = AT_1631 + 24 * 60 * 60 * 1_000;
  await save(s);
  expect(readdirSync(folder)).toHaveLength(2);
});

it("a folder that is gone keeps the file, which is saved when the folder is back", async () => {
  const folder = join(temporaryFolder(), "panel");
  mkdirSync(folder);
  const s = await savingStation(folder);
  await buyTold(s);
  rmSync(folder, { recursive: true });
  s.clock.nowMs = AT_1631;
  await save(s);
  expect(await states(s)).toEqual(["WRITTEN"]);
  mkdirSync(folder);
  await save(s);
  expect([readdirSync(folder).length, await states(s)]).toEqual([1, ["SAVED"]]);
});

it("a file that was being saved when the station stopped is not saved again by itself", async () => {
  const folder = temporaryFolder();
  const s = await savingStation(folder);
  await buyTold(s);
  s.clock.nowMs = AT_1631;
  await save(s);
  for (const name of readdirSync(folder)) rmSync(join(folder, name)); // the carrier's program took it
  change(s, "UPDATE announcement_files SET state = 'SAVING'");
  await save(s);
  expect([readdirSync(folder), await states(s)]).toEqual([[], ["SAVING"]]);
});

it.skipIf(NO_TINY_DISK !== undefined)(
  "a full disk leaves no part of a file, which is saved when there is space",
  async () => {
    const disk = tinyDisk(1);
    try {
      const s = await savingStation(disk.folder);
      await buyTold(s);
      disk.fill();
      s.clock.nowMs = AT_1631;
      await save(s);
      expect([readdirSync(disk.folder), await states(s)]).toEqual([["filler"], ["WRITTEN"]]);
      disk.free();
      await save(s);
      expect(await states(s)).toEqual(["SAVED"]);
    } finally {
      disk.remove();
    }
  },
);

it("parcels that were bought before the clock was set back by a week are saved at the next set time", async () => {
  const folder = temporaryFolder();
  const s = await savingStation(folder);
  await buyTold(s);
  s.clock.nowMs = AT_1631 - 7 * 24 * 60 * 60 * 1_000;
  await save(s);
  expect(readdirSync(folder)).toHaveLength(1);
});
