import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { Bought } from "../../../../core/shipping/carriers/carrier.ts";
import {
  refused,
  unknown,
  unsent,
  type Outcome,
} from "../../../../core/shipping/carriers/carrier.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import { eventually, station, temporaryFolder, type Station } from "../../../helpers/station.ts";
import { LABEL, remoteCarrier, remoteOffer } from "./a-remote-carrier.ts";

type Row = { id: string; status: string; attempts: number; state: string; next_attempt_at: string };
const ROW =
  "SELECT t.id, t.status, j.attempts, j.state, j.next_attempt_at FROM transactions AS t JOIN jobs AS j ON j.kind = 'buy' AND j.subject_id = t.id WHERE t.offer_id = ?";
const rowOf = (s: Station, offerID: string): Row =>
  s.core.deps.db.raw.prepare<[string], Row>(ROW).get(offerID) as Row;

/** Creates a folder with open purchases, each of another offer, for a second station. */
async function openPurchases(n: number): Promise<{ dataDir: string; offerIDs: string[] }> {
  const dataDir = temporaryFolder();
  const { carrier, calls } = remoteCarrier();
  const s = await station({ dataDir, world: { carriers: [carrier] } });
  const offerIDs: string[] = [];
  for (let i = 1; i <= n; i += 1) {
    const { offerID } = await remoteOffer(s);
    offerIDs.push(offerID);
    void s.call("POST", "/transactions", { offerID }).catch(() => "the station was stopped");
    await eventually("the carrier is asked", () => calls.length === i);
  }
  await s.stop();
  return { dataDir, offerIDs };
}

