/** Reads the state that an order has in the shop: only "cancelled" matters here. */
import { fold } from "../../base/text.ts";
import type { OrderRow } from "./read-csv.ts";
import { cell } from "./reject-row.ts";

/** Folded words for a cancelled order. A return or a refund follows a delivery, and cancels nothing. */
const CANCELLED: ReadonlySet<string> = new Set([
  "iptal",
  "iptal edildi",
  "iptal edilmis",
  "iptal oldu",
  "siparis iptal",
  "siparis iptal edildi",
  "cancelled",
  "canceled",
  "order cancelled",
  "order canceled",
  "void",
  "voided",
]);

/** Returns whether a row's state is "cancelled"; any other state, and none, is not. */
export function isCancelledRow(row: OrderRow): boolean {
  return CANCELLED.has(fold(cell(row, "state")));
}
