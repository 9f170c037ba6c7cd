/** An agreement with a carrier as price lists show it, and the amounts invoiced under it. */
import type { Minor } from "../../base/money.ts";

/** Amount that the carrier invoiced for one parcel, in minor units, without taxes. */
export type InvoiceLine = {
  readonly barcode: string;
  readonly desi: number;
  readonly amount: Minor;
  readonly currency: string;
};

/** Price agreement that a carrier quotes from. */
export type Agreement = {
  readonly id: string;
  readonly providerCode: string;
  readonly name: string;
  /** Desi values at which the agreement's prices step, rising. */
  readonly desiSteps: readonly number[];
};