describe("retried purchases", () => {
  it("an unreadable purchase, retried later, and a hanging carrier do not keep another purchase from ending", async () => {
    const { dataDir, offerIDs } = await openPurchases(3);
    const [broken = "", hanging = "", good = ""] = offerIDs;
    const file = new BetterSqlite3(join(dataDir, "packbench.db"));
    file
      .prepare(
        "UPDATE purchase_snapshots SET body = '[]' WHERE id IN (SELECT id FROM transactions WHERE offer_id = ?)",
      )
      .run(broken);
    file.close();
    const { carrier, calls } = remoteCarrier();
    const s = await station({ dataDir, world: { carriers: [carrier] } });
    await eventually("the others are asked about", () => calls.length === 2);
    calls.find(({ key }) => key === rowOf(s, good).id)?.done(LABEL);
    await eventually("the good one is bought", () => rowOf(s, good).status === "DONE");
    expect(rowOf(s, hanging)).toMatchObject({ status: "PENDING", state: "RUNNING", attempts: 1 });
    expect(rowOf(s, broken)).toMatchObject({ status: "PENDING", state: "WAITING", attempts: 1 });
    expect(Date.parse(rowOf(s, broken).next_attempt_at)).toBeGreaterThan(s.clock.nowMs);
  });

  it(
    "purchases of a carrier that is no longer set up wait longer and longer, and their shipment shows E2008 after the fifth attempt",
    { tags: "all" },
    async () => {
      const { dataDir, offerIDs } = await openPurchases(1);
      const s = await station({ dataDir });
      const waits: number[] = [];
      for (let i = 1; i <= 5; i += 1) {
        await eventually(
          "it was tried",
          () =>
            rowOf(s, offerIDs[0] ?? "").attempts === i &&
            rowOf(s, offerIDs[0] ?? "").state === "WAITING",
        );
        const next = Date.parse(rowOf(s, offerIDs[0] ?? "").next_attempt_at);
        waits.push((next - s.clock.nowMs) / 1_000 / 2 ** i);
        s.clock.nowMs = next + 1;
        s.core.deps.jobs.wake();
      }
      for (const wait of waits) expect(wait).toBeGreaterThan(0.79); // Backoffs vary by a fifth.
      for (const wait of waits) expect(wait).toBeLessThan(1.21);
      const { data } = await s.desk<
        { statusCode: string; hasError: boolean; lastErrorCode: string }[]
      >("GET", "/shipments");
      expect(data[0]).toMatchObject({
        statusCode: "OFFER_ACCEPTED",
        hasError: true,
        lastErrorCode: "E2008",
      });
    },
  );

  it(
    "a purchase is retried when its carrier ignores the deadline, and the late answer is dropped",
    { tags: "all" },
    async () => {
      const { carrier, calls } = remoteCarrier({ purchaseDeadlineMs: 50 });
      const s = await station({ world: { carriers: [carrier], carrierWaitMs: 500 } });
      const { offerID } = await remoteOffer(s);
      const { status, body } = await s.call("POST", "/transactions", { offerID });
      expect([status, body.code, rowOf(s, offerID)]).toMatchObject([
        409,
        "E2008",
        { status: "PENDING", attempts: 1 },
      ]);
      s.clock.nowMs += 60_000;
      s.core.deps.jobs.wake();
      await eventually("the carrier is asked again", () => calls.length === 2);
      await eventually("it is bought", () => {
        // A slow machine may miss the deadline another time.
        for (const call of calls.slice(1)) call.done(LABEL);
        return rowOf(s, offerID).status === "DONE";
      });
      // The carrier's answer is not read after the deadline.
      calls[0]?.done({ ...LABEL, barcode: "LATE" });
      expect(
        s.core.deps.db.raw
          .prepare("SELECT barcode FROM shipments WHERE barcode <> ''")
          .pluck()
          .all(),
      ).toEqual(["REMOTE0001"]);
    },
  );

  it(
    "open purchases do not keep the station from stopping, stay open, and count no attempt",
    { tags: "all" },
    async () => {
      const { dataDir, offerIDs } = await openPurchases(1);
      const file = new BetterSqlite3(join(dataDir, "packbench.db"), { readonly: true });
      expect(file.prepare(ROW).get(offerIDs[0])).toMatchObject({
        status: "PENDING",
        state: "WAITING",
        attempts: 0,
      });
      file.close();
      const { carrier, calls } = remoteCarrier();
      const s = await station({ dataDir, world: { carriers: [carrier] } });
      await eventually("the carrier is asked", () => calls.length === 1);
      calls[0]?.done(LABEL);
      await eventually("it is bought", () => rowOf(s, offerIDs[0] ?? "").status === "DONE");
    },
  );

  it.each([
    [
      "ends the purchase when no attempt reached the carrier",
      unsent("ECONNREFUSED"),
      "REFUSED",
      "FAILED",
    ],
    [
      "needs a person when the carrier may have received an attempt",
      unknown("ECONNRESET"),
      "NEEDS_PERSON",
      "PENDING",
    ],
  ] as const)("a refusal by a carrier without a lookup %s", async (_what, first, state, status) => {
    let answer: Outcome<Bought> = first;
    const { carrier } = remoteCarrier({ buy: () => Promise.resolve(answer) });
    const s = await station({ world: { carriers: [carrier], carrierWaitMs: 200 } });
    const { offerID } = await remoteOffer(s);
    expect((await s.call("POST", "/transactions", { offerID })).body.code).toBe("E2008");
    answer = refused("E2033", "the price has expired");
    s.clock.nowMs += 60_000;
    s.core.deps.jobs.wake();
    await eventually("the job ends", () => rowOf(s, offerID).state === state);
    expect(rowOf(s, offerID).status).toBe(status);
  });

  it("a caller waits for a purchase over several attempts", async () => {
    const { carrier, calls } = remoteCarrier();
    const s = await station({ world: { carriers: [carrier] } });
    const { offerID } = await remoteOffer(s);
    const answer = s.call<Transaction>("POST", "/transactions", { offerID });
    await eventually("the carrier is asked", () => calls.length === 1);
    calls[0]?.failed(new Error("ECONNRESET"));
    await eventually("the job waits", () => rowOf(s, offerID).state === "WAITING");
    s.clock.nowMs += 10_000;
    s.core.deps.jobs.wake();
    await eventually("the carrier is asked again", () => calls.length === 2);
    calls[1]?.done(LABEL);
    expect([(await answer).status, new Set(calls.map(({ key }) => key)).size]).toEqual([201, 1]);
  });
});
