/**
 * Wire shapes of the reports about money: spending, packers' days, cash on delivery, pages of the
 * ledger, and report files.
 */
import { z } from "zod";
import { daySchema } from "../../base/turkish-day.ts";
import { laxText, queryBoolean } from "../../base/wire.ts";
import { ledgerEntrySchema } from "../../organizations/ledger/ledger.schema.ts";
import { currentCode } from "../../shipping/carriers/carrier-code.schema.ts";

/** Highest number of days of one report: a leap year. */
export const MOST_DAYS = 366;

const period = {
  /**
   * First and last day, Turkish time. Without `to`: today; without `from`: the day of `to`; without
   * both, the ledger is not limited.
   */
  from: daySchema.optional(),
  to: daySchema.optional(),
};
export const periodQuerySchema = z.object(period);
export type PeriodQuery = z.output<typeof periodQuerySchema>;

/**
 * Labels of one carrier that were bought on one day, from the carrier itself or from one
 * marketplace, and their cost with tax. The day is that on
 * which the outcome of a purchase became known.
 */
const spendingLineSchema = z
  .object({
    day: z.string(),
    carrierName: z.string(),
    labels: z.int(),
    total: z.string(),
    /**
     * Part of the total that is billed under the organization's own agreement, not to the balance.
     */
    onAccount: z.string(),
    /** Part of the total that was paid from balances at marketplaces. */
    paidThere: z.string(),
    /** Marketplace that sold the labels; "" for labels of the carrier itself. */
    marketplace: z.string(),
  })
  .meta({ id: "SpendingLine" });
export type SpendingLine = z.infer<typeof spendingLineSchema>;

export const spendingSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    currency: z.string(),
    lines: z.array(spendingLineSchema),
  })
  .meta({ id: "Spending" });
export type Spending = z.infer<typeof spendingSchema>;

export const packerDayQuerySchema = z.object({ day: daySchema.optional() });

/** Purchases of a member on a day. */
const packerLineSchema = z
  .object({
    memberID: z.string(),
    name: z.string(),
    labels: z.int(),
    /** Labels cancelled on this day that had been bought within the two weeks before. */
    cancelled: z.int(),
    total: z.string(),
    /** Instants of the first and the last label; null without labels. */
    firstAt: z.string().nullable(),
    lastAt: z.string().nullable(),
    /** Number of labels in each hour of the day, Turkish time, from 0 to 23. */
    hours: z.array(z.int()),
  })
  .meta({ id: "PackerLine" });
export type PackerLine = z.infer<typeof packerLineSchema>;

export const packerDaySchema = z
  .object({ day: z.string(), currency: z.string(), packers: z.array(packerLineSchema) })
  .meta({ id: "PackerDay" });
export type PackerDay = z.infer<typeof packerDaySchema>;

/** Cash on delivery of a carrier. */
const cashLineSchema = z
  .object({
    providerCode: z.string(),
    carrierName: z.string(),
    /** Parcels in transit, and the cash that they will collect. */
    expectedParcels: z.int(),
    expected: z.string(),
    /** Delivered parcels, and the cash collected for them. */
    deliveredParcels: z.int(),
    delivered: z.string(),
    /** Amount that the carrier has paid. */
    received: z.string(),
    /** Amount that the carrier owes: delivered minus received. */
    owed: z.string(),
  })
  .meta({ id: "CashLine" });
export type CashLine = z.infer<typeof cashLineSchema>;

export const cashReportSchema = z
  .object({ currency: z.string(), lines: z.array(cashLineSchema) })
  .meta({ id: "CashReport" });
export type CashReport = z.infer<typeof cashReportSchema>;

export const newCashReceiptSchema = z
  .object({
    /** Code of a known carrier, in upper or lower case. */
    providerCode: z.string().trim().min(1).max(50).transform(currentCode),
    /** Amount like "250.00"; negative to correct an earlier receipt. */
    amount: laxText(30),
    /** Day of the payment; today when absent. */
    receivedOn: daySchema.optional(),
    /** The bank's number of the payment: a repeated number, in upper or lower case, counts once. */
    reference: laxText(100),
  })
  .meta({ id: "NewCashReceipt" });
export type NewCashReceipt = z.output<typeof newCashReceiptSchema>;

export const cashReceiptSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    providerCode: z.string(),
    amount: z.string(),
    currency: z.string(),
    receivedOn: z.string(),
    reference: z.string(),
  })
  .meta({ id: "CashReceipt" });
export type CashReceipt = z.infer<typeof cashReceiptSchema>;

/** Kinds of entries, in the order in which a list is sorted by them. */
export const LEDGER_KINDS = ["TOPUP", "PURCHASE", "REFUND", "ADJUSTMENT"] as const;

export const ledgerQuerySchema = z.object({
  ...period,
  kind: z.enum(LEDGER_KINDS).optional(),
  /** Entry after which the page starts, in the order of the list. */
  before: z.uuid().toLowerCase().optional(),
  limit: z.coerce.number().int().min(1).max(200).catch(100).default(100),
  /** Whether the oldest entry is first. */
  isAscending: queryBoolean,
  /** Ids with commas; the entries with these ids in this order, and all other fields are ignored. */
  ids: z
    .string()
    .regex(/^[\da-f-]{36}(,[\da-f-]{36}){0,99}$/, "must be up to 100 ids with commas")
    .transform((text) => text.split(","))
    .optional(),
});
export type LedgerQuery = z.output<typeof ledgerQuerySchema>;

/** Columns by which the ledger can be sorted; of any length by `at`. */
const LEDGER_COLUMNS = [
  "at",
  "kind",
  "order",
  "carrier",
  "reference",
  "amount",
  "balance",
] as const;
export type LedgerColumn = (typeof LEDGER_COLUMNS)[number];

const order = { sortBy: z.enum(LEDGER_COLUMNS), isAscending: queryBoolean };
export const sortedLedgerQuerySchema = z.object({ ...period, ...order });
export type SortedLedgerQuery = z.output<typeof sortedLedgerQuerySchema>;

export const sortedLedgerSchema = z
  .object({
    /** Ids of the entries, in the order asked for. */
    ids: z.array(z.uuid()),
    /** Whether the period has more than MOST_SORTED entries. */
    isMore: z.boolean(),
  })
  .meta({ id: "SortedLedger" });
export type SortedLedger = z.infer<typeof sortedLedgerSchema>;

/** Ledger entry with the order that it belongs to. */
const ledgerLineSchema = ledgerEntrySchema
  .extend({ shipmentID: z.uuid().nullable(), orderNumber: z.string(), carrierName: z.string() })
  .meta({ id: "LedgerLine" });
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

export const ledgerPageSchema = z.object({
  list: z.array(ledgerLineSchema),
  next: z.uuid().nullable(),
});

const REPORTS = ["ledger", "spending", "packers", "cash", "invoices"] as const;

export const reportFileQuerySchema = z.object({
  ...period,
  report: z.enum(REPORTS),
  format: z.enum(["csv", "xlsx"]).default("csv"),
  language: z.enum(["en", "tr"]).default("en"),
  /** Order of the ledger; absent: newest first, also when there are more than MOST_SORTED. */
  sortBy: order.sortBy.optional().catch(undefined),
  isAscending: order.isAscending,
});
export type ReportFileQuery = z.output<typeof reportFileQuerySchema>;
