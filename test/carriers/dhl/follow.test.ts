import { describe, expect, it } from "vitest";
import { newId } from "../../../core/base/ids.ts";
import type { PurchaseRequest } from "../../../core/shipping/carriers/carrier.ts";
import { referenceOf } from "../../../core/shipping/carriers/dhl/reference.ts";
import { boughtLabel } from "../answering-outgoing.ts";
import { parcelOf } from "../contract/contract.ts";
import { connectedDhl, failure, NOT_FOUND, type Served } from "./serving.ts";

const NEVER = new AbortController().signal;
const KEY = newId();
const REFERENCE = referenceOf(KEY);
const PURCHASE: PurchaseRequest = {
  key: KEY,
  consignment: parcelOf("o"),
  providerCode: "DHL",
  providerServiceCode: "DHL_STANDART",
  details: {},
};

describe("a lookup at DHL", () => {
  it.each<[string, Served, object]>([
    ["404", NOT_FOUND, { outcome: "done", value: null }],
    ["no shipment", [200, []], { outcome: "done", value: null }],
    [
      "a gateway's 404",
      [404, { httpCode: "404", moreInformation: "No resources match requested URI" }],
      { outcome: "unknown" },
    ],
    [
      "a shipment",
      [200, [{ shipment: { shipmentId: "7" }, shipmentPieceList: { barcode: "C@7" } }]],
      {
        outcome: "done",
        value: { barcode: "C@7", trackingNumber: "7", details: { referenceId: REFERENCE } },
      },
    ],
  ])("that is answered by %s is %o", async (_what, answer, outcome) => {
    const { connection, requests } = connectedDhl({ getshipment: [answer] });
    expect(await connection.find?.(PURCHASE, NEVER)).toMatchObject(outcome);
    expect(requests.at(-1)?.url).toBe(
      `https://dhl.test/mngapi/api/standardqueryapi/getshipment/${REFERENCE}`,
    );
  });
});

describe("a cancellation at DHL", () => {
  const shipment = (state: number): Served => [
    200,
    [{ shipment: { shipmentId: "7", shipmentStatusCode: state } }],
  ];
  const OK: Served = [200, [{}]];
  const ORDER: Served = [200, [{ order: { referenceId: "R" } }]];
  it.each<[string, Readonly<Record<string, readonly Served[]>>, object]>([
    [
      "done after both are gone",
      { getshipment: [shipment(1), NOT_FOUND], cancelshipment: [OK], cancelorder: [OK] },
      { outcome: "done" },
    ],
    ["done for an order that DHL does not have", {}, { outcome: "done" }],
    ["unknown at a query without an answer", { getorder: [[200, ""]] }, { outcome: "unknown" }],
    ["refused in transfer", { getshipment: [shipment(2)] }, { outcome: "refused", code: "E2022" }],
    [
      "refused when DHL refuses, with its words",
      { getshipment: [shipment(1)], cancelshipment: [failure(400, "1", "gün geçti")] },
      {
        outcome: "refused",
        code: "E2022",
        reason: expect.stringContaining("gün geçti") as string,
      },
    ],
    [
      "unknown while the shipment is still found",
      { getshipment: [shipment(1)], cancelshipment: [OK] },
      { outcome: "unknown" },
    ],
    [
      "unknown while the order is still found",
      { cancelorder: [OK], getorder: [ORDER] },
      { outcome: "unknown" },
    ],
  ])("is %s", async (_what, served, outcome) => {
    const { connection } = connectedDhl(served);
    expect(await connection.cancel?.(boughtLabel("B"), NEVER)).toMatchObject(outcome);
  });
});

describe("a query of parcels at DHL", () => {
  const status = (code: number, change: object = {}): Served => [
    200,
    [
      {
        shipmentId: "7",
        shipmentStatusCode: code,
        shipmentStatus: "Durum",
        statusDateTime: "29-11-2026 16:05",
        trackingUrl: "https://track.test/7",
        ...change,
      },
    ],
  ];
  const moved = (...events: readonly (readonly [words: string, at: string])[]): Served => [
    200,
    events.map(([eventStatus, eventDateTime], n) => ({
      eventSequence: String(events.length - n),
      eventStatus,
      eventDateTime,
      location: "ŞUBE",
    })),
  ];
  const eventsOf = async (...[head, movements]: readonly [Served, Served]) => {
    const { connection } = connectedDhl({
      getshipmentstatus: [head],
      trackshipment: [movements],
    });
    const answer = await connection.track?.([boughtLabel("B")], NEVER);
    return answer?.outcome === "done" ? answer.value[0] : undefined;
  };

  it("gives the movements in order, in Turkish time, with the number and the link", async () => {
    expect(
      await eventsOf(
        status(5, { isDelivered: 1 }),
        moved(
          ["Teslim_Edildi", "29-11-2026 16:05"],
          ["4", "29-11-2026 09:10"],
          ["Transfer_Asamasinda", "28.11.2026 23:59:30"],
          ["Gonderi_Hazirlandi", "28-11-2026 17:00"],
        ),
      ),
    ).toEqual({
      purchaseKey: "of B",
      trackingNumber: "7",
      trackingUrl: "https://track.test/7",
      events: [
        ["information_received", "Gonderi Hazirlandi", "2026-11-28T14:00:00.000Z"],
        ["package_departed", "Transfer Asamasinda", "2026-11-28T20:59:30.000Z"],
        ["out_for_delivery", "", "2026-11-29T06:10:00.000Z"],
        ["delivered", "Teslim Edildi", "2026-11-29T13:05:00.000Z"],
      ].map(([subCode, description, at]) => ({ subCode, description, location: "ŞUBE", at })),
    });
  });

  it.each([
    [1, "information_received"],
    [2, "package_departed"],
    [3, "package_processing"],
    [4, "out_for_delivery"],
    [5, "delivered"],
    [6, "package_undeliverable"],
    [7, "package_undeliverable"],
    [8, "other"],
    [9, "other"],
  ])("without movements, the state %i is %s", async (code, subCode) => {
    expect(await eventsOf(status(code), NOT_FOUND)).toMatchObject({
      events: [{ subCode, at: "2026-11-29T13:05:00.000Z" }],
    });
  });

  it("a parcel that is delivered on its way back is with its sender, unless it goes to the recipient again", async () => {
    const back = ["Geri_Geliyor", "29-11-2026 10:00"] as const;
    const out = ["Alici_Adresine_Yonlendirildi", "29-11-2026 11:00"] as const;
    const lastOf = async (movements: Served) =>
      (await eventsOf(status(5), movements))?.events.at(-1);
    expect([await lastOf(moved(back)), await lastOf(moved(out, back))]).toMatchObject([
      { subCode: "return_to_sender" },
      { subCode: "delivered" },
    ]);
  });

  it("leaves out an order without a shipment, and is unknown when a query fails", async () => {
    const { connection, operations } = connectedDhl({});
    expect(await connection.track?.([boughtLabel("B")], NEVER)).toEqual({
      outcome: "done",
      value: [],
    });
    expect(operations()).toEqual(["token", "getshipmentstatus"]);
    const failing = connectedDhl({ getshipmentstatus: [failure(400, "1")] }).connection;
    expect(await failing.track?.([boughtLabel("B")], NEVER)).toMatchObject({ outcome: "unknown" });
  });
});
