/** The sample orders that ship with the product. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { shipmentInputSchema, type ShipmentInput } from "../shipping/shipments/shipments.schema.ts";

/**
 * Reads the sample orders.
 *
 * @param resourcesDir Folder that contains samples/first-orders.json.
 */
export function readSampleOrders(resourcesDir: string): ShipmentInput[] {
  return z
    .array(shipmentInputSchema)
    .parse(JSON.parse(readFileSync(join(resourcesDir, "samples", "first-orders.json"), "utf8")));
}
