/** Applies the terms of an order to one of its shipments. */
import { minor, moneyText, type Minor } from "../../base/money.ts";
import type { Payer } from "../carriers/consignment.ts";
import type { OrderRow } from "./orders.store.ts";
import type { LabelText } from "./purchase-snapshot.ts";
import type { Consigned } from "./shipment-draft.ts";

/** Finds who pays the carrier. The sender always pays for a return. */
export function payerOf(
  { isReturn }: Pick<Consigned["columns"], "isReturn">,
  order: Pick<OrderRow, "payer"> | undefined,
): Payer {
  return isReturn === 0 && order?.payer === "recipient" ? "recipient" : "sender";
}

/** Finds the sum that a label asks for, and whether it is collected by card. */
export function cashOnDeliveryOf(
  { paymentOnDelivery }: Pick<Consigned["columns"], "paymentOnDelivery">,
  order: Pick<OrderRow, "totalAmount" | "totalAmountCurrency" | "collection"> | undefined,
): LabelText["cashOnDelivery"] {
  if (paymentOnDelivery === 0 || order === undefined) return null;
  return {
    amount: moneyText(order.totalAmount),
    currency: order.totalAmountCurrency,
    ...(order.collection === "card" ? { by: "card" } : {}),
  };
}

/** Finds the declared value. Only the first box declares it, so that no fee is paid twice. */
export function declaredValueOf(
  { boxNo }: Pick<Consigned["columns"], "boxNo">,
  order: Pick<OrderRow, "declaredValue"> | undefined,
): Minor | null {
  return boxNo > 1 || order === undefined || order.declaredValue === 0
    ? null
    : minor(order.declaredValue);
}
