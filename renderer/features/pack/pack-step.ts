/**
 * The one machine of the Pack screen: where the packer stands, and where each happening leads. Pure: the slice
 * does what a step asks for (open, quote, buy) and tells the machine how it went.
 *
 * A happening that does not fit the step changes nothing. That is the guard against a scanner's second Enter, a
 * late answer and a repeated key: nothing is bought from a step in which nothing is offered.
 */
import type { Offer } from "../../../core/offers/offers.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import type { Transaction } from "../../../core/transactions/transactions.schema.ts";
import { wayAfter, type During, type Failure } from "../../lib/failure.ts";
import type { Measures } from "../../lib/measures.ts";

/** An opened order with the code that opened it. */
export type Parcel = OpenedOrder & { readonly code: string };
export type Measure = "weight" | "size";

export type PackStep =
  | { readonly step: "empty" }
  | { readonly step: "opening"; readonly code: string }
  | { readonly step: "offers"; readonly parcel: Parcel; readonly offerID: string | null }
  | { readonly step: "measuring"; readonly parcel: Parcel; readonly offerID: string | null; readonly measure: Measure }
  | { readonly step: "quoting"; readonly parcel: Parcel; readonly measures: Measures }
  /** A scan during a purchase waits in `next`: the purchase is never left alone, the scan never lost. */
  | { readonly step: "buying"; readonly parcel: Parcel; readonly offer: Offer; readonly next: string | null }
  | { readonly step: "bought"; readonly parcel: Parcel; readonly transaction: Transaction; readonly printJob: PrintJob | null }
  /** Opened, and there is nothing left to buy: labelled, shipped, cancelled. */
  | { readonly step: "closed"; readonly parcel: Parcel }
  | {
      readonly step: "failed";
      readonly during: During;
      readonly failure: Failure;
      readonly code: string;
      readonly parcel: Parcel | null;
      readonly offerID: string | null;
      readonly next: string | null;
    };

export type Happening =
  | { readonly type: "scanned"; readonly code: string }
  | { readonly type: "opened"; readonly parcel: Parcel }
  | { readonly type: "refreshed"; readonly parcel: Parcel }
  | { readonly type: "chose"; readonly offerID: string }
  | { readonly type: "measure"; readonly measure: Measure }
  | { readonly type: "measured"; readonly measures: Measures }
  | { readonly type: "buy" }
  | { readonly type: "bought"; readonly transaction: Transaction; readonly printJob: PrintJob | null }
  | { readonly type: "failed"; readonly during: During; readonly failure: Failure }
  | { readonly type: "goOn" }
  | { readonly type: "back" }
  /** Puts the order away, whatever is open of it. */
  | { readonly type: "close" };

export const EMPTY: PackStep = { step: "empty" };

export function nextStep(now: PackStep, happening: Happening): PackStep {
  switch (happening.type) {
    case "scanned":
      return scanned(now, happening.code);
    case "opened":
      return now.step === "opening" && now.code === happening.parcel.code ? shown(happening.parcel, null)
        : now.step === "quoting" && sameShipment(now.parcel, happening.parcel) ? shown(happening.parcel, null)
        : now;
    case "refreshed":
      return now.step === "offers" && sameShipment(now.parcel, happening.parcel) ? shown(happening.parcel, now.offerID) : now;
    case "chose":
      return now.step === "offers" && findOffer(now.parcel, happening.offerID) !== undefined ? { ...now, offerID: happening.offerID } : now;
    case "measure":
      return now.step === "offers" || now.step === "measuring"
        ? { step: "measuring", parcel: now.parcel, offerID: now.offerID, measure: happening.measure }
        : now;
    case "measured":
      return now.step === "measuring" ? { step: "quoting", parcel: now.parcel, measures: happening.measures } : now;
    case "buy":
      return buying(now);
    case "bought":
      if (now.step !== "buying" || now.offer.id !== happening.transaction.offerID) return now;
      return now.next === null
        ? { step: "bought", parcel: withLabel(now.parcel, happening.transaction), transaction: happening.transaction, printJob: happening.printJob }
        : { step: "opening", code: now.next };
    case "failed":
      return failed(now, happening.during, happening.failure);
    case "goOn":
      return now.step === "failed" ? after(now) : now;
    case "back":
      return back(now);
    case "close":
      return now.step === "buying" || now.step === "quoting" ? now : EMPTY;
  }
}

