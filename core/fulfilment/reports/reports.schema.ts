/**
 * Wire shapes of the desk's reports about money: spending, days of packers, cash on delivery, and
 * the ledger by key.
 */
import { z } from "zod";
import { daySchema } from "../../base/turkish-day.ts";
import { laxText } from "../../base/wire.ts";
import { ledgerEntrySchema } from "../../organizations/ledger/ledger.schema.ts";

/** A report is read for at most as many days: a year and a day. */
export const MOST_DAYS = 366;

const period = {
  /** The first and the last day, by Turkish time; today when absent. */
  from: daySchema.optional(),
  to: daySchema.optional(),
};
export const periodQuerySchema = z.object(period);
export type PeriodQuery = z.output<typeof periodQuerySchema>;

/** Labels of a carrier that became known on a day, and what they cost with tax. */
const spendingLineSchema = z
  .object({
    day: z.string(),
    carrierName: z.string(),
    labels: z.int(),
    total: z.string(),
    /** Of the total: what an own agreement settles with its carrier, and not the balance. */
    onAccount: z.string(),
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

/** What a member bought on a day. */
const packerLineSchema = z
  .object({
    memberID: z.string(),
    name: z.string(),
    labels: z.int(),
    /** Labels that were cancelled on this day and had been bought within the two weeks before. */
    cancelled: z.int(),
    total: z.string(),
    /** Instants of the first and the last label; null without one. */
    firstAt: z.string().nullable(),
    lastAt: z.string().nullable(),
    /** Labels in each hour of the day by Turkish time, from 0 to 23. */
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
    /** Parcels under way, and what they are to bring. */
    expectedParcels: z.int(),
    expected: z.string(),
    /** Parcels that were delivered, and what was collected for them. */
    deliveredParcels: z.int(),
    delivered: z.string(),
    /** What the carrier has paid out. */
    received: z.string(),
    /** Delivered, less what was received: what the carrier owes. */
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
    /** Of a carrier that is known here, in any case. */
    providerCode: z.string().trim().min(1).max(50),
    /** As in "250.00"; negative to correct an earlier one. */
    amount: laxText(30),
    /** The day of the payment; today when absent. */
    receivedOn: daySchema.optional(),
    /** The payment's number at the bank: entered twice, in any case, it counts once. */
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

const LEDGER_KINDS = ["TOPUP", "PURCHASE", "REFUND", "ADJUSTMENT"] as const;

export const ledgerQuerySchema = z.object({
  ...period,
  kind: z.enum(LEDGER_KINDS).optional(),
  /** The entry after which the page begins, newest first. */
  before: z.uuid().toLowerCase().optional(),
  limit: z.coerce.number().int().min(1).max(200).catch(100).default(100),
});
export type LedgerQuery = z.output<typeof ledgerQuerySchema>;

/** An entry of the ledger with the order that it was about. */
const ledgerLineSchema = ledgerEntrySchema
  .extend({ shipmentID: z.uuid().nullable(), orderNumber: z.string(), carrierName: z.string() })
  .meta({ id: "LedgerLine" });
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

export const ledgerPageSchema = z.object({
  list: z.array(ledgerLineSchema),
  next: z.uuid().nullable(),
});

const REPORTS = ["ledger", "spending", "packers", "cash"] as const;

export const reportFileQuerySchema = z.object({
  ...period,
  report: z.enum(REPORTS),
  format: z.enum(["csv", "xlsx"]).default("csv"),
  language: z.enum(["en", "tr"]).default("en"),
});
export type ReportFileQuery = z.output<typeof reportFileQuerySchema>;
