/** Makes the id of an order's row in `order_changes`. */
import { derivedId } from "../../base/derived-id.ts";

/** Returns the same id at each station, so that the files of all stations change one row. */
export function orderChangeID(orderID: string): string {
  return derivedId("order change", orderID);
}
