import { describe, expect, it } from "vitest";
import { AppError } from "../../../core/base/errors.ts";
import { getBalance } from "../../../core/ledger/ledger.service.ts";
import { createPurchaseResumer } from "../../../core/transactions/resume-purchases.ts";
import type { Transaction } from "../../../core/transactions/transactions.schema.ts";
import { eventually, station, type Station } from "../../helpers/station.ts";
import { LABEL, remoteCarrier, remoteOffer, type Call } from "./a-remote-carrier.ts";

type Row = { id: string; status: string; attempts: number };
const rowOf = (s: Station, offerID: string): Row => s.core.deps.db.raw.prepare<[string], Row>("SELECT id, status, attempts FROM transactions WHERE offer_id = ?").get(offerID) as Row;
const heldBy = (s: Station): number => getBalance(s.core.deps, s.started.organizationID).held;

/** A purchase with two attempts open: the caller's, and the resumer's that began since the clock went on. */
async function twoAttempts() {
  const { carrier, calls } = remoteCarrier();
  const s = await station({ world: { carriers: [carrier] } });
  const { offerID } = await remoteOffer(s);
  const answer = s.call<Transaction>("POST", "/transactions", { offerID });
  await eventually("the carrier is asked", () => calls.length === 1);
  s.clock.nowMs += 60_000;
  createPurchaseResumer(s.core.deps).run();
  expect(calls).toHaveLength(2);
  const [caller, resumer] = calls as [Call, Call];
  return { s, calls, offerID, answer, caller, resumer };
}

const settled = (s: Station, offerID: string, status: string) => eventually(`the purchase is ${status}`, () => rowOf(s, offerID).status === status);

describe("an answer that comes after another attempt has settled the purchase", () => {
  it("changes nothing when it is a refusal: the purchase stays DONE, and another purchase's hold stays", async () => {
    const { s, calls, offerID, answer, caller, resumer } = await twoAttempts();
    const other = await remoteOffer(s);
    const second = s.call("POST", "/transactions", { offerID: other.offerID });
    await eventually("the other purchase is open", () => calls.length === 3);
    resumer.done(LABEL);
    await settled(s, offerID, "DONE");
    const held = heldBy(s);
    caller.failed(new AppError("E2033", "No."));
    const { status, body } = await answer;
    expect([status, body.data.isPayed, rowOf(s, offerID).status, heldBy(s)]).toEqual([201, true, "DONE", held]);
    expect(held).toBeGreaterThan(0);
    calls[2]?.done({ ...LABEL, barcode: "REMOTE0002" });
    expect([(await second).status, heldBy(s)]).toEqual([201, 0]);
  });

  it("changes nothing when its outcome is unknown, and its caller gets the label", async () => {
    const { s, offerID, answer, caller, resumer } = await twoAttempts();
    resumer.done(LABEL);
    await settled(s, offerID, "DONE");
    const { attempts } = rowOf(s, offerID);
    caller.failed(new Error("ECONNRESET"));
    expect([(await answer).status, rowOf(s, offerID)]).toMatchObject([201, { status: "DONE", attempts }]);
  });

  it("is a refusal for its caller when the purchase was refused meanwhile, whatever the carrier says of it now", async () => {
    const { s, offerID, answer, caller, resumer } = await twoAttempts();
    resumer.failed(new AppError("E2033", "No."));
    await settled(s, offerID, "FAILED");
    caller.done(LABEL);
    const { status, body } = await answer;
    expect([status, body.code, body.message, rowOf(s, offerID).status, heldBy(s)]).toEqual([409, "E2033", "No.", "FAILED", 0]);
  });
});
