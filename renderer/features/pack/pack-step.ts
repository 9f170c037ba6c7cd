/**
 * Steps and events of the Pack screen, and what each step allows. The transitions are in
 * next-step.ts.
 */
import type { Offer } from "../../../core/shipping/offers/offers.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import type { During, Failure } from "../../lib/failure.ts";
import type { Measures } from "../../lib/measures.ts";
import type { LostOffer } from "./offers/chosen-offer.ts";
import type { WithLate } from "./offers/late-offers.ts";

/** An opened order with the code that opened it, and the offers that came late. */
export type Parcel = WithLate & { readonly code: string };
/** `box`: a digit chooses a box. */
export type Measure = "weight" | "size" | "box";

/**
 * `isScan`: a scan opened the order, and the packer has chosen nothing since, so a rule may buy it
 * at once.
 */
type OpenedBy = { readonly isScan?: true | undefined };

export type PackStep =
  | { readonly step: "empty" }
  /** `from`: the step to return to when the code opens nothing. */
  | ({
      readonly step: "opening";
      readonly code: string;
      readonly from: PackStep | null;
    } & OpenedBy)
  /** `lost`: the previously chosen offer, which is no longer made. */
  | ({
      readonly step: "offers";
      readonly parcel: Parcel;
      readonly offerID: string | null;
      readonly lost: LostOffer | null;
    } & OpenedBy)
  | ({
      readonly step: "measuring";
      readonly parcel: Parcel;
      readonly offerID: string | null;
      readonly measure: Measure;
    } & OpenedBy)
  | ({
      readonly step: "quoting";
      readonly parcel: Parcel;
      readonly offerID: string | null;
      readonly measures: Measures;
    } & OpenedBy)
  /**
   * `printAnyway`: buys although the printer cannot print now; the label waits for the printer.
   * `isApproved`: buys beyond this station's share of the balance. `isAtOnce`: a rule buys, and no
   * person has confirmed it.
   */
  | {
      readonly step: "buying";
      readonly parcel: Parcel;
      readonly offer: Offer;
      readonly printAnyway: boolean;
      /** Buys although the weight is unusual for the contents. */
      readonly passWeight?: true;
      readonly isApproved?: true;
      readonly isAtOnce?: true;
    }
  | {
      readonly step: "bought";
      readonly parcel: Parcel;
      readonly transaction: Transaction;
      readonly printJob: PrintJob | null;
    }
  /** Open, with nothing to buy here: being bought, labelled, shipped, cancelled, or a return. */
  | { readonly step: "closed"; readonly parcel: Parcel }
  /**
   * The label of `other` was scanned while the label of `from` should go onto its parcel. `parcel`
   * belongs to `from`.
   */
  | {
      readonly step: "wrongLabel";
      readonly parcel: Parcel;
      readonly other: Parcel;
      readonly from: Extract<PackStep, { step: "bought" | "closed" }>;
    }
  /** A cancelled order, while its copy for packing again is created. */
  | { readonly step: "copying"; readonly parcel: Parcel }
  | {
      readonly step: "failed";
      readonly during: During;
      readonly failure: Failure;
      readonly code: string;
      /**
       * The open order: the one whose step failed, or the one that stays because the code opened
       * nothing; null: none.
       */
      readonly parcel: Parcel | null;
      readonly offerID: string | null;
      readonly from: PackStep | null;
    };

export type BlockedPurchase = Extract<PackStep, { step: "failed" }> & { readonly parcel: Parcel };

export type PackEvent =
  | { readonly type: "scanned"; readonly code: string; readonly isScan?: true }
  /** `lastID`: the shipment of the last result, whose label should go onto its parcel. */
  | { readonly type: "opened"; readonly parcel: Parcel; readonly lastID?: string | null }
  | { readonly type: "refreshed"; readonly parcel: Parcel }
  | { readonly type: "ticked"; readonly shipmentID: string; readonly ticks: OpenedOrder["ticks"] }
  | { readonly type: "chose"; readonly offerID: string }
  /** Sorts the offers that came late among the others, and lets the rules choose again. */
  | { readonly type: "useLate" }
  | { readonly type: "measure"; readonly measure: Measure }
  | { readonly type: "measured"; readonly measures: Measures }
  /** `confirmFirst`: from now on no rule buys the open order at once; a person must press Enter. */
  | { readonly type: "buy" | "buyAnyway" | "approve" | "buyAtOnce" | "confirmFirst" }
  | {
      readonly type: "bought";
      readonly transaction: Transaction;
      readonly printJob: PrintJob | null;
      readonly announcement: Parcel["announcement"];
    }
  /** Packs a cancelled order again. */
  | { readonly type: "again" }
  /** `of`: the cancelled shipment. */
  | { readonly type: "copied"; readonly of: string; readonly parcel: Parcel }
  /** `of`: the removed box; `parcel`: the box that got its items. */
  | { readonly type: "replaced"; readonly of: string; readonly parcel: Parcel }
  | { readonly type: "failed"; readonly during: During; readonly failure: Failure }
  | { readonly type: "goOn" }
  /** A piece was scanned after the purchase failed because pieces were missing. */
  | { readonly type: "scanOn" }
  | { readonly type: "back" }
  /** Closes the order, unless its purchase, its new offers or its copy are awaited. */
  | { readonly type: "close" };

