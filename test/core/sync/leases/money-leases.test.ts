/** Stations of one hub that lease amounts of a shared balance. */
import type { KV } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../core/base/ids.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { packChanges } from "../../../../core/db/packed-changes.ts";
import { withLeases } from "../../../../core/db/leases.ts";
import {
  getBalance,
  missingMoney,
  postEntry,
} from "../../../../core/organizations/ledger/ledger.service.ts";
import {
  capacityOf,
  spendBeyond,
  takeBack,
} from "../../../../core/organizations/ledger/money-lease.ts";
import { createLeases, type StationLeases } from "../../../../core/sync/leases/leases.ts";
import { createMoneyLeases } from "../../../../core/sync/leases/money-leases.ts";
import { poolOf } from "../../../../core/sync/leases/money-pool.ts";
import {
  enrolMoney,
  obtainMoney,
  moneyDocument,
  returnMoney,
} from "../../../../core/sync/leases/obtain-money.ts";
import { revokeStation } from "../../../../core/sync/leases/revoke-station.ts";
import { insertQuarantined } from "../../../../core/db/quarantine.ts";
import { openScarce } from "../../../../core/sync/leases/scarce-bucket.ts";
import { startBareHub, type BareHub } from "../../../helpers/bare-hub.ts";
import { whyNoHub } from "../../../helpers/hub.ts";
import { looseStation, type LooseStation } from "../../../helpers/loose-stations.ts";

type Desk = LooseStation & { readonly leases: StationLeases };

