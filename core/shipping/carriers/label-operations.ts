/** Operations on labels that a carrier has: cancelling, files, scans and invoices. */
import type { Minor } from "../../base/money.ts";
import type { Instant } from "../../base/units.ts";
import type { TrackingSubCode } from "../tracking/tracking.schema.ts";
import type { Consignment } from "./consignment.ts";
import type { Outcome } from "./outcome.ts";

/** Data that the adapter needs when its quote is bought; never sent to callers. */
export type QuoteDetails = Readonly<Record<string, string | number | boolean | null>>;

/** File of a carrier, unchanged. */
export type CarrierFile = {
  readonly type: "application/pdf" | "application/zpl" | "image/png";
  readonly bytes: Uint8Array;
};

/** Request about a label that was bought from this carrier, or announced to it. */
export type BoughtRequest = {
  /** Idempotency key of this operation: the same key executes it once. */
  readonly key: string;
  /** Key with which the label was bought. */
  readonly purchaseKey: string;
  readonly consignment: Consignment;
  readonly barcode: string;
  readonly trackingNumber: string;
  /** Details of the quote, and the ids that the carrier gave at an announcement. */
  readonly details: QuoteDetails;
  /**
   * For a cancellation: the carrier has confirmed that it has the label, and no earlier attempt may
   * have cancelled it; or the account's login was changed since. The answer that the carrier does
   * not know the label is then no cancellation: the label may be at another login.
   */
  readonly isConfirmed?: boolean;
};

/** Events and numbers that a carrier reports about one label. */
export type Tracked = {
  /** `purchaseKey` of the request. */
  readonly purchaseKey: string;
  /** Tracking number that the carrier has assigned since; absent: none, or unchanged. */
  readonly trackingNumber?: string;
  readonly trackingUrl?: string;
  /** Amount that the carrier will invoice; absent: not known. */
  readonly charge?: Charge;
  readonly events: readonly TrackedEvent[];
  /** The label is void there: it was cancelled there, or before this database was restored. */
  readonly isCancelled?: true;
};

/** Event that the carrier reports about a parcel. */
export type TrackedEvent = {
  readonly subCode: TrackingSubCode;
  readonly description: string;
  readonly location: string;
  readonly at: Instant;
};

/** Charge of a carrier for one parcel. */
export type Charge = {
  /** Desi for which the carrier charges, by its own measurement; 0 when it names none. */
  readonly desi: number;
  /** Without taxes; negative for a credit. */
  readonly amount: Minor;
};

/** Charge for one parcel in an invoice of the carrier. */
export type InvoiceLine = Charge & {
  /** Number of the invoice. */
  readonly invoice: string;
  /** Turkish day of the invoice, YYYY-MM-DD. */
  readonly invoicedOn: string;
  /** Our code of the parcel; "" when the line has none. */
  readonly barcode: string;
  /** The carrier's number of the parcel; "" when the line has none. */
  readonly trackingNumber: string;
};

/**
 * Lines of a carrier's invoices. `unread`: numbers of invoices whose lines the carrier did not give,
 * or not in a form that can be read.
 */
export type InvoiceLines = {
  readonly lines: readonly InvoiceLine[];
  readonly unread: readonly string[];
};

/** Operations on labels that exist: of a remote carrier, or of an account's connection. */
export type LabelOperations = {
  /**
   * Cancels a label: done also when the label was cancelled already, or the carrier does not know
   * an unconfirmed label; refused when it stays in force, for example because the carrier has the parcel.
   */
  cancel?(request: BoughtRequest, signal: AbortSignal): Promise<Outcome<null>>;
  label?(request: BoughtRequest, signal: AbortSignal): Promise<Outcome<CarrierFile>>;
  /** Highest number of labels in one call of `track`; absent: 1. */
  readonly tracksAtOnce?: number;
  /** Reads the events of some labels; labels that the carrier does not know yet are left out. */
  track?(
    requests: readonly BoughtRequest[],
    signal: AbortSignal,
  ): Promise<Outcome<readonly Tracked[]>>;
  /**
   * Lists the parcels of the invoices of a Turkish month, such as "2026-11". One parcel may have
   * several lines.
   */
  invoice?(month: string, signal: AbortSignal): Promise<Outcome<InvoiceLines>>;
};
