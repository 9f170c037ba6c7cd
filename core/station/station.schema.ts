/** Wire shapes of what only a station has: its desk, its waiting orders, its scans. */
import { z } from "zod";
import { ineligibleServiceSchema } from "../shipping/carriers/ineligible.schema.ts";
import { roleSchema } from "../organizations/organizations.schema.ts";
import { itemTickSchema } from "../fulfilment/packing/packing.schema.ts";
import { printJobSchema } from "../printing/printing.schema.ts";
import { shipmentSchema } from "../shipping/shipments/shipments.schema.ts";
import { transactionSchema } from "../fulfilment/transactions/transactions.schema.ts";

export const deskSchema = z
  .object({
    organization: z.object({ id: z.uuid(), name: z.string() }),
    member: z.object({ id: z.uuid(), name: z.string(), role: roleSchema }),
    balance: z.string(),
    /** Balance less what is held for open purchases. */
    available: z.string(),
    currency: z.string(),
    waiting: z.number().int(),
    testMode: z.boolean(),
    /**
     * Whether the organization has a default sender address: without one no order can be brought
     * in.
     */
    hasSender: z.boolean(),
    /** Whether any carrier is set up: without one no order gets offers. */
    hasCarriers: z.boolean(),
    /** Whether the prices of carriers are made up, for trying the station out. */
    samplePrices: z.boolean(),
    labelPrinter: z
      .object({ id: z.uuid(), name: z.string(), state: z.string(), message: z.string() })
      .nullable(),
    queued: z.number().int(),
    unknown: z.number().int(),
    /**
     * Where the key is stored that encrypts passwords and secrets: the system's key store, or a
     * file that only this user can read.
     */
    secretsKey: z.enum(["os", "file"]),
    /**
     * When this station found at its start that an older copy of its database had been restored;
     * null when not in the last 7 days.
     */
    restoredAt: z.string().nullable(),
    /**
     * Purchases and cancellations whose carriers have not answered for days: a person must decide
     * about them.
     */
    givenUp: z.number().int(),
  })
  .meta({ id: "Desk" });
export type DeskFacts = z.infer<typeof deskSchema>;

export const sampleCarriersSchema = z
  .object({
    /** Rate cards that were added; 0 when there were some already. */
    added: z.number().int(),
    isSample: z.literal(true),
    note: z.string(),
  })
  .meta({ id: "SampleCarriers" });

const lastBoxSchema = z.object({
  shipmentID: z.uuid(),
  no: z.number().int(),
  /** Pieces that were scanned into it at this desk. */
  scanned: z.number().int(),
});
export type LastBox = z.infer<typeof lastBoxSchema>;

export const openedOrderSchema = z
  .object({
    shipment: shipmentSchema,
    missing: z.array(ineligibleServiceSchema),
    serviceNames: z.record(z.string(), z.string()),
    printJobs: z.array(printJobSchema),
    /** Pieces that were scanned at this desk. */
    ticks: z.array(itemTickSchema),
    /**
     * Why it is on hold, one of HOLD_REASONS or the packer's own words; "" when it may be packed.
     */
    holdReason: z.string(),
    /**
     * Which box of its order it is, how many the order has by now, and the shipment number of
     * another one that waits; null: none does.
     */
    box: z.object({
      no: z.number().int(),
      of: z.number().int(),
      next: z.number().int().nullable(),
    }),
    /**
     * The last box of its order while that can be removed: it is not the first one, and has no
     * label.
     */
    lastBox: lastBoxSchema.nullable(),
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
    /** Which box of its order it is. */
    boxNo: z.number().int(),
    /**
     * Why it is on hold, one of HOLD_REASONS or the packer's own words; "" when it may be packed.
     */
    holdReason: z.string(),
  })
  .meta({ id: "WaitingOrder" });
export type WaitingOrder = z.infer<typeof waitingOrderSchema>;

export const deskPurchaseSchema = z
  .object({ transaction: transactionSchema, printJob: printJobSchema.nullable() })
  .meta({ id: "DeskPurchase" });
export type DeskPurchase = z.infer<typeof deskPurchaseSchema>;

/** As many as are read at once; a list is planned in parts. */
export const MOST_PLANNED = 50;

const plannedPurchaseSchema = z.object({
  shipmentID: z.uuid(),
  /** Its cheapest one. */
  offerID: z.uuid(),
  serviceName: z.string(),
  /** With tax. */
  amount: z.string(),
  /** False: the carrier sends an invoice for it. */
  isFromBalance: z.boolean(),
  /** Its price is made up. */
  isSample: z.boolean(),
});
export type PlannedPurchase = z.infer<typeof plannedPurchaseSchema>;

/** Why an order is not bought among several. */
const LEFT_OUT = ["NOT_WAITING", "HELD", "RETURN", "NO_OFFER", "OFFERS_COMING", "UNKNOWN"] as const;

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
    /** SQLite's findings in the file, a line each; "ok" alone when there are none. */
    database: z.array(z.string()),
    /** Of all organizations here together: which chain is broken first, by its entry. */
    brokenAt: z.string().nullable(),
    /** Of the caller's organization. */
    ledger: z.object({
      entries: z.number().int(),
      balance: z.string(),
      isBalanceKept: z.boolean(),
      brokenAt: z.string().nullable(),
      areHoldsKept: z.boolean(),
      wrongTransaction: z.string().nullable(),
    }),
    /** 1, and one more for each time an older copy of the database was restored. */
    incarnation: z.number().int(),
    durationMs: z.number(),
  })
  .meta({ id: "Integrity" });
export type Integrity = z.infer<typeof integritySchema>;
