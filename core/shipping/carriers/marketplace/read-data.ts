/** Reads answers of another server of this interface. Everything that it sends may be wrong. */
import { z } from "zod";
import { isUuid } from "../../../base/ids.ts";
import { parseMoney, type TaxedPrice } from "../../../base/money.ts";
import { daySchema } from "../../../base/turkish-day.ts";

const objectSchema = z.record(z.string(), z.unknown());

/** Parses a body; undefined when it is no JSON object. */
export function readSmallJson(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** Short text; "" when absent, null, longer or with a NUL, which some programs cannot read. */
const text = (atMost: number) =>
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value).toWellFormed())
    .refine((value) => value.length <= atMost && !value.includes("\0"))
    .catch("");
const money = z.union([z.string(), z.number()]).transform((value, context) => {
  const read = parseMoney(String(value));
  if (read !== undefined && read >= 0) return read;
  context.addIssue({ code: "custom", message: "must be an amount" });
  return z.NEVER;
});
const id = z.string().refine(isUuid);

const priced = {
  amount: money,
  amountTax: money,
  amountVat: money,
  totalAmount: money,
  currency: text(10),
};
type Priced = Pick<RemoteOffer, "amount" | "amountTax" | "amountVat" | "totalAmount">;

/** Reads the price as the server has computed it. */
export function priceOf({ amount, amountTax, amountVat, totalAmount }: Priced): TaxedPrice {
  return { amount, tax: amountTax, vat: amountVat, total: totalAmount };
}

/** Returns whether a currency is Turkish lira, in both of its spellings. */
export function isLira(currency: string): boolean {
  return ["TL", "TRY"].includes(currency.toUpperCase());
}

const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns whether a text has the form of a carrier's or a service's code. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/** Day of an appointment, maybe with a time of day. No screen can show another text. */
const scheduleDate = z
  .string()
  .max(40)
  .refine((value) => daySchema.safeParse(value.slice(0, 10)).success);
const subOfferSchema = z.object({ id, ...priced, scheduleDate });
const offerSchema = z.object({
  id,
  ...priced,
  providerCode: z.string().regex(CODE),
  providerServiceCode: z.string().regex(CODE),
  /** Nanoseconds. */
  averageEstimatedTime: z.number().min(0).max(1e18).catch(0),
  durationTerms: text(200),
  rating: z.number().min(0).max(1_000).catch(0),
  subOffer: z.array(z.unknown()).catch([]),
  /** Extension of stations: the price is a sample, so that no carrier takes the parcel. */
  isSample: z.boolean().catch(false),
});
export type RemoteOffer = Omit<z.infer<typeof offerSchema>, "subOffer"> & {
  readonly subOffer: readonly z.infer<typeof subOfferSchema>[];
};

const MOST_OFFERS = 200;
const MOST_SUB_OFFERS = 60;
/** Sub-offers of all offers together, because each is a row that every reader of the order gets. */
const MOST_SUB_OFFERS_IN_ALL = 600;

const offersSchema = z.object({
  list: z.array(z.unknown()).catch([]),
  percentageCompleted: z.number().catch(100),
});

/** Offers of a shipment. `unread`: number of entries that are no offers, or one too many. */
export type RemoteOffers = {
  readonly list: readonly RemoteOffer[];
  readonly unread: number;
  readonly isComplete: boolean;
};

function readOffers(value: unknown): RemoteOffers {
  const read = offersSchema.safeParse(value);
  if (!read.success) return { list: [], unread: 0, isComplete: true };
  let left = MOST_SUB_OFFERS_IN_ALL;
  const list = read.data.list.slice(0, MOST_OFFERS).flatMap((entry) => {
    const offer = offerSchema.safeParse(entry).data;
    if (offer === undefined) return [];
    const subOffer = offer.subOffer
      .slice(0, Math.min(MOST_SUB_OFFERS, left))
      .flatMap((sub) => subOfferSchema.safeParse(sub).data ?? []);
    left -= subOffer.length;
    return { ...offer, subOffer };
  });
  return {
    list,
    unread: read.data.list.length - list.length,
    isComplete: read.data.percentageCompleted >= 100,
  };
}

const shipmentSchema = z.object({
  id,
  statusCode: text(40),
  // Servers leave the offers of a bought shipment out.
  offers: z.unknown().optional(),
  acceptedOfferID: text(40),
  acceptedOffer: z
    .object({ id: text(40) })
    .nullable()
    .catch(null),
  barcode: text(60),
  trackingNumber: text(100),
  trackingUrl: text(500),
  labelURL: text(2_000),
  providerCode: text(64),
  createdAt: text(40),
  updatedAt: text(40),
  order: z
    .object({ sourceIdentifier: text(300) })
    .nullable()
    .catch(null),
  totalAmount: money.optional().catch(undefined),
  trackingStatus: z
    .object({
      trackingStatusCode: text(40),
      trackingSubStatusCode: text(60),
      statusDetails: text(500),
      statusDate: text(40),
      locationName: text(200),
    })
    .nullable()
    .catch(null),
});
export type RemoteShipment = Omit<
  z.infer<typeof shipmentSchema>,
  "offers" | "order" | "acceptedOffer"
> & {
  readonly offers: RemoteOffers;
  /** `order.sourceIdentifier`; "" when the order is not shown. */
  readonly sourceIdentifier: string;
};

/** Reads a shipment; undefined for another value. */
export function readShipment(value: unknown): RemoteShipment | undefined {
  const read = shipmentSchema.safeParse(value).data;
  if (read === undefined) return undefined;
  const { order, acceptedOffer, ...rest } = read;
  return {
    ...rest,
    acceptedOfferID: read.acceptedOfferID || (acceptedOffer?.id ?? ""),
    offers: readOffers(read.offers),
    sourceIdentifier: order?.sourceIdentifier ?? "",
  };
}

const addressSchema = z.object({
  id,
  name: text(500),
  phone: text(50),
  address1: text(1_000),
  address2: text(1_000),
  cityCode: text(10),
  districtName: text(200),
  isActive: z.boolean().catch(true),
});
export type RemoteAddress = z.infer<typeof addressSchema>;

/** Reads a list of addresses; entries that are no addresses are left out. */
export function readAddresses(value: unknown): RemoteAddress[] {
  return readList(value).flatMap((entry) => addressSchema.safeParse(entry).data ?? []);
}

/** Reads a list; empty for another value. */
export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const organizationSchema = z.object({ id, name: text(500), currency: text(10) });

/** Reads the organization of a token; undefined when the value is no list of organizations. */
export function readOrganization(value: unknown): z.infer<typeof organizationSchema> | undefined {
  return organizationSchema.safeParse(readList(value)[0]).data;
}

/** Reads an amount that may be negative, such as a balance; undefined when it is no amount. */
export function readAmount(value: unknown): number | undefined {
  return parseMoney(String(value));
}
