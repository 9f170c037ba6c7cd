/** Wire shape of one shipment whole: itself, what happened to it, its money and its webhooks. */
import { z } from "zod";
import { ineligibleServiceSchema } from "../../shipping/carriers/ineligible.schema.ts";
import { ledgerEntrySchema } from "../../organizations/ledger/ledger.schema.ts";
import { shipmentSchema } from "../../shipping/shipments/shipments.schema.ts";
import { trackingStatusSchema } from "../../shipping/tracking/tracking.schema.ts";
import { deliverySchema } from "../webhooks/webhooks.schema.ts";

export const shipmentDetailSchema = z
  .object({
    shipment: shipmentSchema,
    /** Of a return: what is sent back. Null for all others, and where the member may not see it. */
    original: z
      .object({ id: z.string(), organizationShipmentID: z.number().int(), orderNumber: z.string() })
      .nullable(),
    /** Returns that were made of it, newest first, as far as the member may see them. */
    returns: z.array(z.object({ id: z.string(), organizationShipmentID: z.number().int() })),
    /** Why it is on hold, one of HOLD_REASONS or the packer's own words; "" when it is not. */
    holdReason: z.string(),
    /** Of its accepted offer; "" before a purchase. */
    serviceName: z.string(),
    /** Names of the services of its offers, by their codes. */
    serviceNames: z.record(z.string(), z.string()),
    /** Which services made no offer, and why. */
    ineligible: z.array(ineligibleServiceSchema),
    /** Its own events, by the status machine's names, oldest first. */
    facts: z.array(z.object({ id: z.string(), at: z.string(), event: z.string() })),
    /** The carrier's events, oldest first. */
    tracking: z.array(trackingStatusSchema),
    /** Of its purchases and refunds, oldest first; empty for a member with limited access. */
    entries: z.array(ledgerEntrySchema),
    /** Newest first; empty for members who may not see webhooks. */
    deliveries: z.array(deliverySchema.extend({ url: z.string() })),
  })
  .meta({ id: "ShipmentDetail" });
export type ShipmentDetail = z.infer<typeof shipmentDetailSchema>;
