import { describe, expect, it } from "vitest";
import { createPurchaseResumer } from "../../../core/transactions/resume-purchases.ts";
import type { Transaction } from "../../../core/transactions/transactions.schema.ts";
import { eventually, station, temporaryFolder, type Station } from "../../helpers/station.ts";
import { LABEL, remoteCarrier, remoteOffer } from "./a-remote-carrier.ts";

type Row = { id: string; status: string; attempts: number; next_attempt_at: string };
const rowOf = (s: Station, offerID: string): Row => s.core.deps.db.raw.prepare<[string], Row>("SELECT id, status, attempts, next_attempt_at FROM transactions WHERE offer_id = ?").get(offerID) as Row;

/** Purchases that a first station left open, each of another offer, in a folder for a second one. */
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

describe("purchases that are asked about again", () => {
  it("end although one of them cannot be read and the carrier of another hangs; each waits longer before its next try", async () => {
    const { dataDir, offerIDs } = await openPurchases(3);
    const [broken = "", hanging = "", good = ""] = offerIDs;
    const { carrier, calls } = remoteCarrier();
    const s = await station({ dataDir, world: { carriers: [carrier] } });
    s.core.deps.db.raw.prepare("UPDATE purchase_snapshots SET body = '{' WHERE id IN (SELECT id FROM transactions WHERE offer_id = ?)").run(broken);
    const before = rowOf(s, broken).next_attempt_at;
    s.clock.nowMs += 120_000;
    createPurchaseResumer(s.core.deps).run();
    expect(calls).toHaveLength(2);
    calls.find(({ key }) => key === rowOf(s, good).id)?.done(LABEL);
    await eventually("the good one is bought", () => rowOf(s, good).status === "DONE");
    expect(rowOf(s, hanging)).toMatchObject({ status: "PENDING", attempts: 0 });
    expect(rowOf(s, broken)).toMatchObject({ status: "PENDING", attempts: 1 });
    expect(rowOf(s, broken).next_attempt_at > before).toBe(true);
  });

  it("of a carrier that is no longer set up wait longer and longer, and the shipment says so from the fifth try on", async () => {
    const { dataDir, offerIDs } = await openPurchases(1);
    const s = await station({ dataDir });
    const waits: number[] = [];
    const resumer = createPurchaseResumer(s.core.deps);
    for (let i = 1; i <= 5; i += 1) {
      s.clock.nowMs = Date.parse(rowOf(s, offerIDs[0] ?? "").next_attempt_at) + 1;
      const at = s.clock.nowMs;
      resumer.run();
      await eventually("it was tried", () => rowOf(s, offerIDs[0] ?? "").attempts === i);
      waits.push(Math.round((Date.parse(rowOf(s, offerIDs[0] ?? "").next_attempt_at) - at) / 1_000));
    }
    await resumer.stop();
    expect(waits).toEqual([2, 4, 8, 16, 32]);
    const { data } = await s.desk<{ statusCode: string; hasError: boolean; lastErrorCode: string }[]>("GET", "/shipments");
    expect(data[0]).toMatchObject({ statusCode: "OFFER_ACCEPTED", hasError: true, lastErrorCode: "E2008" });
  });

  it("are not held up by a carrier that ignores its deadline and never settles", async () => {
    const { carrier, calls } = remoteCarrier({ purchaseDeadlineMs: 50 });
    const s = await station({ world: { carriers: [carrier] } });
    const { offerID } = await remoteOffer(s);
    const { status, body } = await s.call("POST", "/transactions", { offerID });
    expect([status, body.code, rowOf(s, offerID)]).toMatchObject([409, "E2008", { status: "PENDING", attempts: 1 }]);
    s.clock.nowMs += 60_000;
    createPurchaseResumer(s.core.deps).run();
    calls[1]?.done(LABEL);
    await eventually("it is bought", () => rowOf(s, offerID).status === "DONE");
    calls[0]?.done({ ...LABEL, barcode: "LATE" }); // after its deadline: not read any more
    expect(s.core.deps.db.raw.prepare("SELECT barcode FROM shipments WHERE barcode <> ''").pluck().all()).toEqual(["REMOTE0001"]);
  });

  it("do not keep the station from stopping, and stay open", async () => {
    const { carrier, calls } = remoteCarrier();
    const s = await station({ world: { carriers: [carrier] } });
    const { offerID } = await remoteOffer(s);
    const answer = s.call<Transaction>("POST", "/transactions", { offerID });
    await eventually("the carrier is asked", () => calls.length === 1);
    s.clock.nowMs += 60_000;
    const resumer = createPurchaseResumer(s.core.deps);
    resumer.run();
    await resumer.stop();
    expect([calls.length, rowOf(s, offerID)]).toMatchObject([2, { status: "PENDING", attempts: 1 }]);
    calls[0]?.done(LABEL);
    expect((await answer).status).toBe(201);
  });
});
