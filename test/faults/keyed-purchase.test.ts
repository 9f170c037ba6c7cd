import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { Shipment } from "../../core/shipments/shipments.schema.ts";
import type { Transaction } from "../../core/transactions/transactions.schema.ts";
import { kill, startChild, type Child } from "./a-dying-station.ts";
import { call, eventually, parcel, temporaryFolder, type Answer } from "../helpers/station.ts";

describe("a station killed around a keyed purchase", () => {
  it.each([
    ["inside the commit", "offer", "local"],
    ["purchase.settled", "offer", "local"],
    ["answer.kept", "offer", "local"],
    ["inside the commit", "one step", "local"],
    ["purchase.settled", "one step", "local"],
    ["answer.kept", "one step", "local"],
    ["purchase.settled", "desk", "local"],
    ["purchase.reserved", "offer", "remote"],
    ["job.taken", "offer", "remote"],
    ["carrier charged", "offer", "remote"],
    ["purchase.asked", "offer", "remote"],
    ["job.noted", "offer", "remote"],
    ["purchase.settled", "offer", "remote"],
    ["answer.kept", "offer", "remote"],
    ["answer.kept", "shipment", "local"],
  ])("at '%s' (%s, %s) does it once and answers the repeat with it", async (where, form, kind) => {
    const dataDir = temporaryFolder();
    let child: Child | undefined;
    try {
      child = await startChild(dataDir, kind);
      const ask = <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>> => call<T>(child?.url ?? "", child?.token ?? "", { method, path, body, headers });
      const shipment = (await ask<Shipment>("POST", "/shipments", parcel())).body.data;
      const returnAddressID = shipment.senderAddressID;
      const offerID = shipment.offers?.cheapest?.id;
      const db = new BetterSqlite3(join(dataDir, "packbench.db"));
      if (kind === "remote") db.prepare("UPDATE offers SET carrier_id = 'far' WHERE id = ?").run(offerID);
      const one = (sql: string): unknown => db.prepare(sql).pluck().get();

      const requests: Record<string, [string, unknown]> = {
        offer: ["/transactions", { offerID }],
        "one step": ["/transactions", { providerServiceCode: "SURAT_STANDART", shipment: { ...parcel(), returnAddressID } }],
        desk: ["/station/purchases", { offerID, print: true }],
        shipment: ["/shipments", parcel()],
      };
      const [path, body] = requests[form] ?? ["", {}];
      const buy = (): Promise<Answer<Transaction>> => ask<Transaction>("POST", path, body, { "idempotency-key": "once" });

      const exited = once(child.process, "exit");
      writeFileSync(join(dataDir, "die-at.txt"), where);
      await expect(buy()).rejects.toThrow();
      await exited;
      rmSync(join(dataDir, "die-at.txt"));

      child = await startChild(dataDir, kind);
      const answer = await eventually("the repeat is answered", async () => {
        const a = await buy();
        return a.status === 201 ? a : a.body.code === "E2008" ? undefined : Promise.reject(new Error(`${a.status} ${JSON.stringify(a.body)}`));
      });
      const again = await buy();
      expect(JSON.stringify(again.body)).toBe(JSON.stringify(answer.body));
      if (form === "shipment") return expect(one("SELECT count(*) FROM shipments")).toBe(2);
      const id = form === "desk" ? (answer.body.data as unknown as { transaction: Transaction }).transaction.id : answer.body.data.id;
      expect({
        transactions: one("SELECT count(*) FROM transactions"),
        id: one("SELECT id FROM transactions"),
        paid: one("SELECT count(*) FROM ledger_entries WHERE kind = 'PURCHASE'"),
        shipments: one("SELECT count(*) FROM shipments"),
        held: one("SELECT held_minor FROM balances"),
        charged: kind === "remote" ? readFileSync(join(dataDir, "charged.txt"), "utf8") : `${id}\n`,
      }).toEqual({ charged: `${id}\n`, transactions: 1, id, paid: 1, shipments: form === "one step" ? 2 : 1, held: 0 });
      db.close();
    } finally {
      await kill(child);
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 60_000); // two starts of a whole station
});
