/** Reads answers of another server of this interface. Everything that it sends may be wrong. */
import { z } from "zod";
import { isUuid } from "../../../base/ids.ts";
import { parseMoney, type TaxedPrice } from "../../../base/money.ts";

const objectSchema = z.record(z.string(), z.unknown());

/** Parses a body; undefined when it is no JSON object. */
export function readSmallJson(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** Short text; "" when absent, null or longer. */
const text = (atMost: number) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((value) => value.length <= atMost)
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

const subOfferSchema = z.object({ id, ...priced, scheduleDate: text(40) });
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

const offersSchema = z.object({
  list: z.array(z.unknown()).catch([]),
  percentageCompleted: z.number().catch(100),
});

/** Offers of a shipment. `unread`: number of entries that are no offers. */
export type RemoteOffers = {
  readonly list: readonly RemoteOffer[];
  readonly unread: number;
  readonly isComplete: boolean;
};

function readOffers(value: unknown): RemoteOffers {
  const read = offersSchema.safeParse(value);
  if (!read.success) return { list: [], unread: 0, isComplete: true };
  const entries = read.data.list.slice(0, MOST_OFFERS);
  const list = entries.flatMap((entry) => {
    const offer = offerSchema.safeParse(entry).data;
    return offer === undefined
      ? []
      : {
          ...offer,
          subOffer: offer.subOffer
            .slice(0, MOST_SUB_OFFERS)
            .flatMap((sub) => subOfferSchema.safeParse(sub).data ?? []),
        };
  });
  return {
    list,
    unread: entries.length - list.length,
    isComplete: read.data.percentageCompleted >= 100,
  };
}

const shipmentSchema = z.object({
  id,
  statusCode: text(40),
  offers: z.unknown(),
  acceptedOfferID: text(40),
  barcode: text(60),
  trackingNumber: text(100),
  trackingUrl: text(500),
  labelURL: text(2_000),
  providerCode: text(64),
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
export type RemoteShipment = Omit<z.infer<typeof shipmentSchema>, "offers" | "order"> & {
  readonly offers: RemoteOffers;
  /** `order.sourceIdentifier`; "" when the order is not shown. */
  readonly sourceIdentifier: string;
};

/** Reads a shipment; undefined for another value. */
export function readShipment(value: unknown): RemoteShipment | undefined {
  const read = shipmentSchema.safeParse(value).data;
  if (read === undefined) return undefined;
  const { order, ...rest } = read;
  return {
    ...rest,
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
