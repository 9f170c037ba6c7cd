import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import { kill, startChild, type Child } from "./a-dying-station.ts";
import { call, eventually, parcel, temporaryFolder, type Answer } from "../helpers/station.ts";
import { someOf } from "../helpers/some-of.ts";

type Alive = { readonly dataDir: string; readonly child: Child | undefined };

/** Running stations by carrier, which the next test reuses. A failed test leaves no station. */
const alive = new Map<string, Alive>();
afterAll(async () => {
  for (const station of alive.values()) await end(station);
});

async function end({ dataDir, child }: Alive): Promise<void> {
  await kill(child);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Lists the keys that the remote carrier has charged, in order. */
function chargedAt(dataDir: string): string[] {
  const file = join(dataDir, "charged.txt");
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

/** Kills the station of this carrier at the fault point, restarts it, and retries the call. */
async function diesAt(where: string, form: string, kind: string): Promise<void> {
  const station = alive.get(kind) ?? { dataDir: temporaryFolder(), child: undefined };
  const { dataDir } = station;
  let child = station.child;
  alive.delete(kind);
  try {
    child ??= await startChild(dataDir, kind);
    const ask = <T>(
      method: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ): Promise<Answer<T>> =>
      call<T>(child?.url ?? "", child?.token ?? "", { method, path, body, headers });
    const shipment = (await ask<Shipment>("POST", "/shipments", parcel())).body.data;
    const returnAddressID = shipment.senderAddressID;
    const offerID = shipment.offers?.cheapest?.id;
    const db = new BetterSqlite3(join(dataDir, "packbench.db"));
    if (kind === "remote")
      db.prepare("UPDATE offers SET carrier_id = 'far' WHERE id = ?").run(offerID);
    const one = (sql: string): number => Number(db.prepare(sql).pluck().get());
    const counts = () => ({
      transactions: one("SELECT count(*) FROM transactions"),
      paid: one("SELECT count(*) FROM ledger_entries WHERE kind = 'PURCHASE'"),
      shipments: one("SELECT count(*) FROM shipments"),
      charged: kind === "remote" ? chargedAt(dataDir).length : 1,
    });

    const requests: Record<string, [string, unknown]> = {
      offer: ["/transactions", { offerID }],
      "one step": [
        "/transactions",
        { providerServiceCode: "SURAT_STANDART", shipment: { ...parcel(), returnAddressID } },
      ],
      desk: ["/station/purchases", { offerID, print: true }],
      shipment: ["/shipments", parcel()],
    };
    const [path, body] = requests[form] ?? ["", {}];
    const buy = (): Promise<Answer<Transaction>> =>
      ask<Transaction>("POST", path, body, {
        "idempotency-key": `${form} ${where}`.replaceAll(" ", "-"),
      });

    const before = counts();
    const exited = once(child.process, "exit");
    writeFileSync(join(dataDir, "die-at.txt"), where);
    await expect(buy()).rejects.toThrow();
    await exited;
    rmSync(join(dataDir, "die-at.txt"));

    child = await startChild(dataDir, kind);
    const answer = await eventually("the repeat is answered", async () => {
      const a = await buy();
      return a.status === 201
        ? a
        : a.body.code === "E2008"
          ? undefined
          : Promise.reject(new Error(`${a.status} ${JSON.stringify(a.body)}`));
    });
    const again = await buy();
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(answer.body));
    const made = {
      shipments: form === "shipment" || form === "one step" ? 1 : 0,
      bought: form === "shipment" ? 0 : 1,
    };
    expect(counts()).toEqual({
      transactions: before.transactions + made.bought,
      paid: before.paid + made.bought,
      shipments: before.shipments + made.shipments,
      charged: kind === "remote" ? before.charged + made.bought : 1,
    });
    expect(one("SELECT held_minor FROM balances")).toBe(0);
    if (form !== "shipment") {
      const id =
        form === "desk"
          ? (answer.body.data as unknown as { transaction: Transaction }).transaction.id
          : answer.body.data.id;
      expect(
        db.prepare("SELECT id FROM transactions ORDER BY created_at DESC LIMIT 1").pluck().get(),
      ).toBe(id);
      if (kind === "remote") expect(chargedAt(dataDir).at(-1)).toBe(id);
    }
    db.close();
    alive.set(kind, { dataDir, child });
  } finally {
    if (!alive.has(kind)) await end({ dataDir, child });
  }
}

describe("a station killed around a keyed purchase", { timeout: 60_000 }, () => {
  it.each(
    someOf(
      [
        ["inside the commit", "offer", "local"],
        ["answer.kept", "one step", "local"],
        ["purchase.reserved", "offer", "remote"],
        ["carrier charged", "offer", "remote"],
      ],
      2,
    ),
  )(
    "a kill at '%s' (%s, %s) leaves the call executed once, and its retry gets the same result",
    diesAt,
  );

  it.each([
    ["purchase.settled", "offer", "local"],
    ["answer.kept", "offer", "local"],
    ["inside the commit", "one step", "local"],
    ["purchase.settled", "one step", "local"],
    ["purchase.settled", "desk", "local"],
    ["job.taken", "offer", "remote"],
    ["purchase.asked", "offer", "remote"],
    ["job.noted", "offer", "remote"],
    ["purchase.settled", "offer", "remote"],
    ["answer.kept", "offer", "remote"],
    ["answer.kept", "shipment", "local"],
  ])(
    "a kill at '%s' (%s, %s) leaves the call executed once, and its retry gets the same result",
    { tags: "all" },
    diesAt,
  );
});
