/**
 * The port every carrier adapter implements: one adapter per kind, one folder per kind. A kind may speak for many
 * carriers (a rate card each). Adapters are made in core.ts and reach the rest through `Deps`.
 */
import type { Minor } from "../base/money.ts";
import type { Instant } from "../base/units.ts";
import type { Missing } from "./missing.schema.ts";

export const CARRIER_KINDS = ["test", "ratecard", "marketplace"] as const;
export type CarrierKind = (typeof CARRIER_KINDS)[number];

export type Place = { readonly countryCode: string; readonly cityCode: string; readonly districtID: number };

export type QuoteRequest = {
  readonly organizationID: string;
  readonly from: Place;
  readonly to: Place;
  /** Outer size in cm, weight in kg; null when the caller gave none. */
  readonly parcel: { readonly lengthCm: number; readonly widthCm: number; readonly heightCm: number; readonly weightKg: number };
  /** Collected from the recipient; null: nothing is. */
  readonly collect: Minor | null;
  readonly at: Instant;
};

/** One price of one service. */
export type Quote = {
  readonly providerCode: string;
  readonly providerServiceCode: string;
  readonly serviceName: string;
  readonly providerAccountID: string | null;
  readonly providerAccountName: string | null;
  /** Net of taxes. */
  readonly amount: Minor;
  readonly estimatedHours: number;
  readonly durationTerms: string;
  readonly rating: number;
  /** "ROAD", "AIR"; absent when the carrier does not say. */
  readonly transportType?: string;
  readonly expiresAt: Instant | null;
  /** Appointment delivery: dates (YYYY-MM-DD), each may be bought in the parent's stead. */
  readonly appointments: readonly { readonly scheduleDate: string; readonly amount: Minor }[];
  /** What the adapter needs when this quote is bought. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};

/** `missing`: services that could have been offered and were not, and why: shown to the packer. */
export type Quotes = { readonly quotes: readonly Quote[]; readonly missing: readonly Missing[] };

/** What a bought label is made of. */
export type Bought = {
  readonly barcode: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly carrierName: string;
};

export type PurchaseRequest = {
  /** Idempotency key: the same key must never charge twice. */
  readonly key: string;
  readonly organizationID: string;
  readonly providerCode: string;
  readonly providerServiceCode: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};

/** A price agreement a carrier quotes by. */
export type Agreement = {
  readonly id: string;
  readonly providerCode: string;
  readonly name: string;
  /** Desi at which its prices step, rising. */
  readonly desiSteps: readonly number[];
};

/** Knows its prices and numbers by itself: quoting and buying are parts of our own commit. */
export type LocalCarrier = {
  readonly kind: CarrierKind;
  readonly place: "local";
  quote(request: QuoteRequest): Quotes;
  /** Those in force at `at`; absent: it quotes by none. */
  agreements?(organizationID: string, at: Instant): readonly Agreement[];
  /** @throws AppError E1071 when no barcode is left. Called inside the reserve commit. */
  buy(request: PurchaseRequest): Bought;
};

/** Somewhere else: may be slow, may not answer, may answer after we have stopped waiting. */
export type RemoteCarrier = {
  readonly kind: CarrierKind;
  readonly place: "remote";
  /** Shown while its prices are awaited. */
  readonly name: string;
  /** How long its prices are waited for, ms. */
  readonly deadlineMs: number;
  /** How long a purchase is waited for before its outcome counts as unknown, ms; 30,000 when absent. */
  readonly purchaseDeadlineMs?: number;
  quote(request: QuoteRequest, signal: AbortSignal): Promise<Quotes>;
  /**
   * @throws AppError E2033 when the carrier refuses; nothing was bought.
   * @throws anything else: not known; the same key is sent again.
   */
  buy(request: PurchaseRequest, signal: AbortSignal): Promise<Bought>;
};

export type Carrier = LocalCarrier | RemoteCarrier;
export type Carriers = ReadonlyMap<CarrierKind, Carrier>;

/** What the desk asks about an organization's carriers as a whole. `changedAt`: when the newest came; "" without any. */
export type SetUpCarriers = { readonly hasCarriers: boolean; readonly samplePrices: boolean; readonly changedAt: string };
export type CarrierShelf = {
  readonly read: (organizationID: string) => SetUpCarriers;
  /** Made-up carriers, for trying out. @returns How many were added; 0 when there are any already. */
  readonly addSamples: (organizationID: string) => number;
};

/** The agreements of all carriers that have any. */
export function agreementsOf(carriers: Carriers, organizationID: string, at: Instant): Agreement[] {
  return [...carriers.values()].flatMap((c) => (c.place === "local" ? [...(c.agreements?.(organizationID, at) ?? [])] : []));
}
