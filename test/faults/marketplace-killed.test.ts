/**
 * A desk and its marketplace, two processes that are killed again and again, with a fault at every
 * third call between them: each label is bought once on each side, cancelled once, and paid once.
 */
import { once } from "node:events";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { startFaultProxy, type ProxyFault } from "../helpers/fault-proxy.ts";
import { FAR_SERVICE } from "../helpers/marketplace.ts";
import { call, eventually, parcel, temporaryFolder, type Answer } from "../helpers/station.ts";
import { deathsOf, kill, startProgram, type Child } from "./a-dying-station.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const [PURCHASES, CANCELLATIONS] = FULL ? [500, 100] : [9, 3];
const FAULTS: readonly ProxyFault[] = ["cut before", "cut in", "cut after", "busy", "throttled"];
/** Fault points at which the desk dies in turn, each at its second pass. */
const DEATHS = ["purchase.asked", "purchase.settled"];

it(
  "labels of a killed desk at a killed marketplace are bought once, cancelled once and paid once on each side",
  { tags: "all", timeout: FULL ? 900_000 : 120_000 },
  async () => {
    const [deskDir, marketDir] = [temporaryFolder(), temporaryFolder()];
    const program = "marketplace-child.ts";
    let market = await startProgram(program, marketDir, "market");
    let isMarketUp = true;
    const proxy = await startFaultProxy(() => market.url);
    const epoch = String(Date.now());
    const start = (...dieAt: readonly string[]): Promise<Child> =>
      startProgram(program, deskDir, "desk", proxy.url, market.token, epoch, ...dieAt);
    let desk = await start();
    const [here, there] = [deskDir, marketDir].map(
      (folder) => new BetterSqlite3(join(folder, "packbench.db")),
    ) as [BetterSqlite3.Database, BetterSqlite3.Database];
    const count = (db: BetterSqlite3.Database, sql: string): number =>
      Number(db.prepare(sql).pluck().get());
    const ask = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
      call<T>(desk.url, desk.token, { method, path, body });
    const revive = async (...dieAt: readonly string[]): Promise<void> => {
      if (desk.process.exitCode === null && desk.process.signalCode === null)
        await once(desk.process, "exit");
      desk = await start(...dieAt);
    };
    const restartMarket = async (): Promise<void> => {
      isMarketUp = false;
      await kill(market);
      market = await startProgram(program, marketDir, "market");
      isMarketUp = true;
    };
    let restarting = Promise.resolve();
    let calls = 0;
    const failing = (): ProxyFault => {
      calls += 1;
      if (!isMarketUp) return "cut before";
      return calls % 3 === 0 ? (FAULTS[(calls / 3) % FAULTS.length] ?? "none") : "none";
    };
    try {
      await kill(desk);
      desk = await start(DEATHS[0] ?? "", "2");
      proxy.faultOf = failing;
      const ids: string[] = [];
      for (let i = 0; ids.length < PURCHASES; i += 1) {
        if (i % 10 === 5) restarting = restarting.then(restartMarket);
        const bought = await buy(ask).catch(() => undefined);
        // A marketplace that gives no offers three times is not asked for half a minute.
        if (bought === undefined) {
          await restarting;
          await new Promise((done) => setTimeout(done, 300));
        }
        if (bought !== undefined) ids.push(bought);
        else if (desk.process.exitCode !== null || desk.process.signalCode !== null)
          await revive(...(deathsOf(deskDir).length === 1 ? [DEATHS[1] ?? "", "2"] : []));
        if (i > 20 * PURCHASES) throw new Error(`only ${ids.length} labels were ordered`);
      }
      const isOpen = (): boolean =>
        count(
          here,
          "SELECT count(*) FROM jobs WHERE kind IN ('buy', 'cancel') AND state IN ('WAITING', 'RUNNING')",
        ) > 0;
      const settled = async (): Promise<void> => {
        for (let i = 0; i < 6 && isOpen(); i += 1)
          await eventually("no job waits", () => !isOpen()).catch(() => false);
        expect(isOpen()).toBe(false);
      };
      await restarting;
      if (desk.process.signalCode !== null) await revive();
      await settled();
      await kill(desk);
      desk = await start("cancel.asked", "2");
      const bought = here
        .prepare("SELECT shipment_id FROM transactions WHERE status = 'DONE' ORDER BY id")
        .pluck()
        .all() as string[];
      for (const id of bought.slice(0, CANCELLATIONS)) {
        const cancelled = await ask("DELETE", `/shipments/${id}`).catch(() => undefined);
        if (cancelled === undefined) await revive();
        await eventually(
          "the shipment is cancelled",
          async () => (await ask("DELETE", `/shipments/${id}`)).status === 200,
        );
      }
      await settled();
      const labels = (db: BetterSqlite3.Database): unknown[] =>
        db
          .prepare(
            "SELECT barcode, status, total_minor FROM transactions WHERE barcode <> '' ORDER BY barcode",
          )
          .all();
      expect(labels(here)).toEqual(labels(there));
      // A purchase whose caller got no answer, because the desk died, is finished too.
      expect(bought.length).toBeGreaterThanOrEqual(ids.length);
      const spent = count(here, "SELECT sum(total_minor) FROM transactions WHERE status = 'DONE'");
      expect(
        -count(
          there,
          "SELECT sum(amount_minor) FROM ledger_entries WHERE kind IN ('PURCHASE', 'REFUND')",
        ),
      ).toBe(spent);
      expect(count(here, "SELECT count(*) FROM ledger_entries WHERE kind = 'PURCHASE'")).toBe(0);
      expect(deathsOf(deskDir).length).toBeGreaterThanOrEqual(3);
    } finally {
      await restarting;
      for (const db of [here, there]) db.close();
      await kill(desk);
      await kill(market);
      await proxy.close();
    }
  },
);

/** Orders a label of the marketplace. @throws Error when nothing was ordered. */
async function buy(
  ask: <T>(method: string, path: string, body?: unknown) => Promise<Answer<T>>,
): Promise<string> {
  const { id } = (await ask<Shipment>("POST", "/shipments", parcel())).body.data;
  const offerID = await eventually("the offers have come", async () => {
    const { offers } = (await ask<Shipment>("GET", `/shipments/${id}`)).body.data;
    const far = offers?.list.find(({ providerServiceCode }) => providerServiceCode === FAR_SERVICE);
    if (far === undefined && offers?.percentageCompleted === 100)
      throw new Error("the marketplace made no offer");
    return far?.id;
  });
  const { status, body } = await ask("POST", "/transactions", { offerID });
  if (status !== 201 && body.code !== "E2008") throw new Error(`not ordered: ${body.code}`);
  return id;
}
