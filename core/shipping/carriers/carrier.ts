/**
 * The port of every carrier. A carrier is a configured account, not a kind: two marketplaces, or
 * two agreements at one carrier, are two carriers. Kinds have a folder each; their carriers come to
 * the rest through `Deps`.
 *
 * Services and the screen ask `can`, never the kind. Every operation gets a consignment and answers
 * an outcome.
 */
import type { Minor } from "../../base/money.ts";
import type { Instant } from "../../base/units.ts";
import type { TextRules } from "./carrier-text.ts";
import type { Consignment } from "./consignment.ts";
import type { IneligibleService } from "./ineligible.schema.ts";
import type { Outcome } from "./outcome.ts";

const CARRIER_KINDS = ["test", "ratecard", "marketplace"] as const;
type CarrierKind = (typeof CARRIER_KINDS)[number];

const OPERATIONS = [
  "quote",
  "buy",
  "find",
  "cancel",
  "announce",
  "label",
  "track",
  "invoice",
] as const;
type Operation = (typeof OPERATIONS)[number];

/** What the adapter needs when its quote is bought; answered to no caller. */
export type QuoteDetails = Readonly<Record<string, string | number | boolean | null>>;

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
  readonly details: QuoteDetails;
};

/**
 * `ineligible`: services that could have been offered and were not, and why: shown to the packer.
 */
export type Quotes = {
  readonly quotes: readonly Quote[];
  readonly ineligible: readonly IneligibleService[];
};

/** A file of a carrier, as it came. */
export type CarrierFile = {
  readonly type: "application/pdf" | "application/zpl" | "image/png";
  readonly bytes: Uint8Array;
};

/** What a bought label is made of. */
export type Bought = {
  /** The code that is scanned. */
  readonly barcode: string;
  /** "" where the carrier gives it later. */
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly carrierName: string;
  /**
   * Of the branch or transfer centre that sorts the parcel, for its label; absent where the carrier
   * names none.
   */
  readonly routingCode?: string;
};

export type PurchaseRequest = {
  /** Idempotency key: the same key must never charge twice. */
  readonly key: string;
  readonly consignment: Consignment;
  readonly providerCode: string;
  readonly providerServiceCode: string;
  readonly details: QuoteDetails;
};

/** A label that was bought of this carrier, and what is to be done with it. */
export type BoughtRequest = {
  /** Idempotency key of this operation: the same key does it once. */
  readonly key: string;
  /** The key that the label was bought with. */
  readonly purchaseKey: string;
  readonly consignment: Consignment;
  readonly barcode: string;
  readonly trackingNumber: string;
  readonly details: QuoteDetails;
};

/** What the carrier has seen of a parcel. `code`: as in the interface's tracking codes. */
export type TrackedEvent = {
  readonly code: string;
  readonly subCode: string;
  readonly description: string;
  readonly location: string;
  readonly at: Instant;
};

/** What the carrier charged for one parcel. Minor units, net. */
export type InvoiceLine = {
  readonly barcode: string;
  readonly desi: number;
  readonly amount: Minor;
  readonly currency: string;
};

/** A price agreement a carrier quotes by. */
export type Agreement = {
  readonly id: string;
  readonly providerCode: string;
  readonly name: string;
  /** Desi at which its prices step, rising. */
  readonly desiSteps: readonly number[];
};

type AnyCarrier = {
  /** Of this account: kept with its offers and purchases. */
  readonly id: string;
  readonly kind: CarrierKind;
  /** Shown to people. */
  readonly name: string;
  readonly can: ReadonlySet<Operation>;
  /** Its prices are made up, for trying the station out: its labels say so. */
  readonly isSample?: boolean;
  /**
   * A barcode of the kind that it gives, with zeros for its digits: for labels that are shown
   * before they are bought.
   */
  readonly barcodeShape?: string;
  /**
   * The range that its barcodes are taken from, for stations that share it: as in `number_ranges`.
   */
  readonly numbers?: {
    readonly range: string;
    readonly first: number;
    readonly end: number | undefined;
  };
  /**
   * What texts it takes; any when absent. A consignment has them before an operation gets it
   * (`with-text-rules.ts`).
   */
  readonly textRules?: TextRules;
};

/**
 * Knows its prices and numbers by itself: quoting and buying are parts of our own transaction, and
 * cancelling needs no call.
 */
export type LocalCarrier = AnyCarrier & {
  readonly place: "local";
  quote(consignment: Consignment): Outcome<Quotes>;
  /** Called inside the reserve transaction. @returns E1071 when no barcode is left. */
  buy(request: PurchaseRequest): Outcome<Bought>;
  /** The agreement it quotes by when it is in force at `at`. */
  agreement?(at: Instant): Agreement | undefined;
};

