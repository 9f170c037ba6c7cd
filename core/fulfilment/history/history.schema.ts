/** Wire shape of a shipment with its history: events, ledger entries and webhook deliveries. */
import { z } from "zod";
import { ineligibleServiceSchema } from "../../shipping/carriers/ineligible.schema.ts";
import { ledgerEntrySchema } from "../../organizations/ledger/ledger.schema.ts";
import { frozenRuleSchema } from "../../shipping/offers/chosen-rule.schema.ts";
import { shipmentSchema } from "../../shipping/shipments/shipments.schema.ts";
import { parcelEventSchema } from "../../shipping/tracking/tracking.schema.ts";
import { labelAnnouncementSchema } from "../announcements/announcements.schema.ts";
import { togetherSchema } from "../together/together.schema.ts";
import { deliverySchema } from "../webhooks/webhooks.schema.ts";

export const shipmentDetailSchema = z
  .object({
    shipment: shipmentSchema,
    /**
     * The returned shipment, if this shipment is a return. Null for other shipments, and when the
     * member may not see the returned shipment.
     */
    original: z
      .object({ id: z.string(), organizationShipmentID: z.number().int(), orderNumber: z.string() })
      .nullable(),
    /** Returns of this shipment that the member may see, newest first. */
    returns: z.array(z.object({ id: z.string(), organizationShipmentID: z.number().int() })),
    /** Orders that are packed in this parcel, and the parcel that has a cancelled order's items. */
    together: togetherSchema.omit({ waiting: true }),
    /**
     * Reason for the hold: one of HOLD_REASONS, or the packer's words; "" when the shipment is not
     * on hold.
     */
    holdReason: z.string(),
    /** Whether the carrier reported the parcel as lost. */
    isLost: z.boolean(),
    /** Code of the newest tracking event of an open parcel; "" for others. */
    event: z.string(),
    /** Service of the accepted offer; "" before a purchase. */
    serviceName: z.string(),
    /** The rule that chose the bought offer; null when a person or a program chose it. */
    rule: frozenRuleSchema.nullable(),
    /** Names of the services in the shipment's offers, by code. */
    serviceNames: z.record(z.string(), z.string()),
    /** Services that made no offer, with their reasons. */
    ineligible: z.array(ineligibleServiceSchema),
    /** Events of the shipment, by the status machine's names, oldest first. */
    facts: z.array(z.object({ id: z.string(), at: z.string(), event: z.string() })),
    /** The purchase whose outcome is not known yet; null without one. */
    openPurchase: z
      .object({
        /** Whether this station asks about it. */
        isHere: z.boolean(),
        /** Whether this station can ask in place of a lost one, which holds no money for it. */
        canTakeOver: z.boolean(),
      })
      .nullable(),
    /** null without a label, and for a label of an account that announces nothing. */
    announcement: labelAnnouncementSchema.nullable(),
    /** The scan of the label in force onto its carrier's truck; null without one. */
    handOver: z
      .object({
        at: z.string(),
        by: z.string(),
        /** Whether the parcel is on a manifest; false while its truck is being loaded. */
        isEnded: z.boolean(),
      })
      .nullable(),
    /** Events of the parcel, oldest first. */
    tracking: z.array(parcelEventSchema),
    /**
     * Ledger entries of the shipment's purchases and refunds, oldest first; empty for a member with
     * limited access.
     */
    entries: z.array(ledgerEntrySchema),
    /**
     * Webhook deliveries of the shipment, newest first; empty for members who may not see webhooks.
     */
    deliveries: z.array(deliverySchema.extend({ url: z.string() })),
  })
  .meta({ id: "ShipmentDetail" });
export type ShipmentDetail = z.infer<typeof shipmentDetailSchema>;
