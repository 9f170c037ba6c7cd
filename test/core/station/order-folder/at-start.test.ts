/** The watched folder of a headless station, which is named at its start. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eraseLocalTexts } from "../../../../core/records/privacy/erasures.store.ts";
import { readOptions } from "../../../../core/headless-options.ts";
import { station, temporaryFolder } from "../../../helpers/station.ts";

import { aPDF, fileOf, folderAt, folderOf, orderFile } from "../../../helpers/watched-folder.ts";

it("a folder that the start names is watched, also at later starts and when its share is away, until it is switched off", async () => {
  const [dataDir, path] = [temporaryFolder(), temporaryFolder()];
  const quiet = { dataDir, settings: { rateLimit: null } };
  const first = await station({ ...quiet, orderFolder: path });
  folderAt(path).drop("orders.csv", orderFile("A-1"));
  await fileOf(first, "orders.csv", "DONE");
  await first.stop();
  rmSync(path, { recursive: true });
  const second = await station({ ...quiet, orderFolder: path });
  expect(await folderOf(second)).toMatchObject({ folder: path, isOn: true });
  await second.stop();
  const third = await station({ ...quiet, orderFolder: "" });
  expect((await folderOf(third)).state).toBe("off");
});

it("a new folder that cannot be used ends the start with a sentence", async () => {
  const orderFolder = join(temporaryFolder(), "none");
  await expect(station({ orderFolder })).rejects.toThrow("The folder is not there.");
});

it("the command line names the folder by its whole path, or `off`", () => {
  const named = (value: string) => readOptions(["--order-folder", value])?.orderFolder;
  expect([named("/srv/orders"), named("off")]).toEqual(["/srv/orders", ""]);
});

it("an erasure of an order's person empties the names of its papers", async () => {
  const s = await station({ settings: { rateLimit: null } });
  const path = temporaryFolder();
  await s.desk("PUT", "/station/order-folder", { folder: path, isOn: true });
  folderAt(path).drop("orders.csv", orderFile("B-1"));
  folderAt(path).drop("B-1_Ayse.pdf", aPDF());
  await fileOf(s, "B-1_Ayse.pdf", "ATTACHED");
  await s.desk("PUT", "/station/order-folder", { isOn: false });
  const id = s.core.deps.db.raw
    .prepare<[], string>("SELECT id FROM shipments WHERE order_number = 'B-1'")
    .pluck()
    .get();
  eraseLocalTexts(s.core.deps.db, id ?? "");
  expect((await folderOf(s)).files.map(({ name }) => name).toSorted()).toEqual(["", "orders.csv"]);
});
