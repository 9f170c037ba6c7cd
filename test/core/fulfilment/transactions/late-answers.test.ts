/**
 * Tests two attempts of one purchase that run at the same time. A station makes one attempt at a
 * time, so the other attempt is that of a restored database.
 */
import { describe, expect, it } from "vitest";
import { errors } from "../../../../core/base/errors.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { getBalance } from "../../../../core/organizations/ledger/ledger.service.ts";
import { createShipment } from "../../../../core/shipping/shipments/create-shipment.ts";
import { shipmentInputSchema } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { askAboutPurchase } from "../../../../core/fulfilment/transactions/purchase-job.ts";
import { requireBought } from "../../../../core/fulfilment/transactions/transactions.service.ts";
import { RECIPIENT } from "../../../helpers/station.ts";
import { buy, two } from "../../sync/two-stations.ts";
import { LABEL, remoteCarrier, type Call } from "./a-remote-carrier.ts";

function twoAttempts() {
  const { carrier, calls } = remoteCarrier();
  const { a, actor, id } = two([], carrier);
  const bought = buy(a, actor, id, true);
  const ask = () => askAboutPurchase(a.deps, bought, new AbortController().signal);
  const [early, late] = [ask(), ask()];
  const [first, second] = calls as [Call, Call];
  const write = async (attempt: ReturnType<typeof ask>): Promise<void> => {
    const { write: apply } = await attempt;
    inTransaction(a.deps, () => apply?.());
  };
  const held = () => getBalance(a.deps, actor.organizationID).held;
  const status = () =>
    a.deps.db.raw.prepare("SELECT status FROM transactions WHERE id = ?").pluck().get(bought);
  return { a, actor, bought, early, late, first, second, write, held, status };
}

describe("a late answer to a settled purchase", () => {
  it("a late refusal changes nothing: the purchase stays DONE, and another purchase's hold stays", async () => {
    const { a, actor, bought, early, late, first, second, write, held, status } = twoAttempts();
    const input = shipmentInputSchema.parse({
      test: false,
      recipientAddress: RECIPIENT,
      weight: "2",
    });
    buy(
      a,
      actor,
      createShipment(a.deps, actor, input, { needsEmail: false, quote: true }).id,
      true,
    );
    second.done(LABEL);
    await write(late);
    const before = held();
    expect(before).toBeGreaterThan(0);
    first.failed(errors.carrierRefused("No."));
    await write(early);
    expect([status(), held()]).toEqual(["DONE", before]);
    requireBought(a.deps, bought);
  });

  it("a late answer with an unknown outcome changes nothing", async () => {
    const { early, late, first, second, write, status } = twoAttempts();
    second.done(LABEL);
    await write(late);
    first.failed(new Error("ECONNRESET"));
    await write(early);
    expect(status()).toBe("DONE");
  });

  it("a late label changes nothing when the purchase was refused meanwhile", async () => {
    const { a, bought, early, late, first, second, write, held, status } = twoAttempts();
    second.failed(errors.carrierRefused("No."));
    await write(late);
    first.done(LABEL);
    await write(early);
    expect([status(), held()]).toEqual(["FAILED", 0]);
    expect(() => requireBought(a.deps, bought)).toThrow("No.");
  });
});
