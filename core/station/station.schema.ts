/** Wire shapes of the packing desk: its state, waiting orders, opened orders and purchases. */
import { z } from "zod";
import { laxID } from "../base/wire.ts";
import { ineligibleServiceSchema } from "../shipping/carriers/ineligible.schema.ts";
import { roleSchema } from "../organizations/organizations.schema.ts";
import { choiceSchema } from "../shipping/choosing/choosing.schema.ts";
import { labelAnnouncementSchema } from "../fulfilment/announcements/announcements.schema.ts";
import { ruleWordsSchema } from "../shipping/offers/chosen-rule.schema.ts";
import { itemTickSchema } from "../fulfilment/packing/packing.schema.ts";
import { printJobSchema } from "../printing/printing.schema.ts";
import { itemProductSchema, usualParcelSchema } from "../shipping/products/products.schema.ts";
import { orderChangeSchema } from "../shipping/order-changes/order-changes.schema.ts";
import { togetherSchema } from "../fulfilment/together/together.schema.ts";
import { shipmentSchema } from "../shipping/shipments/shipments.schema.ts";
import { transactionSchema } from "../fulfilment/transactions/transactions.schema.ts";

export const deskSchema = z
  .object({
    organization: z.object({ id: z.uuid(), name: z.string() }),
    member: z.object({ id: z.uuid(), name: z.string(), role: roleSchema }),
    balance: z.string(),
    /** Balance minus the holds of open purchases. */
    available: z.string(),
    currency: z.string(),
    waiting: z.number().int(),
    testMode: z.boolean(),
    /**
     * Whether the organization has a default sender address; without a sender no order can be
     * imported.
     */
    hasSender: z.boolean(),
    /** Whether any carrier or marketplace is set up; without one no order gets offers. */
    hasCarriers: z.boolean(),
    /** Whether only marketplaces sell labels, so that the balance here pays for none. */
    isPaidElsewhere: z.boolean(),
    /** Whether prices are sample prices, for trying the station out. */
    samplePrices: z.boolean(),
    labelPrinter: z
      .object({ id: z.uuid(), name: z.string(), state: z.string(), message: z.string() })
      .nullable(),
    queued: z.number().int(),
    unknown: z.number().int(),
    /**
     * Storage of the key that encrypts passwords and secrets: the system's key store, or a file
     * that only this user can read.
     */
    secretsKey: z.enum(["os", "file"]),
    /**
     * Time at which this station started with an older copy of its database; null when this did not
     * happen in the last 7 days.
     */
    restoredAt: z.string().nullable(),
    /**
     * Purchases and cancellations whose carriers have not answered for days; a person must decide
     * them.
     */
    givenUp: z.number().int(),
    /**
     * A fault of the watched folder, its files that the station cannot import now, and its refused
     * files of the last day that nobody has seen; 0 for a member who does not lead.
     */
    folderProblems: z.number().int(),
  })
  .meta({ id: "Desk" });
export type DeskFacts = z.infer<typeof deskSchema>;

export const sampleCarriersSchema = z
  .object({
    /** Rate cards added; 0 when the organization already had rate cards. */
    added: z.number().int(),
    isSample: z.literal(true),
    note: z.string(),
  })
  .meta({ id: "SampleCarriers" });

const lastBoxSchema = z.object({
  shipmentID: z.uuid(),
  no: z.number().int(),
  /** Pieces scanned into this box at this desk. */
  scanned: z.number().int(),
});
export type LastBox = z.infer<typeof lastBoxSchema>;

export const openedOrderSchema = z
  .object({
    shipment: shipmentSchema,
    missing: z.array(ineligibleServiceSchema),
    serviceNames: z.record(z.string(), z.string()),
    printJobs: z.array(printJobSchema),
    /** Pieces scanned at this desk. */
    ticks: z.array(itemTickSchema),
    /**
     * Why the order is on hold, one of HOLD_REASONS or the packer's own words; "" when the order
     * may be packed.
     */
    holdReason: z.string(),
    /** Whether the carrier reported the parcel as lost. */
    isLost: z.boolean(),
    /** Code of the newest tracking event of an open parcel; "" for others. */
    event: z.string(),
    /**
     * `no`: number of this box within the order. `of`: number of boxes so far. `next`: shipment
     * number of the next waiting box that is not on hold; null when no such box waits.
     */
    box: z.object({
      no: z.number().int(),
      of: z.number().int(),
      next: z.number().int().nullable(),
    }),
    /**
     * The last box of the order; null when it cannot be removed because it is the first box or has
     * a label.
     */
    lastBox: lastBoxSchema.nullable(),
    /**
     * Number of shipments of other orders with the same order number, without cancelled ones and
     * returns; at most 100.
     */
    sameNumber: z.number().int(),
    /**
     * The offer that the organization's rules choose; null without rules, when the cheapest is
     * chosen, and once the order does not wait for its purchase.
     */
    choice: choiceSchema.omit({ isBought: true }).nullable(),
    /** null without a label, and for a label of an account that announces nothing. */
    announcement: labelAnnouncementSchema.nullable(),
    /** Whether the carrier has the order and has not made its label yet. */
    isLabelAwaited: z.boolean(),
    /** Whether a scan at this station prints the awaited label once the carrier has made it. */
    isPrintedOnScan: z.boolean(),
    /** Marketplace whose balance pays for the open purchase; "" when none does. */
    paidAt: z.string(),
    /** Products of the order's items; items without a product are left out. */
    products: z.array(itemProductSchema),
    /** Earlier parcels with the same contents; null without one, and once the order has a label. */
    usual: usualParcelSchema.nullable(),
    together: togetherSchema,
    /** The change of the order in a file, while nobody has decided; null for most orders. */
    change: orderChangeSchema.nullable(),
    /** Titles of the documents that this station prints with the label. */
    papers: z.array(z.string()),
    /**
     * Code that was scanned while the label had to be scanned first, whose order is opened next; ""
     * for none.
     */
    nextCode: z.string(),
  })
  .meta({ id: "OpenedOrder" });
