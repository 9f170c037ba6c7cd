/** Wire shapes of agreements, their barcode ranges and their versions. */
import { z } from "zod";
import { parseEnteredMoney } from "../../base/money.ts";
import { daySchema } from "../../base/turkish-day.ts";
import { currentCode } from "../carriers/carrier-code.schema.ts";
import { checkDigitSchema } from "../carriers/barcode.schema.ts";
import { LINE_KINDS } from "../carriers/price-lines.schema.ts";
import { tariffInputSchema, tariffSchema } from "./tariff.schema.ts";

/** Most digits of a barcode's number, so that it stays an exact number. */
const MOST_DIGITS = 15;

const text = (max: number) => z.string().trim().max(max);
const moneyText = z
  .string()
  .refine((value) => (parseEnteredMoney(value) ?? -1) >= 0, "must be an amount, like 1500.00");

/**
 * Barcodes of a range, as the carrier names them: the first and the last number, without check
 * digit. Both have the same number of digits, and a prefix of letters and digits may precede them.
 */
export const newRangeSchema = z
  .object({
    prefix: z.string().regex(/^[A-Z0-9]{0,12}$/, "must be letters A to Z and digits"),
    first: z.string().regex(/^\d{1,15}$/, `must be 1 to ${MOST_DIGITS} digits`),
    last: z.string().regex(/^\d{1,15}$/, `must be 1 to ${MOST_DIGITS} digits`),
  })
  .refine(({ first, last }) => first.length === last.length, {
    path: ["last"],
    message: "must have as many digits as the first number",
  })
  .refine(({ first, last }) => Number(first) <= Number(last), {
    path: ["last"],
    message: "must not be lower than the first number",
  })
  .meta({ id: "NewBarcodeRange" });
export type NewRangeInput = z.output<typeof newRangeSchema>;

const agreementFields = {
  name: text(80).min(1),
  contractNumber: text(60).default(""),
  checkDigit: checkDigitSchema.default("none"),
  /** With `{barcode}`; "" when the carrier gives the link later. */
  trackingUrl: text(300)
    .refine(
      (url) => url === "" || /^https?:\/\/[^\s]+$/.test(url),
      "must begin with https:// or be empty",
    )
    .default(""),
  onAccount: z.boolean().default(false),
  creditLimit: moneyText.nullable().default(null),
  needsAccount: z.boolean().default(false),
};

export const newAgreementSchema = z
  .strictObject({
    providerCode: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{2,40}$/, "must be 2 to 40 letters A to Z and digits")
      .transform(currentCode),
    ...agreementFields,
    ranges: z.array(newRangeSchema).max(20).default([]),
  })
  .meta({ id: "NewAgreement" });
export type NewAgreementInput = z.output<typeof newAgreementSchema>;

export const agreementPatchSchema = z
  .strictObject({
    name: text(80).min(1).optional(),
    contractNumber: text(60).optional(),
    trackingUrl: agreementFields.trackingUrl.removeDefault().optional(),
    onAccount: z.boolean().optional(),
    creditLimit: moneyText.nullable().optional(),
    needsAccount: z.boolean().optional(),
  })
  .meta({ id: "AgreementPatch" });
export type AgreementPatch = z.output<typeof agreementPatchSchema>;

const RANGE_STATES = ["used", "waiting", "ended", "overlapping"] as const;

const rangeSchema = z
  .object({
    id: z.string(),
    prefix: z.string(),
    firstBarcode: z.string(),
    lastBarcode: z.string(),
    /** Barcodes that no station has used, as far as this station knows. */
    left: z.number().int(),
    total: z.number().int(),
    /**
     * `used`: the next barcodes come from it. `waiting`: used after the ranges before. `ended`: no
     * barcode is left. `overlapping`: it has barcodes of an older range, so it is not used.
     */
    state: z.enum(RANGE_STATES),
  })
  .meta({ id: "BarcodeRange" });
export type BarcodeRangeView = z.infer<typeof rangeSchema>;

