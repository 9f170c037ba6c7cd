/**
 * Port that every carrier implements. A carrier is a configured account, not a kind: two
 * marketplaces, or two agreements with one carrier, are two carriers. Each kind that Packbench
 * ships has a folder; the rest of the code gets carriers through `Deps`.
 *
 * Services and the screen check `can`, never the kind. Every operation returns an outcome, for
 * everything that a carrier says or fails to say; what an adapter throws is a bug.
 */
import type { TaxedPrice } from "../../base/money.ts";
import type { Agreement } from "./agreement.ts";
import type { BarcodeRange } from "./barcode-range.ts";
import type { PriceLines } from "./price-lines.schema.ts";
import type { Instant } from "../../base/units.ts";
import type { TextRules } from "./carrier-text.ts";
import type { Consignment } from "./consignment.ts";
import type { CarrierFile, LabelOperations, QuoteDetails } from "./label-operations.ts";
import type { Outcome } from "./outcome.ts";
import type { IneligibleService } from "./ineligible.schema.ts";

export { done, notReady, refused, unknown, unsent, type Outcome } from "./outcome.ts";
export type {
  BoughtRequest,
  CarrierFile,
  Charge,
  InvoiceLine,
  InvoiceLines,
  LabelOperations,
  QuoteDetails,
  Tracked,
  TrackedEvent,
} from "./label-operations.ts";

const CARRIER_KINDS = ["test", "ratecard", "marketplace"] as const;
type CarrierKind = (typeof CARRIER_KINDS)[number];

const OPERATIONS = ["quote", "buy", "find", "cancel", "label", "track", "invoice"] as const;
type Operation = (typeof OPERATIONS)[number];

/** One price of one service. */
export type Quote = {
  readonly providerCode: string;
  readonly providerServiceCode: string;
  readonly serviceName: string;
  readonly providerAccountID: string | null;
  readonly providerAccountName: string | null;
  /** Price for the organization, with the taxes of the carrier's agreement. */
  readonly price: TaxedPrice;
  /** Lines of the price; absent when the carrier does not give them. */
  readonly lines?: PriceLines;
  readonly estimatedHours: number;
  /** Turkish day of the promised delivery, YYYY-MM-DD; absent: follows from `estimatedHours`. */
  readonly promisedOn?: string;
  readonly durationTerms: string;
  readonly rating: number;
  /** Like "ROAD" or "AIR"; absent when the carrier does not say. */
  readonly transportType?: string;
  readonly expiresAt: Instant | null;
  /**
   * Delivery by appointment: dates (YYYY-MM-DD) with their prices. Each can be bought in place of
   * the quote itself.
   */
  readonly appointments: readonly Appointment[];
  readonly details: QuoteDetails;
};

/** A delivery date, YYYY-MM-DD, with its price. */
type Appointment = {
  readonly scheduleDate: string;
  readonly price: TaxedPrice;
  /** Data for its purchase, in addition to the quote's; absent: the same. */
  readonly details?: QuoteDetails;
  readonly lines?: PriceLines;
};

/** Service that a purchase names. `accountID`: the provider account; null: none. */
export type NamedService = { readonly code: string; readonly accountID: string | null };

/** Quotes of a carrier. `ineligible`: services that made no offer, with reasons for the packer. */
export type Quotes = {
  readonly quotes: readonly Quote[];
  readonly ineligible: readonly IneligibleService[];
};

/** Carrier's answer to a purchase. */
export type Bought = {
  /** Text of the barcode that is scanned. */
  readonly barcode: string;
  /** The carrier's tracking number; "" when the carrier assigns it later. */
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly carrierName: string;
  /**
   * Code of the branch or transfer centre that sorts the parcel, for the label; absent when the
   * carrier names none.
   */
  readonly routingCode?: string;
  /** The carrier's ids of the parcel, for later calls; absent: none. */
  readonly details?: QuoteDetails;
  /** The carrier's own label, which is printed in place of ours; absent: ours is printed. */
  readonly label?: CarrierFile;
};

export type PurchaseRequest = {
  /** Idempotency key: the same key must never charge twice. */
  readonly key: string;
  readonly consignment: Consignment;
  readonly providerCode: string;
  readonly providerServiceCode: string;
  readonly details: QuoteDetails;
};