describe.skipIf(whyNoHub !== undefined)("stations that share a balance", () => {
  let hub: BareHub;
  let nc: NatsConnection;
  let kv: KV;
  let organizationID = "";
  let desks: Desk[] = [];
  beforeAll(async () => {
    hub = await startBareHub();
    nc = await hub.connect();
    kv = await openScarce(nc);
  });
  afterEach(() => desks.forEach(({ leases }) => leases.close()));
  afterAll(async () => {
    await nc.close();
    await hub.kill();
  });

  const soon = (): number => performance.now() + 3_000;
  const can = ({ deps }: LooseStation): number => capacityOf(deps, organizationID);
  const pay = ({ deps, leases }: Desk, amount: number): Promise<unknown> =>
    withLeases(
      { leases },
      () => missingMoney(deps, organizationID, amount),
      () =>
        inTransaction(deps, () =>
          postEntry(deps, {
            organizationID,
            kind: "PURCHASE",
            amount: -amount,
            transactionID: deps.newId(),
            reference: "",
            isSpent: true,
          }),
        ),
    );
  const pool = async (): Promise<number> =>
    poolOf(
      moneyDocument(organizationID).schema.parse((await kv.get(`bal.${organizationID}`))?.json()),
    );
  const obtain = ({ deps }: LooseStation, wanted: number, bucket = kv) =>
    obtainMoney(bucket, deps, organizationID, wanted, soon());

  /** Creates stations of which the first has the whole balance; each station knows the balance. */
  async function share(many: number, whole: number): Promise<Desk[]> {
    organizationID = newId();
    const stations = Array.from({ length: many }, () => looseStation());
    const [first] = stations as [LooseStation];
    inTransaction(first.deps, () =>
      postEntry(first.deps, {
        organizationID,
        kind: "TOPUP",
        amount: whole,
        transactionID: null,
        reference: "",
      }),
    );
    for (const [i, { deps, apply }] of stations.entries()) {
      if (i > 0) apply(first.outbox(0).map(({ stamped }) => stamped));
      deps.db.isLeasing = true;
      await enrolMoney(kv, deps, organizationID, i === 0, soon());
    }
    // No organization's money is settled automatically, so only the test obtains money.
    desks = stations.map((station) => ({
      ...station,
      leases: createLeases(station.deps, {
        kv,
        nc,
        isConnected: () => true,
        organizationIDs: () => [],
      }),
    }));
    return desks;
  }

  it("a station without a share enrols with its first payment, once the founding station has joined", async () => {
    const [a, b] = (await share(2, 1_000)) as [Desk, Desk];
    b.deps.db.sql(`DELETE FROM money_leases`).run();
    await pay(b, 10);
    const stranger = newId();
    for (const { deps } of [a, b])
      inTransaction(deps, () =>
        postEntry(deps, {
          organizationID: stranger,
          kind: "TOPUP",
          amount: 50,
          transactionID: null,
          reference: "",
        }),
      );
    expect(await enrolMoney(kv, b.deps, stranger, false, soon())).toBe(false);
    expect([
      await enrolMoney(kv, a.deps, stranger, true, soon()),
      await enrolMoney(kv, b.deps, stranger, false, soon()),
      capacityOf(b.deps, stranger),
    ]).toEqual([true, true, 50]);
  });

  it("a station without money gets money from the other station, and its purchase is made once", async () => {
    const [a, b] = (await share(2, 1_000)) as [Desk, Desk];
    await pay(b, 400);
    expect([getBalance(b.deps, organizationID).balance, can(a) + can(b) + (await pool())]).toEqual([
      600, 600,
    ]);
  });

  it("stations can spend everything to the last minor unit, and a further amount is rejected: E1066, E2132", async () => {
    const all = (await share(3, 900)) as [Desk, Desk, Desk];
    const [a, b, c] = all;
    await pay(a, 200); // The station would keep its share if no other station needed it.
    await pay(b, 200);
    await pay(c, 500);
    expect([...all.map(can), await pool()]).toEqual([0, 0, 0, 0]);
    // This station does not know the others' payments: by its ledger, 400 are left.
    await expect(pay(c, 401)).rejects.toMatchObject({ code: "E1066" });
    await expect(pay(c, 1)).rejects.toMatchObject({ code: "E2132" });
  });

  it(
    "one of two stations that lack money at once is served if the money is enough for one station",
    { tags: "all" },
    async () => {
      const [a, b, c] = (await share(3, 600)) as [Desk, Desk, Desk];
      await pay(a, 100);
      for (const desk of [a, b, c]) await obtain(desk, 0);
      await returnMoney(kv, a.deps, organizationID, 500, soon());
      await obtain(b, 250);
      await obtain(c, 250);
      const ends = await Promise.allSettled([pay(b, 400), pay(c, 400)]);
      expect([
        ends.filter(({ status }) => status === "fulfilled").length,
        can(a) + can(b) + can(c) + (await pool()),
      ]).toEqual([1, 100]);
    },
  );

  it("a station returns money that it does not need, but keeps its equal share for when the hub is away", async () => {
    const [a, b] = (await share(2, 1_000)) as [Desk, Desk];
    const leases = createMoneyLeases(kv, nc, a.deps);
    await leases.settle(organizationID);
    expect([can(a), can(b), await pool()]).toEqual([500, 0, 500]);
    leases.close();
  });

  it("no money is lost when the hub's answer is lost or a station crashes between its two writes", async () => {
    const [a, b] = (await share(2, 1_000)) as [Desk, Desk];
    takeBack(a.deps, organizationID, 300); // The station crashed before the hub had the amount.
    expect([can(a), await pool()]).toEqual([700, 0]);
    await obtain(a, 0);
    expect(await pool()).toBe(300);
    let isLost = false;
    const losing = {
      get: (key: string) => kv.get(key),
      create: (key: string, data: string) => kv.create(key, data),
      update: async (key: string, data: string, revision: number) => {
        const written = await kv.update(key, data, revision);
        if (isLost) return written;
        isLost = true;
        throw new Error("timeout");
      },
    } as unknown as KV;
    expect([(await obtain(b, 200, losing))?.came, can(b), await pool()]).toEqual([200, 200, 100]);
    // Simulates a crash after the hub has granted.
    b.deps.db.sql(`UPDATE money_leases SET granted = 0`).run();
    expect(can(b)).toBe(0);
    await obtain(b, 0);
    expect([can(b), await pool()]).toEqual([200, 100]);
  });

  it("the other stations get the rest of a revoked station's share, and the revoked station can spend nothing", async () => {
    const [a, b] = (await share(2, 1_000)) as [Desk, Desk];
    await returnMoney(kv, a.deps, organizationID, 600, soon());
    await obtain(b, 600);
    await pay(b, 150);
    a.apply(b.outbox(0).map(({ stamped }) => stamped));
    const gone = { id: b.deps.db.stationID, incarnation: 1 };
    expect([
      await revokeStation(kv, a.deps, organizationID, gone, soon()),
      await revokeStation(kv, a.deps, organizationID, gone, soon()),
      await pool(),
    ]).toEqual([true, true, 450]);
    expect(await obtain(b, 1)).toBeUndefined();
    await expect(pay(b, 1)).rejects.toMatchObject({ code: "E2133" });
    await pay(a, 850);
    expect([can(a), await pool(), getBalance(a.deps, organizationID).balance]).toEqual([0, 0, 0]);
  });

  it("quarantined payments that a revoked station made with its clock ahead count when its share is closed", async () => {
    const [a, b] = (await share(2, 1_000)) as [Desk, Desk];
    await returnMoney(kv, a.deps, organizationID, 600, soon());
    await obtain(b, 600);
    await pay(b, 150);
    const set = b.outbox(0).map(({ seq, stamped }) => ({
      id: String(seq),
      stationID: b.deps.db.stationID,
      number: seq,
      version: 1,
      reason: "clock" as const,
      body: packChanges(stamped.changes),
      hlc: stamped.hlc,
      createdAt: a.deps.now(),
    }));
    inTransaction(a.deps, () => set.forEach((row) => insertQuarantined(a.deps.db, row)));
    const gone = { id: b.deps.db.stationID, incarnation: 1 };
    expect([await revokeStation(kv, a.deps, organizationID, gone, soon()), await pool()]).toEqual([
      true,
      450,
    ]);
  });

  it("payments that a revoked station made with its clock ahead count once if a snapshot has also brought them", async () => {
    const [a, b] = (await share(2, 1_000)) as [Desk, Desk];
    await returnMoney(kv, a.deps, organizationID, 600, soon());
    await obtain(b, 600);
    await pay(b, 150);
    const paid = b.outbox(0);
    const set = paid.flatMap(({ seq, stamped }) =>
      [String(seq), `${seq} again`].map((id) => ({
        id,
        stationID: b.deps.db.stationID,
        number: seq,
        version: 1,
        reason: "clock" as const,
        body: packChanges(stamped.changes),
        hlc: stamped.hlc,
        createdAt: a.deps.now(),
      })),
    );
    a.apply(paid.map(({ stamped }) => stamped));
    inTransaction(a.deps, () => set.forEach((row) => insertQuarantined(a.deps.db, row)));
    expect([
      await revokeStation(
        kv,
        a.deps,
        organizationID,
        { id: b.deps.db.stationID, incarnation: 1 },
        soon(),
      ),
      await pool(),
    ]).toEqual([true, 450]);
  });

  it("a station restored from an older copy joins again once its earlier share is closed", async () => {
    const [a, b] = (await share(2, 1_000)) as [Desk, Desk];
    await returnMoney(kv, a.deps, organizationID, 600, soon());
    await obtain(b, 600);
    b.deps.db.beginIncarnation(true);
    await expect(pay(b, 1)).rejects.toMatchObject({ code: "E2133" });
    expect(await enrolMoney(kv, b.deps, organizationID, false, soon())).toBe(false);
    await revokeStation(
      kv,
      a.deps,
      organizationID,
      { id: b.deps.db.stationID, incarnation: 1 },
      soon(),
    );
    expect([
      await enrolMoney(kv, b.deps, organizationID, false, soon()),
      can(b),
      await pool(),
    ]).toEqual([true, 0, 600]);
    await pay(b, 600);
    expect([can(a), can(b), await pool()]).toEqual([400, 0, 0]);
  });

  it("stations together return as much as one station spent beyond its share with an approval, and the sum is exact", async () => {
    const [a, b] = (await share(2, 1_000)) as [Desk, Desk];
    spendBeyond(b.deps, organizationID, 300);
    inTransaction(b.deps, () =>
      postEntry(b.deps, {
        organizationID,
        kind: "PURCHASE",
        amount: -300,
        transactionID: b.deps.newId(),
        reference: "",
        isSpent: true,
      }),
    );
    // The first station does not know the purchase yet.
    expect([can(b), can(a)]).toEqual([0, 1_000]);
    await obtain(b, 0);
    expect(await pool()).toBe(-300);
    const money = createMoneyLeases(kv, nc, a.deps);
    await money.settle(organizationID);
    money.close();
    expect([(await pool()) >= 0, (await pool()) + can(a), can(b)]).toEqual([true, 700, 0]);
  });

  it("a purchase does not wait for a hub that is away: E2132", async () => {
    const [, b] = (await share(2, 1_000)) as [Desk, Desk];
    const leases = createLeases(b.deps, {
      kv,
      nc,
      isConnected: () => false,
      organizationIDs: () => [],
    });
    const begun = performance.now();
    await expect(pay({ ...b, leases }, 1)).rejects.toMatchObject({ code: "E2132" });
    expect(performance.now() - begun).toBeLessThan(700); // A call of the hub waits 800 ms.
    leases.close();
  });
});