/** Code: the rest of the balance is leased to other stations, and the hub is unreachable. */
const BEYOND_LEASE = "E2132";
/** Code: the weight is unusual for the contents. */
const UNUSUAL_WEIGHT = "E2254";
/** Code: the core refuses a purchase whose label could not be printed. */
const PRINTER_STOPS = "E2063";

export const EMPTY: PackStep = { step: "empty" };

/**
 * Returns whether each change of the open order updates the screen: while its offers are shown,
 * while its purchase is unfinished, and for a return without a label. For an order with its label,
 * only a cancellation updates the screen.
 */
export function isFollowed(now: PackStep): now is Extract<PackStep, { step: "offers" | "closed" }> {
  return (
    now.step === "offers" ||
    (now.step === "closed" &&
      (now.parcel.shipment.statusCode === "OFFER_ACCEPTED" ||
        (now.parcel.shipment.isReturn && now.parcel.shipment.barcode === "")))
  );
}

/** Returns whether the open order waits for its purchase: items can be scanned and a box chosen. */
export function isOpenForPacking(
  now: PackStep,
): now is Extract<PackStep, { step: "offers" | "measuring" | "quoting" }> {
  return now.step === "offers" || now.step === "measuring" || now.step === "quoting";
}

/** Returns whether a return is open: its parcel is elsewhere, and nothing is bought for it here. */
export function isReturn(now: PackStep): boolean {
  return now.step === "closed" && now.parcel.shipment.isReturn;
}

/**
 * Returns the step below a failure to open another code, such as the code of an item of another
 * order; the order of that step stays visible. Returns any other step unchanged.
 */
export function stepBelowFailure(now: PackStep): PackStep {
  return now.step === "failed" && now.from !== null ? now.from : now;
}

/** Returns whether the code that opened an order is the barcode of its label. */
export function isLabelCode({ code, shipment }: Parcel): boolean {
  return (
    shipment.barcode !== "" &&
    code.trim().toLocaleUpperCase("en") === shipment.barcode.toLocaleUpperCase("en")
  );
}

/**
 * Returns whether the open order has its label, so that Enter opens the next order, or is a return.
 * False after a cancellation and while a purchase is unfinished.
 */
export function isDone(now: PackStep): now is Extract<PackStep, { step: "bought" | "closed" }> {
  return (
    now.step === "bought" ||
    (now.step === "closed" &&
      now.parcel.shipment.statusCode !== "CANCELED" &&
      now.parcel.shipment.statusCode !== "OFFER_ACCEPTED")
  );
}

/** Returns whether Enter packs the order again. */
export function canPackAgain(now: PackStep): now is Extract<PackStep, { step: "closed" }> {
  return (
    now.step === "closed" &&
    now.parcel.shipment.statusCode === "CANCELED" &&
    !now.parcel.shipment.isReturn
  );
}

/**
 * Returns whether the purchase was blocked because the label printer cannot print now; the same
 * offer can still be bought.
 */
export function isBlockedByPrinter(now: PackStep): now is BlockedPurchase {
  return (
    now.step === "failed" &&
    now.during === "buying" &&
    now.failure.code === PRINTER_STOPS &&
    now.parcel !== null
  );
}

/** Code: the label on the parcel must be scanned before another order. */
const LABEL_TO_SCAN = "E2262";

/** Returns whether the label of a parcel must be scanned first. */
export function isLabelToScan(now: PackStep): now is Extract<PackStep, { step: "failed" }> {
  return now.step === "failed" && now.failure.code === LABEL_TO_SCAN;
}

/** Code: not all items of the order were scanned. */
const ITEMS_MISSING = "E2072";

/** Returns whether the purchase failed because pieces were not scanned, so that scanning goes on. */
export function isMissingItems(now: PackStep): now is BlockedPurchase {
  return (
    now.step === "failed" &&
    now.during === "buying" &&
    now.failure.code === ITEMS_MISSING &&
    now.parcel !== null
  );
}

/**
 * Returns whether the purchase was blocked because the weight is unusual for the contents; the same
 * offer can still be bought.
 */
export function isBlockedByWeight(now: PackStep): now is BlockedPurchase {
  return (
    now.step === "failed" &&
    now.during === "buying" &&
    now.failure.code === UNUSUAL_WEIGHT &&
    now.parcel !== null
  );
}

/**
 * Returns whether the purchase was blocked because the rest of the balance is leased to other
 * stations; an owner or admin may approve the purchase.
 */
export function isBeyondShare(now: PackStep): now is BlockedPurchase {
  return (
    now.step === "failed" &&
    now.during === "buying" &&
    now.failure.code === BEYOND_LEASE &&
    now.parcel !== null
  );
}

/**
 * Returns whether the open order has a label that its carrier has refused. False for a return, whose
 * parcel is elsewhere.
 */
export function isRefusedByCarrier(now: PackStep): boolean {
  return isDone(now) && !isReturn(now) && now.parcel.announcement?.state === "REFUSED";
}

/** Returns the order of a step; null if the step has none. */
export function parcelOf(now: PackStep): Parcel | null {
  return "parcel" in now ? now.parcel : null;
}
