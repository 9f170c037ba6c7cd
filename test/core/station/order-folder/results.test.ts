/** Files about labels in the folder `out`: each label once, whole, also through a crash. */
import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { becomeCopy } from "../../../../core/db/become-copy.ts";
import { DATABASE_FILE } from "../../../../core/db/data-folder.ts";
import {
  boughtShipment,
  eventually,
  station,
  temporaryFolder,
  type Station,
} from "../../../helpers/station.ts";
import { watchFolder, type Folder } from "../../../helpers/watched-folder.ts";

const quiet = { settings: { rateLimit: null } };

/** Reads all rows of all files, without the headings. */
function rowsOf(folder: Folder): string[][] {
  return folder.list("out").flatMap((name) =>
    folder
      .read("out", name)
      .replace("\uFEFF", "")
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.slice(1, -1).split('";"')),
  );
}

const waiting = async (s: Station): Promise<number> =>
  (await s.desk<{ resultsWaiting: number }>("GET", "/station/order-folder")).data.resultsWaiting;

describe("results in the watched folder", { timeout: 60_000 }, () => {
  it("a bought label and its cancellation are written once, with order, carrier, barcode and price", async () => {
    const s = await station(quiet);
    await boughtShipment(s); // before the folder is watched
    const folder = await watchFolder(s);
    const { shipment } = await boughtShipment(s, {
      order: { orderNumber: "=1+1", sourceIdentifier: "shop" },
    });
    await eventually("the label is written", () => rowsOf(folder).length === 1);
    const [row = []] = rowsOf(folder);
    expect([row[0], row[1], row[3], row[5], row[6], row[8], row[10]]).toEqual([
      "'=1+1",
      "shop",
      "LABEL_BOUGHT",
      shipment.barcode,
      shipment.trackingNumber,
      "TL",
      "0",
    ]);
    expect(row[7]).toMatch(/^\d+,\d\d$/);
    await s.call("DELETE", `/shipments/${shipment.id}`);
    await eventually("the cancellation is written", () => rowsOf(folder).length === 2);
    await new Promise((done) => setTimeout(done, 300));
    expect(rowsOf(folder).map((one) => one[3])).toEqual(["LABEL_BOUGHT", "CANCELLED"]);
  });

  it("labels bought while the folder is off are in no file, and a later restart writes none twice", async () => {
    const s = await station(quiet);
    const folder = await watchFolder(s);
    await s.desk("PUT", "/station/order-folder", { isOn: false });
    await boughtShipment(s);
    await s.desk("PUT", "/station/order-folder", { isOn: true });
    await boughtShipment(s);
    await eventually("the label is written", () => rowsOf(folder).length === 1);
    await eventually("nothing waits", async () => (await waiting(s)) === 0);
  });

  it(
    "a copy of a station writes no result of a label from before the copy, which the original writes",
    { tags: "all" },
    async () => {
      const [first, second] = [temporaryFolder(), temporaryFolder()];
      const before = await station({ ...quiet, dataDir: first });
      const folder = await watchFolder(before);
      const { shipment } = await boughtShipment(before);
      await eventually("the label is written", () => rowsOf(folder).length === 1);
      renameSync(folder.path, `${folder.path}.away`);
      await boughtShipment(before);
      await eventually("the second label waits", async () => (await waiting(before)) === 1);
      await before.stop();
      cpSync(first, second, { recursive: true });
      becomeCopy(join(second, DATABASE_FILE), undefined, before.core.deps.now());
      renameSync(`${folder.path}.away`, folder.path);
      const copy = await station({ ...quiet, dataDir: second });
      copy.clock.nowMs = before.clock.nowMs + 60_000;
      const original = await station({ ...quiet, dataDir: first });
      await eventually("the second label is written", () => rowsOf(folder).length === 2);
      for (const s of [original, copy]) await s.call("DELETE", `/shipments/${shipment.id}`);
      await boughtShipment(copy);
      await eventually("both have written", () => rowsOf(folder).length === 4);
      await new Promise((done) => setTimeout(done, 500));
      const statuses = rowsOf(folder).map((one) => one[3]);
      expect(statuses.toSorted()).toEqual([
        "CANCELLED",
        "LABEL_BOUGHT",
        "LABEL_BOUGHT",
        "LABEL_BOUGHT",
      ]);
    },
  );
});
