/** Wire shapes of what carriers charge. */
import { z } from "zod";

const compared = {
  /** Amounts without taxes, "1250.00". `difference`: charged minus agreed. */
  charged: z.string(),
  agreed: z.string(),
  difference: z.string(),
};

/** An invoice of a carrier, or the charges of an account that were reported before an invoice. */
const carrierInvoiceSchema = z
  .object({
    accountID: z.string(),
    accountName: z.string(),
    /** The carrier's number; "" for charges before an invoice. */
    invoice: z.string(),
    /** Turkish day, YYYY-MM-DD; without an invoice: of the newest charge. */
    invoicedOn: z.string(),
    parcels: z.int(),
    /** Parcels that the organization does not have. */
    unknownParcels: z.int(),
    /** Parcels of the organization that are charged with another amount than the price of their label. */
    differentParcels: z.int(),
    ...compared,
  })
  .meta({ id: "CarrierInvoice" });
export type CarrierInvoice = z.infer<typeof carrierInvoiceSchema>;

export const carrierInvoicesSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    currency: z.string(),
    /** Newest first, at most 1,000. */
    lines: z.array(carrierInvoiceSchema),
    /** Whether the period has more. */
    isMore: z.boolean(),
  })
  .meta({ id: "CarrierInvoices" });
export type CarrierInvoices = z.infer<typeof carrierInvoicesSchema>;

/** A row of the file: one parcel of an invoice. */
export type ChargedParcel = Pick<
  CarrierInvoice,
  "accountName" | "invoice" | "invoicedOn" | "charged" | "agreed" | "difference"
> & {
  readonly code: string;
  readonly orderNumber: string;
  /** Desi for which the carrier charges; 0 when it names none. */
  readonly desi: number;
};
