/** Maps between the courier's words and ours. Pure. */
import { z } from "zod";
import { minor } from "../../../core/base/money.ts";
import type { Instant } from "../../../core/base/units.ts";
import type { InvoiceLines } from "../../../core/shipping/carriers/carrier.ts";
import type {
  Bought,
  CarrierFile,
  Quotes,
  TrackedEvent,
} from "../../../core/shipping/carriers/carrier.ts";
import type { Consignment } from "../../../core/shipping/carriers/consignment.ts";
import { priced } from "../../helpers/priced.ts";
import { done, unknown, type Outcome } from "../../../core/shipping/carriers/carrier.ts";
import { STATUSES } from "./statuses.ts";

const PROVIDER = "COURIER";

export function ratesRequest({
  sender,
  recipient,
  parcels: [parcel],
  cashOnDelivery,
}: Consignment) {
  return {
    from: { city: sender.cityCode },
    to: { city: recipient.cityCode },
    kg: parcel?.weightKg ?? 0,
    collect: cashOnDelivery?.amount ?? 0,
  };
}

export function labelRequest(consignment: Consignment, product: string) {
  const { sender, recipient } = consignment;
  return {
    ...ratesRequest(consignment),
    product,
    shipper: { name: sender.name, phone: sender.phone },
    consignee: {
      name: recipient.name,
      phone: recipient.phone,
      street: recipient.address1,
      town: recipient.districtName,
    },
  };
}

const ratesSchema = z.object({
  rates: z.array(
    z.object({
      product: z.string(),
      title: z.string(),
      kurus: z.number().int().min(0),
      hours: z.number().int().positive(),
    }),
  ),
  declined: z.array(z.object({ product: z.string(), why: z.string() })),
});

export const readRates = reader(ratesSchema, ({ rates, declined }): Quotes => ({
  quotes: rates.map(({ product, title, kurus, hours }) => ({
    providerCode: PROVIDER,
    providerServiceCode: `${PROVIDER}_${product}`,
    serviceName: title,
    providerAccountID: null,
    providerAccountName: null,
    price: priced(kurus),
    estimatedHours: hours,
    durationTerms: "1 iş günü",
    rating: 4,
    expiresAt: null,
    appointments: [],
    details: { product },
  })),
  ineligible: declined.map(({ product, why }) => ({
    providerCode: PROVIDER,
    providerServiceCode: `${PROVIDER}_${product}`,
    name: "Courier",
    code: "OTHER",
    reason: why,
  })),
}));

const labelSchema = z.object({ code: z.string().min(1), follow: z.string() });

/** The tracking number is empty until the courier assigns it with the first scan. */
const labelOf = ({ code, follow }: z.infer<typeof labelSchema>): Bought => ({
  barcode: code,
  trackingNumber: "",
  trackingUrl: follow,
  carrierName: "Courier",
});

export const readLabel = reader(labelSchema, labelOf);

export const readFound = reader(z.object({ label: labelSchema.nullable() }), ({ label }) =>
  label === null ? null : labelOf(label),
);

export const readNothing = reader(z.object({}), () => null);

export const readFile = reader(
  z.object({ type: z.literal("zpl"), base64: z.base64() }),
  ({ base64 }): CarrierFile => ({ type: "application/zpl", bytes: Buffer.from(base64, "base64") }),
);

export const readScans = reader(
  z.object({
    scans: z.array(
      z.object({ what: z.enum(["PICKUP", "DROP"]), where: z.string(), when: z.string() }),
    ),
  }),
  ({ scans }): TrackedEvent[] =>
    scans.map(({ what, where, when }) => ({
      subCode: STATUSES[what],
      description: what,
      location: where,
      at: new Date(when).toISOString() as Instant,
    })),
);

export const readInvoice = reader(
  z.object({
    lines: z.array(z.object({ code: z.string(), kg: z.number(), kurus: z.number().int() })),
  }),
  ({ lines }): InvoiceLines => ({
    unread: [],
    lines: lines.map(({ code, kg, kurus }) => ({
      invoice: "K1",
      invoicedOn: "2026-11-30",
      barcode: code,
      trackingNumber: "",
      desi: kg,
      amount: minor(kurus),
    })),
  }),
);

/** Returns a reader for answers. An answer with a body of another shape becomes unknown. */
function reader<T, R>(
  schema: z.ZodType<T>,
  map: (value: T) => R,
): (answer: Outcome<unknown>) => Outcome<R> {
  return (answer) => {
    if (answer.outcome !== "done") return answer;
    const parsed = schema.safeParse(answer.value);
    return parsed.success
      ? done(map(parsed.data))
      : unknown(`The courier's answer cannot be read: ${z.prettifyError(parsed.error)}`);
  };
}
