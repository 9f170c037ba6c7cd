/**
 * The one machine of the Pack screen: where the packer stands, and where each event leads. Pure: the slice
 * does what a step asks for (open, quote, buy) and sends the machine an event with its outcome. Scans that must wait are kept beside
 * it; see scan-queue.ts.
 *
 * An event that does not fit the step changes nothing. That is the guard against a scanner's second Enter, a
 * late answer and a repeated key: nothing is bought from a step in which nothing is offered.
 */
import type { Offer } from "../../../core/offers/offers.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import type { Transaction } from "../../../core/transactions/transactions.schema.ts";
import { wayAfter, type During, type Failure } from "../../lib/failure.ts";
import type { Measures } from "../../lib/measures.ts";
import { findOffer, keepChoice } from "./chosen-offer.ts";

/** An opened order with the code that opened it. */
export type Parcel = OpenedOrder & { readonly code: string };
/** `box`: one digit chooses among the boxes. */
export type Measure = "weight" | "size" | "box";

export type PackStep =
  | { readonly step: "empty" }
  /** `from` is what a code that opens nothing leads back to: the order that was on the screen. */
  | { readonly step: "opening"; readonly code: string; readonly from: PackStep | null }
  /** `lost` names the service that was chosen before and is no longer offered. */
  | { readonly step: "offers"; readonly parcel: Parcel; readonly offerID: string | null; readonly lost: string | null }
  | { readonly step: "measuring"; readonly parcel: Parcel; readonly offerID: string | null; readonly measure: Measure }
  | { readonly step: "quoting"; readonly parcel: Parcel; readonly offerID: string | null; readonly measures: Measures }
  /** `printAnyway`: although the printer cannot print now; the label waits for it. `isApproved`: also beyond the desk's part of the balance. */
  | { readonly step: "buying"; readonly parcel: Parcel; readonly offer: Offer; readonly printAnyway: boolean; readonly isApproved?: true }
  | { readonly step: "bought"; readonly parcel: Parcel; readonly transaction: Transaction; readonly printJob: PrintJob | null }
  /** Opened, and there is nothing left to buy: labelled, shipped, cancelled. */
  | { readonly step: "closed"; readonly parcel: Parcel }
  /** A cancelled order, while the copy is made that waits in its place. */
  | { readonly step: "copying"; readonly parcel: Parcel }
  | {
      readonly step: "failed";
      readonly during: During;
      readonly failure: Failure;
      readonly code: string;
      /** The order on the screen: the one that failed, or the one that stays because another did not open. */
      readonly parcel: Parcel | null;
      readonly offerID: string | null;
      readonly from: PackStep | null;
    };

export type Gated = Extract<PackStep, { step: "failed" }> & { readonly parcel: Parcel };

export type PackEvent =
  | { readonly type: "scanned"; readonly code: string }
  | { readonly type: "opened"; readonly parcel: Parcel }
  | { readonly type: "refreshed"; readonly parcel: Parcel }
  | { readonly type: "ticked"; readonly shipmentID: string; readonly ticks: OpenedOrder["ticks"] }
  | { readonly type: "chose"; readonly offerID: string }
  | { readonly type: "measure"; readonly measure: Measure }
  | { readonly type: "measured"; readonly measures: Measures }
  | { readonly type: "buy" | "buyAnyway" | "approve" }
  | { readonly type: "bought"; readonly transaction: Transaction; readonly printJob: PrintJob | null }
  /** A cancelled order is to be packed again. */
  | { readonly type: "again" }
  /** `of` is the cancelled shipment. */
  | { readonly type: "copied"; readonly of: string; readonly parcel: Parcel }
  | { readonly type: "failed"; readonly during: During; readonly failure: Failure }
  | { readonly type: "goOn" }
  | { readonly type: "back" }
  /** Closes the order, in any step. */
  | { readonly type: "close" };

/** The rest of the balance is at other desks, and the hub is away. */
const BEYOND_LEASE = "E2132";
/** The core refuses a purchase whose label could not be printed. */
const PRINTER_STOPS = "E2063";

