/**
 * A station that is killed repeatedly announces and cancels labels at Yurtiçi's simulator, which
 * fails at every third call: in the end the simulator's parcels equal the station's labels, and no
 * label was refunded whose parcel the carrier has.
 */
import { once } from "node:events";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import {
  startCarrierSimulator,
  SIMULATED,
} from "../../core/shipping/carriers/simulator/simulator.ts";
import type { Fault } from "../../core/shipping/carriers/simulator/simulated-carrier.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { call, eventually, parcel, temporaryFolder, type Answer } from "../helpers/station.ts";
import { deathsOf, kill, startProgram, type Child } from "./a-dying-station.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const [PURCHASES, CANCELLATIONS] = FULL ? [500, 100] : [8, 3];
const FAULTS: readonly Fault[] = ["cut before", "cut in", "cut after", "broken", "throttled"];
const OPERATIONS = ["createShipment", "cancelShipment", "queryShipment"] as const;

it(
  "each label of a killed station is announced once and cancelled once at a carrier that fails",
  { timeout: FULL ? 900_000 : 120_000 },
  async () => {
    const carrier = SIMULATED["yurtici"]?.() ?? never();
    const simulator = await startCarrierSimulator(carrier, 0);
    const dataDir = temporaryFolder();
    const epoch = String(Date.now());
    const start = (...dieAt: readonly string[]): Promise<Child> =>
      startProgram("live-carrier-child.ts", dataDir, simulator.url, epoch, ...dieAt);
    let child = await start();
    // The carrier refuses a second query of a key within a minute, which is long for a test.
    const forgetting = setInterval(() => carrier.forgetQueries(), 50);
    const db = new BetterSqlite3(join(dataDir, "packbench.db"));
    try {
      const ask = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
        call<T>(child.url, child.token, { method, path, body });
      const count = (sql: string): number => Number(db.prepare(sql).pluck().get());
      const fail = (faults: readonly (Fault | "none")[]): Promise<unknown> =>
        Promise.all(
          OPERATIONS.map((operation) =>
            fetch(new URL("/control/faults", simulator.pageUrl), {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ operation, faults }),
            }),
          ),
        );
      const revive = async (...dieAt: readonly string[]): Promise<void> => {
        if (child.process.exitCode === null && child.process.signalCode === null)
          await once(child.process, "exit");
        child = await start(...dieAt);
      };
      const everyThird = Array.from({ length: 990 }, (_, i) =>
        i % 3 === 2 ? (FAULTS[Math.floor(i / 3) % FAULTS.length] ?? "none") : "none",
      );
      const isOpen = (): boolean =>
        count("SELECT count(*) FROM announcements WHERE state IN ('WAITING', 'UNCERTAIN')") +
          count(
            "SELECT count(*) FROM jobs WHERE kind IN ('announce', 'cancel') AND state IN ('WAITING', 'RUNNING')",
          ) >
        0;
      const settled = async (): Promise<void> => {
        // An account announces twenty labels a second at most.
        for (let i = 0; i < PURCHASES / 50 && isOpen(); i += 1)
          await eventually("no label waits", async () => {
            // The station may die only after the last purchase was answered.
            if (child.process.signalCode !== null) await revive();
            return !isOpen();
          }).catch(() => false);
        expect(isOpen()).toBe(false);
      };

      await kill(child);
      child = await start("announce.asked", "2");
      await fail(everyThird);
      const ids: string[] = [];
      while (ids.length < PURCHASES) {
        const bought = await buy(ask).catch(() => undefined);
        if (bought !== undefined) ids.push(bought);
        else await revive(...(deathsOf(dataDir).length === 1 ? ["announce.settled", "3"] : []));
      }
      await settled();
      await kill(child);
      child = await start("cancel.asked", "2");
      await fail(everyThird);
      for (const id of ids.slice(0, CANCELLATIONS)) {
        const cancelled = await ask("DELETE", `/shipments/${id}`).catch(() => undefined);
        if (cancelled?.status === 200) continue;
        if (cancelled === undefined) await revive();
        // A repeated call waits for the same cancellation.
        await eventually(
          "the shipment is cancelled",
          async () => (await ask("DELETE", `/shipments/${id}`)).status === 200,
        );
      }
      await fail([]);
      await settled();
      expect(count("SELECT count(*) FROM transactions WHERE status = 'CANCELED'")).toBe(
        CANCELLATIONS,
      );

      const labels = db
        .prepare("SELECT barcode, status FROM transactions WHERE barcode <> '' ORDER BY barcode")
        .all() as { barcode: string; status: string }[];
      const known = carrier.parcels
        .list()
        .map(({ code, isCancelled }) => ({
          barcode: code,
          status: isCancelled ? "CANCELED" : "DONE",
        }))
        .sort((a, b) => (a.barcode < b.barcode ? -1 : 1));
      expect(known).toEqual(
        labels.filter(({ barcode }) => known.some((k) => k.barcode === barcode)),
      );
      expect(
        labels.filter(
          ({ barcode, status }) => status === "DONE" && !known.some((k) => k.barcode === barcode),
        ),
      ).toEqual([]);
      const spent = count("SELECT sum(total_minor) FROM transactions WHERE status = 'DONE'");
      expect(
        -count("SELECT sum(amount_minor) FROM ledger_entries WHERE kind IN ('PURCHASE', 'REFUND')"),
      ).toBe(spent);
      expect(deathsOf(dataDir).length).toBeGreaterThanOrEqual(2);
    } finally {
      clearInterval(forgetting);
      db.close();
      await kill(child);
      await simulator.close();
    }
  },
);

/** Buys a label with the connected account. @throws Error when the station dies meanwhile. */
async function buy(
  ask: <T>(method: string, path: string, body?: unknown) => Promise<Answer<T>>,
): Promise<string> {
  const { offers, id } = (await ask<Shipment>("POST", "/shipments", parcel())).body.data;
  const offer = offers?.list.find(({ providerAccountID }) => providerAccountID !== null);
  const { status } = await ask("POST", "/transactions", { offerID: offer?.id });
  if (status !== 201) throw new Error(`the label was not bought: ${status}`);
  return id;
}

function never(): never {
  throw new Error("there is no such simulator");
}