const VERSION_STATES = ["past", "inForce", "coming", "replaced"] as const;

const versionSchema = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    validFrom: z.string(),
    /** Last day; null: until the next version begins, or without end. */
    validUntil: z.string().nullable(),
    /** `replaced`: another station entered a version for the same day later, which counts. */
    state: z.enum(VERSION_STATES),
    /** False: only a newer Packbench can price it. */
    isReadable: z.boolean(),
    services: z.array(z.object({ code: z.string(), name: z.string() })),
  })
  .meta({ id: "AgreementVersion" });
export type AgreementVersionView = z.infer<typeof versionSchema>;

export const agreementSchema = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    providerCode: z.string(),
    name: z.string(),
    contractNumber: z.string(),
    checkDigit: checkDigitSchema,
    trackingUrl: z.string(),
    onAccount: z.boolean(),
    creditLimit: z.string().nullable(),
    needsAccount: z.boolean(),
    isSample: z.boolean(),
    /** Cost of the labels in force on account, less payments; negative: paid in advance. */
    debt: z.string(),
    ranges: z.array(rangeSchema),
    /** Barcodes left over all ranges. */
    left: z.number().int(),
    /** A tenth of the barcodes or less is left. */
    isLow: z.boolean(),
    /** Earliest first. */
    versions: z.array(versionSchema),
  })
  .meta({ id: "Agreement" });
export type AgreementView = z.infer<typeof agreementSchema>;

export const newVersionSchema = z
  .strictObject({
    tariff: tariffInputSchema,
    validFrom: daySchema,
    /** Last day; null: no end. */
    validUntil: daySchema.nullable().default(null),
  })
  .refine(({ validFrom, validUntil }) => validUntil === null || validFrom <= validUntil, {
    path: ["validUntil"],
    message: "must not be before the first day",
  })
  .meta({ id: "NewAgreementVersion" });
export type NewVersionInput = z.output<typeof newVersionSchema>;

export const newPaymentSchema = z
  .strictObject({
    /** Negative: a correction. */
    amount: z.string().refine((value) => {
      const minor = parseEnteredMoney(value);
      return minor !== undefined && minor !== 0 && Math.abs(minor) <= 100_000_000_000;
    }, "must be an amount other than 0, with two decimals at most"),
    paidOn: daySchema,
    reference: text(100).default(""),
    note: text(500).default(""),
  })
  .meta({ id: "NewAgreementPayment" });
export type NewPaymentInput = z.output<typeof newPaymentSchema>;

export const paymentSchema = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    amount: z.string(),
    paidOn: z.string(),
    reference: z.string(),
    note: z.string(),
  })
  .meta({ id: "AgreementPayment" });
export type PaymentView = z.infer<typeof paymentSchema>;

/** A version with its prices. */
export const wholeVersionSchema = z
  .object({ version: versionSchema, tariff: tariffSchema })
  .meta({ id: "WholeAgreementVersion" });
export type WholeVersion = z.infer<typeof wholeVersionSchema>;

const previewPriceSchema = z
  .object({
    /** Net price and price with taxes; null: the service takes no such parcel. */
    amount: z.string().nullable(),
    totalAmount: z.string().nullable(),
    lines: z.array(z.object({ kind: z.enum(LINE_KINDS), amount: z.string() })),
  })
  .meta({ id: "PreviewPrice" });

/** Changes that a new version would make. */
export const versionPreviewSchema = z
  .object({
    /** The version in force on the first day; null: there is none. */
    before: versionSchema.nullable(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    /** Ten parcels, each priced by each service of both versions. */
    parcels: z.array(
      z.object({
        lengthCm: z.number(),
        widthCm: z.number(),
        heightCm: z.number(),
        weightKg: z.number(),
        toCity: z.string(),
        prices: z.array(
          z.object({
            serviceCode: z.string(),
            serviceName: z.string(),
            before: previewPriceSchema.nullable(),
            after: previewPriceSchema.nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "VersionPreview" });
export type VersionPreview = z.infer<typeof versionPreviewSchema>;
