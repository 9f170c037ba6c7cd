/** Makes the id of a shipment's row in `joined_orders`. */
import { derivedId } from "../../base/derived-id.ts";

/** Returns the same id at each station, so that an order joins one parcel wherever it is joined. */
export function joinedOrderID(shipmentID: string): string {
  return derivedId("joined order", shipmentID);
}

/** Returns the id of the copy that waits in place of a cancelled shipment. */
export function copyID(shipmentID: string): string {
  return derivedId("shipment instead of", shipmentID, 1);
}