type AnyCarrier = {
  /** Id of the account, stored with its offers and purchases. */
  readonly id: string;
  readonly kind: CarrierKind;
  /** Name shown to people. */
  readonly name: string;
  readonly can: ReadonlySet<Operation>;
  /** Whether the carrier's prices are samples for trying the station out; its labels say so. */
  readonly isSample?: boolean;
  /**
   * Form of the carrier's barcodes, with zeros for digits, for labels that are shown before a
   * purchase.
   */
  readonly barcodeShape?: string | undefined;
  /** Rules that `with-text-rules.ts` applies to a remote carrier's texts; absent: any text. */
  readonly textRules?: TextRules;
};

/**
 * A carrier that computes prices and assigns barcodes locally: quoting and buying run in the
 * caller's transaction, and cancelling needs no call.
 */
export type LocalCarrier = AnyCarrier & {
  readonly place: "local";
  /** Ranges of the carrier's barcodes, which stations share, in the order in which they are used. */
  readonly ranges: readonly BarcodeRange[];
  /** @param serviceCode Service to quote; absent: all. Other services may be left out. */
  quote(consignment: Consignment, serviceCode?: string): Outcome<Quotes>;
  /**
   * Returns whether a price may still be bought: its version is in force. Absent: always.
   *
   * @param version The version that the lines of the price name.
   */
  isInForce?(version: string, at: Instant): boolean;
  /** Whether the carrier invoices labels without a provider account; absent: always the balance. */
  readonly isOnAccount?: boolean;
  /** Buys a label inside the reserve transaction; refused with E1071 when no barcode is left. */
  buy(request: PurchaseRequest): Outcome<Bought>;
  /** Finds the agreement from which the carrier quotes, if it is in force at `at`. */
  agreement?(at: Instant): Agreement | undefined;
};

/** Request for prices that a carrier was asked before. */
export type AskedBefore = {
  readonly key: string;
  /** The carrier's ids that are known from the request's offers. */
  readonly ids: readonly string[];
  /** The order that was asked about; absent when no shipment was stored for it. */
  readonly consignment?: Consignment;
};

/**
 * A carrier behind a network, which may be slow, may not answer, or may answer after the timeout.
 */
export type RemoteCarrier = AnyCarrier &
  LabelOperations & {
    readonly place: "remote";
    /** Timeout of a request for prices, in ms. */
    readonly deadlineMs: number;
    /**
     * Timeout of one call to buy or cancel, after which its outcome counts as unknown, in ms; 30,000
     * when absent.
     */
    readonly purchaseDeadlineMs?: number;
    /** Whether the carrier sells only free labels for trying it out, and only for test shipments. */
    readonly isTest?: boolean;
    /** Whether the carrier is asked for prices only when a person wants it; absent: always. */
    readonly isAskedByHand?: boolean;
    /** Returns whether a rule asks a carrier that is asked by hand; absent: never. */
    readonly isAskedByRule?: (consignment: Consignment) => boolean;
    /** Provider account with which the carrier sells; absent: none. */
    readonly accountID?: string;
    /**
     * Asks for prices.
     *
     * @param key Key of the request, for a carrier that keeps something of it; see `discard`.
     */
    quote(consignment: Consignment, signal: AbortSignal, key: string): Promise<Outcome<Quotes>>;
    /**
     * Removes from the carrier what it has kept of a request for prices, unless it was bought.
     *
     * @returns Done with the number of removed things.
     */
    discard?(asked: AskedBefore, signal: AbortSignal): Promise<Outcome<number>>;
    /**
     * Returns whether an offer is for this consignment: its label would have the addresses that were
     * asked about. Absent: always.
     *
     * @param details Details of the offer.
     */
    isStillFor?(details: QuoteDetails, consignment: Consignment): boolean;
    buy(request: PurchaseRequest, signal: AbortSignal): Promise<Outcome<Bought>>;
    /**
     * Looks up the label sold under the key of a purchase. Called after an attempt with an unknown
     * outcome, before the key is sent again.
     *
     * @returns done with the label as `buy` returns it; done with null when no label is in force,
     * because the label was never sold or is cancelled.
     */
    find?(request: PurchaseRequest, signal: AbortSignal): Promise<Outcome<Bought | null>>;
  };

export type Carrier = LocalCarrier | RemoteCarrier;

/** Configured accounts. */
export type Carriers = {
  /**
   * Lists the carriers that may quote for an organization, in the order in which they are asked for
   * prices.
   */
  list(organizationID: string): readonly Carrier[];
  /** Finds the carrier of a purchase or an offer, also if it no longer quotes. */
  find(id: string): Carrier | undefined;
};