export type OpenedOrder = z.infer<typeof openedOrderSchema>;

export const waitingOrderSchema = z
  .object({
    shipmentID: z.uuid(),
    orderNumber: z.string(),
    shipmentNumber: z.number().int(),
    recipientName: z.string(),
    districtName: z.string(),
    cityName: z.string(),
    weight: z.string(),
    desi: z.string(),
    createdAt: z.string(),
    /** Box number within the order. */
    boxNo: z.number().int(),
    /**
     * Why the order is on hold, one of HOLD_REASONS or the packer's own words; "" when the order
     * may be packed.
     */
    holdReason: z.string(),
  })
  .meta({ id: "WaitingOrder" });
export type WaitingOrder = z.infer<typeof waitingOrderSchema>;

/** POST /station/purchases */
export const deskInputSchema = z.strictObject({
  offerID: laxID,
  print: z.boolean().default(true),
  /**
   * Buy although the printer is out of paper or ribbon, is open, or is switched off under Printers;
   * the label waits for the printer.
   */
  printAnyway: z.boolean().default(false),
  /** Buy although the weight is unusual for the contents: a person has looked at the parcel. */
  passWeight: z.boolean().default(false),
  /** Buy only if a rule of the organization buys this offer at once: no person confirmed it. */
  atOnce: z.boolean().default(false),
});

export type DeskInput = Readonly<z.output<typeof deskInputSchema>>;

export const deskPurchaseSchema = z
  .object({
    transaction: transactionSchema,
    printJob: printJobSchema.nullable(),
    /** null for a label of an account that announces nothing. */
    announcement: labelAnnouncementSchema.nullable(),
  })
  .meta({ id: "DeskPurchase" });
export type DeskPurchase = z.infer<typeof deskPurchaseSchema>;

/** Maximum number of orders that one call plans; a longer list needs several calls. */
export const MOST_PLANNED = 50;

const plannedPurchaseSchema = z.object({
  shipmentID: z.uuid(),
  /** The offer that the rules choose; without a rule that decides, the cheapest. */
  offerID: z.uuid(),
  /** The rule that decided, in plain words; null: none. */
  rule: ruleWordsSchema.nullable(),
  serviceName: z.string(),
  /** Amount with tax. */
  amount: z.string(),
  /** False when the carrier sends an invoice, or the balance at a marketplace pays. */
  isFromBalance: z.boolean(),
  /** Marketplace whose balance pays; "" when none does. */
  paidAt: z.string(),
  /** The price is a sample price. */
  isSample: z.boolean(),
});
export type PlannedPurchase = z.infer<typeof plannedPurchaseSchema>;

/** Reasons for leaving an order out of a plan. */
const LEFT_OUT = [
  "NOT_WAITING",
  "HELD",
  "RETURN",
  /** Papers that its source demands, or its invoice number, are missing. */
  "PAPERS",
  "CHANGED",
  "NO_OFFER",
  "EXCLUDED",
  "OFFERS_COMING",
  "UNKNOWN",
] as const;

const leftOutSchema = z.object({ shipmentID: z.string(), why: z.enum(LEFT_OUT) });
export type LeftOut = z.infer<typeof leftOutSchema>;

export const purchasePlanSchema = z
  .object({ list: z.array(plannedPurchaseSchema), leftOut: z.array(leftOutSchema) })
  .meta({ id: "PurchasePlan" });
export type PurchasePlan = z.infer<typeof purchasePlanSchema>;

export const integritySchema = z
  .object({
    /** Whether no damage was found. */
    isWhole: z.boolean(),
    /** SQLite's findings, one line each; only "ok" when SQLite found no damage. */
    database: z.array(z.string()),
    /** A broken ledger entry of any organization at this station; null when none is broken. */
    brokenAt: z.string().nullable(),
    /** Ledger of the caller's organization. */
    ledger: z.object({
      entries: z.number().int(),
      balance: z.string(),
      isBalanceKept: z.boolean(),
      brokenAt: z.string().nullable(),
      areHoldsKept: z.boolean(),
      wrongTransaction: z.string().nullable(),
    }),
    /**
     * The database's current incarnation, counted from 1. A restore of an older copy starts another
     * incarnation, and so do leaving a hub and joining it again.
     */
    incarnation: z.number().int(),
    durationMs: z.number(),
  })
  .meta({ id: "Integrity" });
export type Integrity = z.infer<typeof integritySchema>;
