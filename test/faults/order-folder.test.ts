/** A station that loses its power between two steps with files of its watched folder. */
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { OrderFolder } from "../../core/station/order-folder/order-folder.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { call, eventually, parcel, temporaryFolder } from "../helpers/station.ts";
import { folderAt, orderFile } from "../helpers/watched-folder.ts";
import { kill, startProgram, type Child } from "./a-dying-station.ts";

let child: Child | undefined;
afterEach(() => kill(child));

const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await call<T>(child?.url ?? "", child?.token ?? null, { method, path, body })).body.data;
const state = () => ask<OrderFolder>("GET", "/station/order-folder");

async function died(): Promise<void> {
  if (child !== undefined && child.process.signalCode === null) await once(child.process, "exit");
}

describe("a power cut with the watched folder", { timeout: 120_000 }, () => {
  it("between claim, import, note and move each file is imported once and ends once", async () => {
    const [dataDir, path] = [temporaryFolder(), temporaryFolder()];
    const folder = folderAt(path);
    const dieAt = join(dataDir, "die-at.txt");
    const points = ["folder.claimed", "folder.imported", "folder.noted"];
    const bad = "X-1;Ayşe;05321112233;Cd. 5;Nowhere;İstanbul;1";
    for (const [i, point] of points.entries()) {
      child = await startProgram("folder-child.ts", dataDir, path);
      writeFileSync(dieAt, point);
      folder.drop(`${i}.csv`, `${orderFile(`N-${i}`)}\n${bad}`);
      await died();
      rmSync(dieAt);
    }
    child = await startProgram("folder-child.ts", dataDir, path);
    await eventually("all are moved", () => folder.list("done").length === points.length);
    const { files } = await state();
    const orders = await ask<Shipment[]>("GET", "/shipments?limit=100");
    expect([
      folder.list("done").toSorted(),
      folder.list("refused").length,
      files.map(({ name, state: is, rejected }) => [name, is, rejected]).toSorted(),
      orders.map(({ order }) => order?.orderNumber).toSorted(),
    ]).toEqual([
      ["0.csv", "1.csv", "2.csv"],
      6,
      points.map((_, i) => [`${i}.csv`, "PARTLY", 1]),
      ["N-0", "N-1", "N-2"],
    ]);
  });

  it(
    "between the write of a result and its cursor the same file is written, and no second one",
    { tags: "all" },
    async () => {
      const [dataDir, path] = [temporaryFolder(), temporaryFolder()];
      const folder = folderAt(path);
      child = await startProgram("folder-child.ts", dataDir, path);
      const { offers } = await ask<Shipment>("POST", "/shipments", parcel());
      writeFileSync(join(dataDir, "die-at.txt"), "folder.resultsWritten");
      await call(child.url, child.token, {
        method: "POST",
        path: "/transactions",
        body: { offerID: offers?.cheapest?.id },
      }).catch(() => undefined);
      await died();
      const [name = ""] = folder.list("out");
      const written = folder.read("out", name);
      rmSync(join(dataDir, "die-at.txt"));
      child = await startProgram("folder-child.ts", dataDir, path);
      await eventually("nothing waits", async () => (await state()).resultsWaiting === 0);
      expect([folder.list("out"), folder.read("out", name)]).toEqual([[name], written]);
    },
  );
});
