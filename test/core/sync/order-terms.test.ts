/** Terms of an order that one station created, used at another station. */
import { expect, it } from "vitest";
import { createShipment } from "../../../core/shipping/shipments/create-shipment.ts";
import { draftOf, subjectOf } from "../../../core/shipping/shipments/consign-shipment.ts";
import { shipmentWithTermsSchema } from "../../../core/shipping/shipments/order-terms.schema.ts";
import {
  presentShipment,
  requireShipment,
} from "../../../core/shipping/shipments/shipments.service.ts";
import { RECIPIENT } from "../../helpers/station.ts";
import { exchange, two } from "./two-stations.ts";

const TERMS = {
  payer: "recipient",
  collection: "card",
  declaredValue: "1250.00",
  waybillNumber: "IRS-7",
};

it("the other station shows an order's terms, and asks carriers for prices with them", () => {
  const { a, b, actor } = two();
  const input = shipmentWithTermsSchema.parse({
    recipientAddress: RECIPIENT,
    weight: "2",
    productPaymentOnDelivery: true,
    order: { orderNumber: "T-1", totalAmount: "150", totalAmountCurrency: "TL", ...TERMS },
  });
  const { id } = createShipment(a.deps, actor, input, { needsEmail: false, quote: false });
  exchange(a, b);
  const row = requireShipment(b.deps, id);
  expect(presentShipment(b.deps, row, "http://127.0.0.1:1").order).toMatchObject(TERMS);
  expect(subjectOf(b.deps, draftOf(b.deps, row)).consignment).toMatchObject({
    payer: "recipient",
    cashOnDelivery: { amount: 150_00, by: "card" },
    declaredValue: 1250_00,
  });
});
