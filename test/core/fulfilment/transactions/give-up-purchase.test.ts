/** Giving up a purchase whose carrier has the order and has not made its label yet. */
import { describe, expect, it } from "vitest";
import { findJob } from "../../../../core/jobs/jobs.service.ts";
import type { JobAnswer } from "../../../../core/jobs/jobs.schema.ts";
import { getBalance } from "../../../../core/organizations/ledger/ledger.service.ts";
import { sellingStation, type SellingStation } from "../../../helpers/selling-carrier.ts";
import { eventually, shipmentWithOffers } from "../../../helpers/station.ts";

type Waiting = { readonly s: SellingStation; readonly id: string; readonly key: string };

/** Orders a label that the carrier does not make yet. */
async function waiting(): Promise<Waiting> {
  const s = await sellingStation();
  s.selling.moods.push("notReady");
  const { id, offers } = await shipmentWithOffers(s);
  const offer = offers?.list.find(({ providerAccountID }) => providerAccountID === s.accountID);
  const { body } = await s.call("POST", "/transactions", { offerID: offer?.id });
  expect(body).toMatchObject({ code: "E2008" });
  return { s, id, key: [...s.selling.orders][0] ?? "" };
}

const heldOf = ({ core, started }: SellingStation) =>
  getBalance(core.deps, started.organizationID).held;
const statusOf = ({ core }: SellingStation, id: string) =>
  core.deps.db.raw
    .prepare("SELECT status, last_error_message AS words FROM shipments WHERE id = ?")
    .get(id);
const jobOf = ({ s, key }: Waiting) => findJob(s.core.deps, "buy", key);

describe("a person who cancels an order that waits for its carrier's label", () => {
  it("has the order cancelled at the carrier: the shipment is cancelled, and the held amount released", async () => {
    const { s, id } = await waiting();
    expect(heldOf(s)).toBeGreaterThan(0);
    const { status } = await s.call("DELETE", `/shipments/${id}`);
    expect([status, s.selling.orders.size, s.selling.calls, heldOf(s)]).toEqual([
      200,
      0,
      ["buy", "cancel"],
      0,
    ]);
    expect(statusOf(s, id)).toMatchObject({ status: "CANCELED" });
    s.clock.nowMs += 60_000;
    s.core.deps.jobs.wake();
    expect(s.selling.calls).toEqual(["buy", "cancel"]);
  });

  it("and whose carrier refuses: nothing is released, and trying again asks for the label", async () => {
    const order = await waiting();
    const { s, id, key } = order;
    s.selling.cancelMoods.push("refused");
    const held = heldOf(s);
    const { body } = await s.call("DELETE", `/shipments/${id}`);
    expect(body).toMatchObject({
      code: "E2008",
      message: expect.stringContaining("İptal edilemez") as string,
    });
    expect([jobOf(order)?.state, heldOf(s), s.selling.orders.has(key)]).toEqual([
      "NEEDS_PERSON",
      held,
      true,
    ]);
    await s.call<JobAnswer>("POST", `/station/jobs/${jobOf(order)?.id}/again`);
    await eventually("the label is sold", () => s.selling.sold.has(key));
    await eventually("the label is bought", () => jobOf(order)?.state === "DONE");
    expect(heldOf(s)).toBe(0);
  });

  it("and whose answer is lost: the carrier no longer knows the order, so the shipment is cancelled", async () => {
    const order = await waiting();
    const { s, id } = order;
    s.selling.cancelMoods.push("lost");
    const cancelled = s.call("DELETE", `/shipments/${id}`);
    await eventually("the carrier was asked", () => s.selling.cancels.length === 1);
    await eventually("the job waits", () => jobOf(order)?.state === "WAITING");
    s.clock.nowMs += 60_000;
    s.core.deps.jobs.wake();
    expect((await cancelled).status).toBe(200);
    expect([heldOf(s), s.selling.calls]).toEqual([0, ["buy", "cancel", "cancel"]]);
    expect(statusOf(s, id)).toMatchObject({ status: "CANCELED" });
  });

  it("a second time after a lost answer: the shipment is cancelled too", async () => {
    const order = await waiting();
    const { s, id } = order;
    s.selling.cancelMoods.push("lost");
    const first = s.call("DELETE", `/shipments/${id}`);
    await eventually("the carrier was asked", () => s.selling.cancels.length === 1);
    await eventually("the job waits", () => jobOf(order)?.state === "WAITING");
    expect((await s.call("DELETE", `/shipments/${id}`)).status).toBe(200);
    expect((await first).status).toBe(200);
  });

  it.each(["at the first attempt", "after an attempt that sent nothing"])(
    "and whose carrier does not know the order, though nothing cancelled it: a person decides (%s)",
    async (when) => {
      const order = await waiting();
      const { s, id, key } = order;
      if (when !== "at the first attempt") s.selling.cancelMoods.push("unsent");
      s.selling.orders.delete(key);
      const cancelled = s.call("DELETE", `/shipments/${id}`);
      await eventually("the carrier was asked", () => s.selling.cancels.length === 1);
      await eventually("the job has ended or waits", () => jobOf(order)?.state !== "RUNNING");
      s.clock.nowMs += 60_000;
      s.core.deps.jobs.wake();
      expect((await cancelled).body).toMatchObject({ code: "E2008" });
      await eventually("a person must decide", () => jobOf(order)?.state === "NEEDS_PERSON");
      await s.call("POST", `/station/jobs/${jobOf(order)?.id}/not-done`);
      expect(heldOf(s)).toBe(0);
      expect((await s.call("DELETE", `/shipments/${id}`)).status).toBe(200);
    },
  );

  it("while the carrier is asked for the label: E2009, and the purchase goes on", async () => {
    const order = await waiting();
    const { s, id, key } = order;
    const open = Promise.withResolvers<void>();
    s.selling.gate = () => open.promise;
    s.clock.nowMs += 11_000;
    s.core.deps.jobs.wake();
    await eventually("the carrier is asked", () => jobOf(order)?.state === "RUNNING");
    expect((await s.call("DELETE", `/shipments/${id}`)).body).toMatchObject({ code: "E2009" });
    open.resolve();
    await eventually("the label is bought", () => jobOf(order)?.state === "DONE");
    expect([s.selling.sold.has(key), s.selling.cancels]).toEqual([true, []]);
  });
});