/** Cheapest first, as they are shown and numbered. */
export function offersOf(parcel: Parcel): readonly Offer[] {
  const list = parcel.shipment.offers?.list ?? [];
  return list.toSorted((a, b) => Number(a.totalAmount) - Number(b.totalAmount));
}

export function findOffer(parcel: Parcel, offerID: string | null): Offer | undefined {
  return parcel.shipment.offers?.list.find((offer) => offer.id === offerID);
}

/** What the packer sees of an order while the step has one. */
export function parcelOf(now: PackStep): Parcel | null {
  return "parcel" in now ? now.parcel : null;
}

function scanned(now: PackStep, code: string): PackStep {
  if (now.step === "buying") return { ...now, next: code };
  // A purchase that failed stays readable; the scan is kept and opened from there.
  if (now.step === "failed" && now.during === "buying" && now.code !== code) return { ...now, next: code };
  if (now.step === "opening" && now.code === code) return now;
  return { step: "opening", code };
}

function shown(parcel: Parcel, wanted: string | null): PackStep {
  const { statusCode } = parcel.shipment;
  if (statusCode !== "CREATED" && statusCode !== "GOT_OFFERS") return { step: "closed", parcel };
  const offer = findOffer(parcel, wanted) ?? parcel.shipment.offers?.cheapest ?? offersOf(parcel)[0];
  return { step: "offers", parcel, offerID: offer?.id ?? null };
}

function buying(now: PackStep): PackStep {
  if (now.step !== "offers") return now;
  const offer = findOffer(now.parcel, now.offerID);
  return offer === undefined ? now : { step: "buying", parcel: now.parcel, offer, next: null };
}

function failed(now: PackStep, during: During, failure: Failure): PackStep {
  const none = { parcel: null, offerID: null, next: null };
  switch (now.step) {
    case "opening":
      return during === "opening" ? { step: "failed", during, failure, code: now.code, ...none } : now;
    case "quoting":
      return during === "quoting" ? { step: "failed", during, failure, code: now.parcel.code, ...none, parcel: now.parcel } : now;
    case "buying":
      if (during !== "buying") return now;
      return { step: "failed", during, failure, code: now.parcel.code, parcel: now.parcel, offerID: now.offer.id, next: now.next };
    default:
      return now;
  }
}

function after(now: Extract<PackStep, { step: "failed" }>): PackStep {
  const way = wayAfter(now.failure.code, now.during);
  if (way === "reopen") return { step: "opening", code: now.code };
  return way === "offers" && now.parcel !== null ? shown(now.parcel, now.offerID) : EMPTY;
}

function back(now: PackStep): PackStep {
  switch (now.step) {
    case "buying":
    case "quoting":
      return now;
    case "measuring":
      return { step: "offers", parcel: now.parcel, offerID: now.offerID };
    case "failed":
      if (now.next !== null) return { step: "opening", code: now.next };
      return now.during === "quoting" && now.parcel !== null ? shown(now.parcel, null) : EMPTY;
    default:
      return EMPTY;
  }
}

/** The order as it stands after the purchase; its address and items are the ones on the screen. */
function withLabel(parcel: Parcel, { shipment }: Transaction): Parcel {
  const { statusCode, barcode, providerServiceCode, totalAmount, currency } = shipment;
  return { ...parcel, shipment: { ...parcel.shipment, statusCode, barcode, providerServiceCode, totalAmount, currency } };
}

function sameShipment(a: Parcel, b: Parcel): boolean {
  return a.shipment.id === b.shipment.id;
}
