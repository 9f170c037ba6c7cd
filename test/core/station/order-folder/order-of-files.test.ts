/**
 * Order files of a watched folder are imported once each, the older before the newer, also while the
 * share is full or the station cannot import.
 */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { change, eventually, station, type Station } from "../../../helpers/station.ts";
import { NO_TINY_DISK, tinyDisk } from "../../../helpers/tiny-disk.ts";
import {
  fileOf,
  folderOf,
  orderFile,
  watchFolder,
  type Folder,
} from "../../../helpers/watched-folder.ts";

const quiet = { settings: { rateLimit: null } };

/** Adds a column with a state to an order file. */
const stated = (state: string, file: string): string =>
  file
    .split("\n")
    .map((line, i) => `${line};${i === 0 ? "Durum" : state}`)
    .join("\n");

/** Puts a file into `in` as of a time, Unix seconds. */
function dropAt(folder: Folder, name: string, atSeconds: number, content: string): void {
  folder.drop(name, content);
  utimesSync(join(folder.path, "in", name), atSeconds, atSeconds);
}

const opened = async (s: Station, code: string): Promise<OpenedOrder> =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data;

it.skipIf(NO_TINY_DISK !== undefined)(
  "a full share causes no second import: an order that a newer file cancels meanwhile is not bought",
  { timeout: 60_000 },
  async () => {
    const disk = tinyDisk(2);
    onTestFinished(() => disk.remove());
    const s = await station(quiet);
    const folder = await watchFolder(s, disk.folder);
    const older = `${stated("yeni", orderFile("F-1"))}\nF-2;;;;;;;yeni`;
    dropAt(folder, "older.csv", 1_700_000_000, older);
    dropAt(folder, "newer.csv", 1_700_000_010, stated("iptal", orderFile("F-1")));
    disk.fill();
    await fileOf(s, "newer.csv", "DONE");
    await fileOf(s, "older.csv", "PARTLY");
    expect(folder.list("done")).not.toContain("older.csv");
    disk.free();
    await eventually("the older file has ended", () => folder.list("done").includes("older.csv"));
    const { shipment, change: cancelled } = await opened(s, "F-1");
    const bought = await s.desk("POST", "/station/purchases", {
      offerID: shipment.offers?.cheapest?.id,
      print: false,
    });
    expect([cancelled?.kind, bought.status]).toEqual(["CANCELLED", 409]);
    expect(folder.read("refused", "older.csv.refused.csv")).toContain("F-2");
    expect(folder.list("refused")).toEqual(["older.csv.refused.csv", "older.csv.txt"]);
  },
);

it("a newer order file waits behind an older one that the station cannot import now", async () => {
  const s = await station(quiet);
  const folder = await watchFolder(s);
  folder.drop("first.csv", stated("yeni", orderFile("Q-1")));
  await fileOf(s, "first.csv", "DONE");
  const sender = s.core.deps.db
    .sql<{ id: string }>(`SELECT default_sender_address_id AS id FROM organizations`)
    .get();
  change(s, `UPDATE organizations SET default_sender_address_id = NULL`);
  dropAt(folder, "older.csv", 1_700_000_000, stated("yeni", orderFile("Q-1", "Q-2")));
  dropAt(folder, "newer.csv", 1_700_000_010, stated("iptal", orderFile("Q-1")));
  const waiting = await eventually("the newer one waits", async () => {
    const { notTaken } = await folderOf(s);
    return notTaken.some(({ reason }) => reason === "BEHIND") ? notTaken : undefined;
  });
  expect(waiting.map(({ name, reason }) => [name, reason])).toEqual([
    ["older.csv", "RETRIED"],
    ["newer.csv", "BEHIND"],
  ]);
  change(s, `UPDATE organizations SET default_sender_address_id = '${sender?.id}'`);
  await fileOf(s, "older.csv", "DONE");
  await fileOf(s, "newer.csv", "DONE");
  expect((await opened(s, "Q-1")).change?.kind).toBe("CANCELLED");
});
