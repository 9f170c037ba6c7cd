/** Answers of a remote carrier that are not valid labels. */
import { describe, expect, it } from "vitest";
import { isAppError } from "../../../../core/base/errors.ts";
import { inTransaction } from "../../../../core/db/change.ts";
import { endUnbought } from "../../../../core/fulfilment/transactions/open-purchases.ts";
import { findJob } from "../../../../core/jobs/jobs.service.ts";
import { createShipment } from "../../../../core/shipping/shipments/create-shipment.ts";
import { shipmentInputSchema } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { requireShipment } from "../../../../core/shipping/shipments/shipments.service.ts";
import { getBalance } from "../../../../core/organizations/ledger/ledger.service.ts";
import { askAboutPurchase } from "../../../../core/fulfilment/transactions/purchase-job.ts";
import { requireBought } from "../../../../core/fulfilment/transactions/transactions.service.ts";
import { buy, LABEL, two } from "../../sync/two-stations.ts";
import { settleNow } from "../../../helpers/far-carrier.ts";
import { RECIPIENT } from "../../../helpers/station.ts";

const rejectsWith = (name: "outcomeUnknown") =>
  expect.toSatisfy((error) => isAppError(error, name));

describe("a carrier's answer", () => {
  it.each(["", "  ", "İĞÜŞ123", "A\u0000B", "9".repeat(200)])(
    "an answer with the barcode %j counts as unknown: the purchase stays open and its job asks again",
    async (barcode) => {
      const { a, actor, id } = two([{ ...LABEL, barcode }, LABEL]);
      const bought = buy(a, actor, id, true);
      await expect(settleNow(a.deps, bought)).rejects.toEqual(rejectsWith("outcomeUnknown"));
      expect(
        a.deps.db.raw
          .prepare(
            "SELECT t.status, j.attempts FROM transactions AS t JOIN jobs AS j ON j.subject_id = t.id",
          )
          .get(),
      ).toEqual({ status: "PENDING", attempts: 1 });
      await settleNow(a.deps, bought);
      expect(requireShipment(a.deps, id)).toMatchObject({
        status: "TRACKING_CODE_CREATED",
        barcode: "FAR1",
      });
    },
  );

  it("an answer with an endless number, a script for a page and long words keeps its label and loses the rest", async () => {
    const odd = {
      ...LABEL,
      trackingNumber: "7".repeat(1_000_000),
      trackingUrl: "javascript:alert(1)",
      routingCode: "R".repeat(1_000),
    };
    const { a, actor, id } = two([odd]);
    await settleNow(a.deps, buy(a, actor, id, true));
    const row = a.deps.db.raw
      .prepare("SELECT status, tracking_number, tracking_url, routing_code FROM transactions")
      .get();
    expect(row).toEqual({
      status: "DONE",
      tracking_number: "",
      tracking_url: "",
      routing_code: "R".repeat(40),
    });
    expect(requireShipment(a.deps, id).barcode).toBe("FAR1");
  });

  it("an answer with another parcel's barcode needs a person, says which label was sold, and keeps its amount held until the person ends it", async () => {
    const { a, actor, id } = two([LABEL, LABEL, { ...LABEL, barcode: "FAR2" }]);
    await settleNow(a.deps, buy(a, actor, id, true));
    const { balance } = getBalance(a.deps, actor.organizationID);
    const input = shipmentInputSchema.parse({
      test: false,
      recipientAddress: RECIPIENT,
      weight: "2",
    });
    const second = createShipment(a.deps, actor, input, { needsEmail: false, quote: true }).id;
    const doubtful = buy(a, actor, second, true);
    const held = getBalance(a.deps, actor.organizationID).held;
    await expect(settleNow(a.deps, doubtful)).rejects.toMatchObject({
      code: "E2008",
      details: { reason: "soldTwice", barcode: "FAR1" },
    });
    const job = findJob(a.deps, "buy", doubtful);
    expect([job?.state, getBalance(a.deps, actor.organizationID).held]).toEqual([
      "NEEDS_PERSON",
      held,
    ]);
    expect(requireShipment(a.deps, second)).toMatchObject({ barcode: "", lastErrorCode: "E2008" });
    inTransaction(a.deps, () => endUnbought(a.deps, doubtful));
    expect(getBalance(a.deps, actor.organizationID)).toEqual({
      balance,
      held: 0,
      available: balance,
    });
    expect(requireShipment(a.deps, second)).toMatchObject({
      status: "GOT_OFFERS",
      lastErrorCode: "E2033",
      lastErrorMessage: "A person at this station had the sold label cancelled at the carrier.",
    });
    await settleNow(a.deps, buy(a, actor, second, true));
    expect(requireShipment(a.deps, second)).toMatchObject({
      barcode: "FAR2",
      lastErrorCode: null,
    });
  });

  it("a barcode that another parcel got while the carrier was asked is not written as a label", async () => {
    const { a, actor, id } = two([LABEL, LABEL]);
    const input = shipmentInputSchema.parse({
      test: false,
      recipientAddress: RECIPIENT,
      weight: "2",
    });
    const second = createShipment(a.deps, actor, input, { needsEmail: false, quote: true }).id;
    const [early, late] = [buy(a, actor, id, true), buy(a, actor, second, true)];
    const asked = await askAboutPurchase(a.deps, late, new AbortController().signal);
    await settleNow(a.deps, early);
    expect(() => inTransaction(a.deps, () => asked.write?.())).toThrow(
      "The carrier sold the barcode FAR1, which another parcel has.",
    );
    expect(() => requireBought(a.deps, late)).toThrow(rejectsWith("outcomeUnknown"));
  });
});