export const EMPTY: PackStep = { step: "empty" };

/** Returns the step after an event; the same step when the event does not fit it. */
export function nextStep(now: PackStep, event: PackEvent): PackStep {
  switch (event.type) {
    case "scanned":
      return now.step === "buying" || (now.step === "opening" && now.code === event.code) ? now : { step: "opening", code: event.code, from: backTo(now) };
    case "opened":
      return opened(now, event.parcel);
    case "refreshed":
      if (!isFollowed(now) || !sameShipment(now.parcel, event.parcel)) return now;
      return now.step === "offers" ? offered(event.parcel, now) : shown(event.parcel, null);
    case "ticked":
      return "parcel" in now && now.parcel?.shipment.id === event.shipmentID ? { ...now, parcel: { ...now.parcel, ticks: event.ticks } } : now;
    case "chose":
      return now.step === "offers" && findOffer(now.parcel, event.offerID) !== undefined ? { ...now, offerID: event.offerID, lost: null } : now;
    case "measure":
      return now.step === "offers" || now.step === "measuring"
        ? { step: "measuring", parcel: now.parcel, offerID: now.offerID, measure: event.measure }
        : now;
    case "measured":
      return now.step === "measuring" ? { step: "quoting", parcel: now.parcel, offerID: now.offerID, measures: event.measures } : now;
    case "buy":
      return buying(now, false);
    case "buyAnyway":
      return isGated(now) ? buying(now, true) : now;
    case "approve":
      return isShort(now) ? approved(now) : now;
    case "bought":
      if (now.step !== "buying" || now.offer.id !== event.transaction.offerID) return now;
      return { step: "bought", parcel: withLabel(now.parcel, event.transaction), transaction: event.transaction, printJob: event.printJob };
    case "again":
      return canPackAgain(now) ? { step: "copying", parcel: now.parcel } : now;
    case "copied":
      return now.step === "copying" && now.parcel.shipment.id === event.of ? shown(event.parcel, null) : now;
    case "failed":
      return failed(now, event.during, event.failure);
    case "goOn":
      return now.step === "failed" ? after(now) : now;
    case "back":
      return back(now);
    case "close":
      return now.step === "buying" || now.step === "quoting" || now.step === "copying" ? now : EMPTY;
  }
}

/**
 * Whether the order on the screen is read again when it changes: its offers, or the outcome of its open purchase. Others
 * may have been opened by their label's barcode, and reading by that answers a print question.
 */
export function isFollowed(now: PackStep): now is Extract<PackStep, { step: "offers" | "closed" }> {
  return now.step === "offers" || (now.step === "closed" && now.parcel.shipment.statusCode === "OFFER_ACCEPTED");
}

/** Whether the order on the screen waits for its purchase: its items are scanned, its box is chosen. */
export function isOpenForPacking(now: PackStep): now is Extract<PackStep, { step: "offers" | "measuring" | "quoting" }> {
  return now.step === "offers" || now.step === "measuring" || now.step === "quoting";
}

/** Whether Enter packs the order again. */
export function canPackAgain(now: PackStep): now is Extract<PackStep, { step: "closed" }> {
  return now.step === "closed" && now.parcel.shipment.statusCode === "CANCELED";
}

/** Whether nothing was bought because the label printer cannot print now: then the same offer can be bought from here. */
export function isGated(now: PackStep): now is Gated {
  return now.step === "failed" && now.during === "buying" && now.failure.code === PRINTER_STOPS && now.parcel !== null;
}

/** Whether nothing was bought because the rest of the balance is at other desks: an owner or admin may approve the parcel. */
export function isShort(now: PackStep): now is Gated {
  return now.step === "failed" && now.during === "buying" && now.failure.code === BEYOND_LEASE && now.parcel !== null;
}

function approved(now: Gated): PackStep {
  const offer = findOffer(now.parcel, now.offerID);
  return offer === undefined ? now : { step: "buying", parcel: now.parcel, offer, printAnyway: false, isApproved: true };
}

