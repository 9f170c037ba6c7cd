/** A station that loses its power while a truck is loaded, and while its loading is ended. */
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { turkishDay } from "../../core/base/turkish-day.ts";
import type {
  HandOver,
  HandOverScanned,
} from "../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import type { AgreementView } from "../../core/shipping/agreements/agreements.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { TARIFF_INPUT } from "../helpers/agreements.ts";
import { call, eventually, parcel, temporaryFolder, type Answer } from "../helpers/station.ts";
import { kill, startChild, type Child } from "./a-dying-station.ts";
import { someOf } from "../helpers/some-of.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const PARCELS = FULL ? 200 : 40;

let child: Child | undefined;
afterEach(() => kill(child));

const ask = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
  call<T>(child?.url ?? "", child?.token ?? null, { method, path, body });
const scan = (code: string) =>
  ask<HandOverScanned>("POST", "/station/hand-over/scans", { code, carrier: "GERCEK" });
const end = () => ask("POST", "/station/hand-over/end", { carrier: "GERCEK" });
const read = async () => (await ask<HandOver>("GET", "/station/hand-over")).body.data;

/** Starts a station and buys labels that may be shipped. @returns Its folder and the barcodes. */
async function withParcels(count: number) {
  const dataDir = temporaryFolder();
  child = await startChild(dataDir, "local");
  const { body } = await ask<AgreementView>("POST", "/station/agreements", {
    providerCode: "GERCEK",
    name: "Gerçek Kargo",
    ranges: [{ prefix: "G", first: "000001", last: "000999" }],
  });
  await ask("POST", `/station/agreements/${body.data.id}/versions`, {
    validFrom: turkishDay(new Date().toISOString()),
    tariff: TARIFF_INPUT,
  });
  const codes: string[] = [];
  while (codes.length < count) {
    const made = await ask<Shipment>("POST", "/shipments", parcel());
    const offerID = made.body.data.offers?.list.find(
      ({ providerCode }) => providerCode === "GERCEK",
    )?.id;
    const bought = await ask<Transaction>("POST", "/transactions", { offerID });
    codes.push(bought.body.data.shipment.barcode ?? "");
  }
  return { dataDir, codes };
}

async function died(): Promise<void> {
  if (child !== undefined && child.process.signalCode === null) await once(child.process, "exit");
}

describe("a power cut at a truck", () => {
  it("keeps every scan that was answered, and counts none twice", async () => {
    const { dataDir, codes } = await withParcels(PARCELS);
    const answered: string[] = [];
    const scanning = (async () => {
      for (const code of codes) {
        const { status } = await scan(code);
        if (status === 200) answered.push(code);
        if (answered.length === Math.floor(PARCELS / 2)) child?.process.kill("SIGKILL");
      }
    })().catch(() => "the station was killed");
    await died();
    await scanning;
    child = await startChild(dataDir, "local");
    const [carrier] = (await read()).carriers;
    expect(carrier?.loaded).toBeGreaterThanOrEqual(answered.length);
    const again = [];
    for (const code of codes) again.push((await scan(code)).body.data.step);
    expect(again.slice(0, answered.length)).toEqual(answered.map(() => "repeated"));
    expect((await read()).carriers[0]?.loaded).toBe(PARCELS);
  });

  it.each(someOf(["handOver.slice", "handOver.begun"], 2))(
    "at %s leaves a hand-over that the station finishes at its start, with each parcel once",
    async (point) => {
      const { dataDir, codes } = await withParcels(PARCELS);
      for (const code of codes) await scan(code);
      writeFileSync(join(dataDir, "die-at.txt"), point);
      const answer = await end().catch(() => "the station was killed");
      await died();
      expect(answer).toBe("the station was killed");
      rmSync(join(dataDir, "die-at.txt"));
      child = await startChild(dataDir, "local");
      await eventually("the hand-over has ended", async () =>
        (await read()).ended.every(({ isEnding }) => !isEnding),
      );
      const { carriers, ended } = await read();
      expect([
        ended.map(({ parcels }) => parcels),
        carriers.map(({ here, loaded, handedOver }) => [here, loaded, handedOver]),
      ]).toEqual([[PARCELS], [[0, 0, PARCELS]]]);
      expect((await end()).body.code).toBe("E2193");
    },
  );
});
