/** A station that loses its power while orders are joined, and while they are to wait again. */
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { OpenedOrder, WaitingOrder } from "../../core/station/station.schema.ts";
import { csvOf } from "../core/fulfilment/together/together-acts.ts";
import { call, eventually, temporaryFolder, type Answer } from "../helpers/station.ts";
import { kill, startChild, type Child } from "./a-dying-station.ts";
import { someOf } from "../helpers/some-of.ts";

const ORDERS = ["T-1", "T-2", "T-3"];

let child: Child | undefined;
afterEach(() => kill(child));

const ask = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
  call<T>(child?.url ?? "", child?.token ?? null, { method, path, body });
const open = async (code: string) =>
  (await ask<OpenedOrder>("POST", "/station/orders/open", { code })).body.data;
const waiting = async () =>
  (await ask<{ list: WaitingOrder[] }>("GET", "/station/orders/waiting?limit=500")).body.data.list
    .map(({ orderNumber }) => orderNumber)
    .filter((number) => ORDERS.includes(number))
    .toSorted();

async function joinAll(): Promise<Answer<OpenedOrder> | string> {
  const { shipment, together } = await open("T-1");
  const ids = together.waiting.map(({ shipmentID }) => shipmentID);
  return await ask<OpenedOrder>("POST", `/station/shipments/${shipment.id}/together`, {
    shipmentIDs: ids,
  }).catch(() => "the station was killed");
}

/** Starts a station with orders of one recipient. @returns Its folder. */
async function withOrders(): Promise<string> {
  const dataDir = temporaryFolder();
  child = await startChild(dataDir, "local");
  const content = csvOf(ORDERS.map((no) => ({ no, item: no })));
  await ask("POST", "/station/imports", { fileName: "o.csv", content });
  return dataDir;
}

/** Waits until the station has died at a fault point, and starts it again. */
async function reborn(dataDir: string): Promise<void> {
  if (child !== undefined && child.process.signalCode === null) await once(child.process, "exit");
  rmSync(join(dataDir, "die-at.txt"), { force: true });
  child = await startChild(dataDir, "local");
}

const titles = ({ shipment }: OpenedOrder): string[] => shipment.items.map(({ title }) => title);

describe("a power cut", () => {
  it("right after orders are joined keeps the join whole, and a second key press joins nothing twice", async () => {
    const dataDir = await withOrders();
    writeFileSync(join(dataDir, "die-at.txt"), "join.saved");
    expect(await joinAll()).toBe("the station was killed");
    await reborn(dataDir);
    const { shipment, together } = await open("T-1");
    expect([shipment.items.length, together.joined.length, await waiting()]).toEqual([
      3,
      2,
      ["T-1"],
    ]);
    const again = await ask<OpenedOrder>("POST", `/station/shipments/${shipment.id}/together`, {
      shipmentIDs: together.joined.map(({ shipmentID }) => shipmentID),
    });
    expect([again.status, titles(again.body.data)]).toEqual([200, ORDERS]);
  });

  it.each(someOf(["cancel.settled", "release.begun", "release.saved"], 3))(
    "at %s, after the label of a joined parcel was cancelled, lets each order wait again once",
    async (point) => {
      const dataDir = await withOrders();
      await joinAll();
      const { shipment } = await open("T-1");
      await ask("POST", "/station/purchases", {
        offerID: shipment.offers?.cheapest?.id,
        print: false,
      });
      writeFileSync(join(dataDir, "die-at.txt"), point);
      await ask("DELETE", `/shipments/${shipment.id}`).catch(() => "the station was killed");
      await reborn(dataDir);
      await eventually("all orders wait", async () => (await waiting()).length === 3);
      expect(await waiting()).toEqual(ORDERS);
      expect([titles(await open("T-1")), titles(await open("T-2"))]).toEqual([["T-1"], ["T-2"]]);
    },
  );
});