/** What the packer sees of an order while the step has one. */
export function parcelOf(now: PackStep): Parcel | null {
  return "parcel" in now ? now.parcel : null;
}

/** The order that stays when the code that is scanned now opens nothing. */
function backTo(now: PackStep): PackStep | null {
  switch (now.step) {
    case "offers":
    case "measuring":
    case "bought":
    case "closed":
      return now;
    case "quoting":
    case "copying":
      // It is changing: it is looked at afresh.
      return { step: "opening", code: now.parcel.code, from: null };
    case "opening":
      return now.from;
    case "failed":
      return now.from ?? (now.parcel === null ? null : after(now));
    default:
      return null;
  }
}

function opened(now: PackStep, parcel: Parcel): PackStep {
  if (now.step === "quoting") return sameShipment(now.parcel, parcel) ? weighed(shown(parcel, now)) : now;
  if (now.step !== "opening" || now.code !== parcel.code) return now;
  // Scanned again while it is open: what was chosen for it stays chosen.
  const again = now.from?.step === "offers" && sameShipment(now.from.parcel, parcel) ? now.from : null;
  return weighed(shown(parcel, again));
}

type Choice = { readonly parcel: Parcel; readonly offerID: string | null };

function shown(parcel: Parcel, before: Choice | null): PackStep {
  const { statusCode } = parcel.shipment;
  if (statusCode !== "CREATED" && statusCode !== "GOT_OFFERS") return { step: "closed", parcel };
  return offered(parcel, before);
}

function offered(parcel: Parcel, before: Choice | null): PackStep {
  return { step: "offers", parcel, ...keepChoice(parcel, before) };
}

/** Without a weight no carrier says a price: it is asked for at once. */
function weighed(step: PackStep): PackStep {
  return step.step === "offers" && step.parcel.holdReason === "" && Number(step.parcel.shipment.weight) === 0 ? { step: "measuring", parcel: step.parcel, offerID: step.offerID, measure: "weight" } : step;
}

function buying(now: PackStep, printAnyway: boolean): PackStep {
  if ((now.step !== "offers" && !isGated(now)) || now.parcel.holdReason !== "") return now;
  const offer = findOffer(now.parcel, now.offerID);
  return offer === undefined ? now : { step: "buying", parcel: now.parcel, offer, printAnyway };
}

function failed(now: PackStep, during: During, failure: Failure): PackStep {
  switch (now.step) {
    case "opening":
      if (during !== "opening") return now;
      return { step: "failed", during, failure, code: now.code, parcel: now.from === null ? null : parcelOf(now.from), offerID: null, from: now.from };
    case "copying":
    case "quoting":
      return during === now.step ? { step: "failed", during, failure, code: now.parcel.code, parcel: now.parcel, offerID: now.step === "quoting" ? now.offerID : null, from: null } : now;
    case "buying":
      return during === "buying" ? { step: "failed", during, failure, code: now.parcel.code, parcel: now.parcel, offerID: now.offer.id, from: null } : now;
    default:
      return now;
  }
}

function after(now: Extract<PackStep, { step: "failed" }>): PackStep {
  if (now.from !== null) return now.from;
  const way = wayAfter(now.failure.code, now.during);
  if (way === "reopen") return { step: "opening", code: now.code, from: null };
  return way === "offers" && now.parcel !== null ? shown(now.parcel, { parcel: now.parcel, offerID: now.offerID }) : EMPTY;
}

function back(now: PackStep): PackStep {
  switch (now.step) {
    case "buying":
    case "quoting":
    case "copying":
      return now;
    case "opening":
      return now.from ?? EMPTY;
    case "measuring":
      return { step: "offers", parcel: now.parcel, offerID: now.offerID, lost: null };
    case "failed":
      if (now.from !== null) return now.from;
      return (now.during === "quoting" || isGated(now)) && now.parcel !== null ? shown(now.parcel, { parcel: now.parcel, offerID: now.offerID }) : EMPTY;
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
