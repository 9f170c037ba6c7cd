import { describe, expect, it } from "vitest";
import { SHIPMENT_STATUSES } from "../../../../core/shipping/shipments/status-machine.ts";
import { nextStep } from "../../../../renderer/features/pack/next-step.ts";
import { EMPTY, type PackStep } from "../../../../renderer/features/pack/pack-step.ts";
import type { LastResult } from "../../../../renderer/features/pack/pack.slice.ts";
import { actsOnLastPurchase, subjectOf } from "../../../../renderer/features/pack/subject.ts";
import { order, parcel, shipment } from "../../fixtures.ts";

const LAST: LastResult = {
  kind: "bought",
  shipmentID: "other",
  orderNumber: "10481",
  serviceName: "Aras Standart",
  amount: "1.00",
  currency: "TL",
  at: 0,
  tookMs: 1,
  printJobID: null,
};
const opened = (statusCode: (typeof SHIPMENT_STATUSES)[number]): PackStep =>
  nextStep(
    { step: "opening", code: "10482", from: null },
    {
      type: "opened",
      parcel: parcel({ shipment: shipment({ id: "shown", statusCode, order: order("10482") }) }),
    },
  );

describe("F8 and F6", () => {
  it.each(SHIPMENT_STATUSES)(
    "F8 and F6 act on no other order while an order that is %s is on the screen",
    (statusCode) => {
      for (const act of ["cancel", "print"] as const) {
        const subject = subjectOf({ pack: opened(statusCode), last: LAST }, act);
        const named =
          subject.kind === "label"
            ? subject.label.orderNumber
            : subject.kind === "none" && "order" in subject.notice
              ? subject.notice.order
              : undefined;
        expect(named).toBe("10482");
      }
      expect(actsOnLastPurchase({ pack: opened(statusCode), last: LAST })).toBe(false);
    },
  );

  it("F8 acts on no order while an order is being opened", () => {
    expect(
      subjectOf({ pack: { step: "opening", code: "10482", from: null }, last: LAST }, "cancel"),
    ).toEqual({ kind: "unknown" });
  });

  it("F8 cancels a label that the carrier does not have yet, and F6 prints any bought label", () => {
    const kinds = (act: "cancel" | "print") =>
      SHIPMENT_STATUSES.filter(
        (status) => subjectOf({ pack: opened(status), last: LAST }, act).kind === "label",
      );
    expect(kinds("cancel")).toEqual(["TRACKING_CODE_CREATED", "LABEL_PRINTED"]);
    expect(kinds("print")).toEqual([
      "TRACKING_CODE_CREATED",
      "LABEL_PRINTED",
      "SHIPPED",
      "DELIVERED",
      "RETURNED",
      "RETURN_SHIPPED",
      "FAILED",
    ]);
  });

  it.each([
    ["labelAwaited", "E2008", "notReady"],
    ["stillOpen", "E2008", undefined],
    ["nothingToCancel", "E1066", undefined],
  ] as const)(
    "F8 after a failed purchase says %s for the code %s and the reason %s",
    (kind, code, reason) => {
      const failed: PackStep = {
        step: "failed",
        during: "buying",
        failure: { code, message: "", ...(reason === undefined ? {} : { reason }) },
        code: "10482",
        parcel: parcel({ shipment: shipment({ statusCode: "GOT_OFFERS", order: order("10482") }) }),
        offerID: null,
        from: null,
      };
      expect(subjectOf({ pack: failed, last: LAST }, "cancel")).toMatchObject({
        notice: { kind, order: "10482" },
      });
    },
  );

  it("F8 for an opened order without its carrier's label says that the label is awaited", () => {
    const awaited: PackStep = {
      step: "closed",
      parcel: parcel({
        shipment: shipment({ statusCode: "OFFER_ACCEPTED", order: order("10482") }),
        isLabelAwaited: true,
      }),
    };
    expect(subjectOf({ pack: awaited, last: LAST }, "cancel")).toEqual({
      kind: "none",
      notice: { kind: "labelAwaited", order: "10482" },
    });
  });

  it("F8 and F6 act on the last purchase while no order is on the screen, unless that purchase was cancelled", () => {
    expect(subjectOf({ pack: EMPTY, last: LAST }, "cancel")).toMatchObject({
      kind: "label",
      label: { shipmentID: "other" },
    });
    expect(actsOnLastPurchase({ pack: EMPTY, last: LAST })).toBe(true);
    expect([
      subjectOf({ pack: EMPTY, last: null }, "print"),
      subjectOf({ pack: EMPTY, last: { ...LAST, kind: "cancelled" } }, "cancel"),
    ]).toEqual([
      { kind: "none", notice: { kind: "noOrder", command: "print" } },
      { kind: "none", notice: { kind: "noOrder", command: "cancel" } },
    ]);
  });
});
