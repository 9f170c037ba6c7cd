/** Facts of shipments of another server: they lead to its status, in the order of their ids too. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { derivedId } from "../../../../core/base/derived-id.ts";
import { instant } from "../../../../core/base/units.ts";
import { foldFacts, type Fact } from "../../../../core/shipping/shipments/fold-facts.ts";
import {
  movedFacts,
  type MovedFacts,
  type MovedState,
} from "../../../../core/shipping/shipments/moved-facts.ts";
import {
  isShipmentEvent,
  SHIPMENT_STATUSES,
} from "../../../../core/shipping/shipments/status-machine.ts";
import { SUB_CODES, subCodeSchema } from "../../../../core/shipping/tracking/tracking.schema.ts";

const NOW = instant("2026-11-30T10:00:00.000Z");
const at = instant("2026-03-01T10:00:00.000Z");

const state = fc.record({
  shipmentID: fc.uuid(),
  status: fc.constantFrom(...SHIPMENT_STATUSES.filter((one) => one !== "OFFER_ACCEPTED")),
  isReturn: fc.boolean(),
  at: fc.constant(at),
  acceptedAt: fc.constantFrom(null, instant("2026-03-01T15:00:00.000Z")),
  cancelDate: fc.constantFrom(null, instant("2026-03-03T15:00:00.000Z")),
  scan: fc.option(
    fc.record({
      subCode: fc.constantFrom(...subCodeSchema.options),
      statusDate: fc.constantFrom(
        instant("2026-03-01T15:00:00.000Z"),
        instant("2026-03-02T09:00:00.000Z"),
      ),
      details: fc.string({ maxLength: 20 }),
      locationName: fc.constant("Ankara"),
    }),
    { nil: undefined },
  ),
});

/** Folds the facts in the order of their ids, as every station does with one transaction's facts. */
function foldedByID({ fact, scans }: MovedFacts, isReturn: boolean) {
  const facts: Fact[] = [
    ...(fact === undefined
      ? []
      : [{ ...fact, events: fact.events.split(" ").filter(isShipmentEvent), code: null }]),
    ...scans.map((scan) => ({
      id: scan.id,
      events: [],
      sourceID: null,
      at: scan.statusDate,
      code: scan.code,
    })),
  ];
  return foldFacts(
    facts.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    isReturn,
  );
}

it("the facts lead to the status there, in the order of their ids", () => {
  fc.assert(
    fc.property(state, (one) => {
      const isBought = !["CREATED", "GOT_OFFERS"].includes(one.status);
      const given: MovedState = {
        ...one,
        purchaseID: isBought ? derivedId("label", one.shipmentID) : null,
        ...(isBought ? {} : { scan: undefined, acceptedAt: null }),
      };
      const made = movedFacts(given, NOW);
      if (made === undefined) return;
      expect(made.folded.status).toBe(one.status);
      expect(foldedByID(made, one.isReturn)).toEqual(made.folded);
    }),
  );
});

it.each([
  ["SHIPPED", "package_departed"],
  ["SHIPPED", undefined],
  ["DELIVERED", "delivered"],
  ["DELIVERED", undefined],
  ["RETURNED", "return_to_sender"],
  ["FAILED", "package_undeliverable"],
  ["LABEL_PRINTED", "information_received"],
  ["TRACKING_CODE_CREATED", undefined],
  ["CANCELED", undefined],
] as const)("a label in %s with the scan %s is taken", (status, subCode) => {
  const given: MovedState = {
    shipmentID: "s",
    status,
    isReturn: false,
    purchaseID: "t",
    at,
    acceptedAt: null,
    cancelDate: null,
    scan:
      subCode === undefined
        ? undefined
        : { subCode, statusDate: at, details: "", locationName: "" },
  };
  const made = movedFacts(given, NOW);
  expect(made?.folded).toMatchObject({ status, purchaseID: "t", hasConflict: false });
  expect(made?.scans.map(({ code }) => code)).toEqual(
    subCode === undefined ? [] : [SUB_CODES[subCode]],
  );
});