/** Somewhere else: may be slow, may not answer, may answer after we have stopped waiting. */
export type RemoteCarrier = AnyCarrier & {
  readonly place: "remote";
  /** How long its prices are waited for, ms. */
  readonly deadlineMs: number;
  /**
   * How long one call to buy or cancel is waited for before its outcome counts as unknown, ms;
   * 30,000 when absent.
   */
  readonly purchaseDeadlineMs?: number;
  quote(consignment: Consignment, signal: AbortSignal): Promise<Outcome<Quotes>>;
  buy(request: PurchaseRequest, signal: AbortSignal): Promise<Outcome<Bought>>;
  /**
   * What stands sold under the key of a purchase. Asked after an attempt whose outcome is unknown,
   * before the key is sent again.
   *
   * @returns done with the label as `buy` answers it; done with null when nothing stands sold: it
   *   never was, or is cancelled.
   */
  find?(request: PurchaseRequest, signal: AbortSignal): Promise<Outcome<Bought | null>>;
  /**
   * @returns done also when the label is cancelled already; refused when it stands, for example
   *   since the carrier has the parcel.
   */
  cancel?(request: BoughtRequest, signal: AbortSignal): Promise<Outcome<null>>;
  /** Makes a parcel known to a carrier that was priced and numbered by an agreement. */
  announce?(request: BoughtRequest, signal: AbortSignal): Promise<Outcome<null>>;
  label?(request: BoughtRequest, signal: AbortSignal): Promise<Outcome<CarrierFile>>;
  track?(request: BoughtRequest, signal: AbortSignal): Promise<Outcome<readonly TrackedEvent[]>>;
  /** @param month "2026-11" */
  invoice?(month: string, signal: AbortSignal): Promise<Outcome<readonly InvoiceLine[]>>;
};

export type Carrier = LocalCarrier | RemoteCarrier;

/** The configured accounts. */
export type Carriers = {
  /** Those an organization may be quoted by, in the order they are asked. */
  list(organizationID: string): readonly Carrier[];
  /** Also one that quotes no more, for what was bought of it. */
  find(id: string): Carrier | undefined;
};

/**
 * Several sources of carriers as one, in their order: of two carriers with one id the first is
 * found.
 *
 * @param byRules Gives a carrier that takes only some texts no others.
 */
export function joinCarriers(
  sources: readonly Carriers[],
  byRules: (carrier: RemoteCarrier) => RemoteCarrier,
): Carriers {
  const ruled = (carrier: Carrier): Carrier =>
    carrier.place === "local" || carrier.textRules === undefined ? carrier : byRules(carrier);
  return {
    list: (organizationID) => sources.flatMap((source) => source.list(organizationID).map(ruled)),
    find(id) {
      const carrier = sources.reduce<Carrier | undefined>(
        (found, source) => found ?? source.find(id),
        undefined,
      );
      return carrier === undefined ? undefined : ruled(carrier);
    },
  };
}

/** Carriers that every organization has. */
export function fixedCarriers(carriers: readonly Carrier[]): Carriers {
  return { list: () => carriers, find: (id) => carriers.find((carrier) => carrier.id === id) };
}

/**
 * What the desk asks about an organization's carriers as a whole. `changedAt`: when the newest
 * came; "" without any.
 */
export type SetUpCarriers = {
  readonly hasCarriers: boolean;
  readonly samplePrices: boolean;
  readonly changedAt: string;
};
/** A carrier as it is shown in Settings. */
export type CarrierCard = {
  readonly id: string;
  readonly name: string;
  readonly providerCode: string;
  readonly isSample: boolean;
  readonly needsAccount: boolean;
  readonly services: { readonly code: string; readonly name: string }[];
};
export type CarrierShelf = {
  readonly read: (organizationID: string) => SetUpCarriers;
  /**
   * Made-up carriers, for trying out.
   * @returns How many were added; 0 when there are any already.
   */
  readonly addSamples: (organizationID: string) => number;
  /** Takes the made-up carriers away; what was bought of them stays. */
  readonly dropSamples: (organizationID: string) => void;
  /** Those that quote by a card of prices. */
  readonly list: (organizationID: string) => readonly CarrierCard[];
};

/** The agreements of all carriers that have any. */
export function agreementsOf(carriers: Carriers, organizationID: string, at: Instant): Agreement[] {
  return carriers
    .list(organizationID)
    .flatMap((carrier) => (carrier.place === "local" ? (carrier.agreement?.(at) ?? []) : []));
}
