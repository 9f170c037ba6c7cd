/**
 * Where the packer stands on the Pack screen, what can happen there, and what a step allows. Where
 * each event leads is in next-step.ts.
 */
import type { Offer } from "../../../core/shipping/offers/offers.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import type { During, Failure } from "../../lib/failure.ts";
import type { Measures } from "../../lib/measures.ts";

/** An opened order with the code that opened it. */
export type Parcel = OpenedOrder & { readonly code: string };
/** `box`: one digit chooses among the boxes. */
export type Measure = "weight" | "size" | "box";

export type PackStep =
  | { readonly step: "empty" }
  /** `from` is what a code that opens nothing leads back to: the order that was on the screen. */
  | { readonly step: "opening"; readonly code: string; readonly from: PackStep | null }
  /** `lost` names the service that was chosen before and is no longer offered. */
  | {
      readonly step: "offers";
      readonly parcel: Parcel;
      readonly offerID: string | null;
      readonly lost: string | null;
    }
  | {
      readonly step: "measuring";
      readonly parcel: Parcel;
      readonly offerID: string | null;
      readonly measure: Measure;
    }
  | {
      readonly step: "quoting";
      readonly parcel: Parcel;
      readonly offerID: string | null;
      readonly measures: Measures;
    }
  /**
   * `printAnyway`: although the printer cannot print now; the label waits for it. `isApproved`:
   * also beyond the desk's part of the balance.
   */
  | {
      readonly step: "buying";
      readonly parcel: Parcel;
      readonly offer: Offer;
      readonly printAnyway: boolean;
      readonly isApproved?: true;
    }
  | {
      readonly step: "bought";
      readonly parcel: Parcel;
      readonly transaction: Transaction;
      readonly printJob: PrintJob | null;
    }
  /** Opened, and there is nothing left to buy: labelled, shipped, cancelled. */
  | { readonly step: "closed"; readonly parcel: Parcel }
  /**
   * The label of `other` was scanned while that of `from` was to be put on its parcel. `parcel` is
   * the one of `from`.
   */
  | {
      readonly step: "wrongLabel";
      readonly parcel: Parcel;
      readonly other: Parcel;
      readonly from: Extract<PackStep, { step: "bought" | "closed" }>;
    }
  /** A cancelled order, while the copy is made that waits in its place. */
  | { readonly step: "copying"; readonly parcel: Parcel }
  | {
      readonly step: "failed";
      readonly during: During;
      readonly failure: Failure;
      readonly code: string;
      /**
       * The order on the screen: the one that failed, or the one that stays because another did not
       * open.
       */
      readonly parcel: Parcel | null;
      readonly offerID: string | null;
      readonly from: PackStep | null;
    };

export type Gated = Extract<PackStep, { step: "failed" }> & { readonly parcel: Parcel };

export type PackEvent =
  | { readonly type: "scanned"; readonly code: string }
  /** `lastID`: the shipment of the last result, whose label is to be put on its parcel. */
  | { readonly type: "opened"; readonly parcel: Parcel; readonly lastID?: string | null }
  | { readonly type: "refreshed"; readonly parcel: Parcel }
  | { readonly type: "ticked"; readonly shipmentID: string; readonly ticks: OpenedOrder["ticks"] }
  | { readonly type: "chose"; readonly offerID: string }
  | { readonly type: "measure"; readonly measure: Measure }
  | { readonly type: "measured"; readonly measures: Measures }
  | { readonly type: "buy" | "buyAnyway" | "approve" }
  | {
      readonly type: "bought";
      readonly transaction: Transaction;
      readonly printJob: PrintJob | null;
    }
  /** A cancelled order is to be packed again. */
  | { readonly type: "again" }
  /** `of` is the cancelled shipment. */
  | { readonly type: "copied"; readonly of: string; readonly parcel: Parcel }
  /** `of` is the box that was removed, and `parcel` the one that got its items. */
  | { readonly type: "replaced"; readonly of: string; readonly parcel: Parcel }
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

/**
 * Whether the order on the screen is updated at each of its changes: while it has offers, or its
 * purchase is open. An order that has its label is updated only when the label is cancelled.
 */
export function isFollowed(now: PackStep): now is Extract<PackStep, { step: "offers" | "closed" }> {
  return (
    now.step === "offers" ||
    (now.step === "closed" &&
      (now.parcel.shipment.statusCode === "OFFER_ACCEPTED" ||
        (now.parcel.shipment.isReturn && now.parcel.shipment.barcode === "")))
  );
}

/**
 * Whether the order on the screen waits for its purchase: its items are scanned, its box is chosen.
 */
export function isOpenForPacking(
  now: PackStep,
): now is Extract<PackStep, { step: "offers" | "measuring" | "quoting" }> {
  return now.step === "offers" || now.step === "measuring" || now.step === "quoting";
}

/** Whether a return is on the screen: its parcel is not here, and nothing is bought for it here. */
export function isReturn(now: PackStep): boolean {
  return now.step === "closed" && now.parcel.shipment.isReturn;
}

/**
 * @returns The step that stays when a code opened nothing, such as a wrong article's: its order
 *   goes on to be seen as it is.
 */
export function underFailure(now: PackStep): PackStep {
  return now.step === "failed" && now.from !== null ? now.from : now;
}

/** Whether the code that opened an order is the barcode of its label, keyed or scanned. */
export function isLabelCode({ code, shipment }: Parcel): boolean {
  return (
    shipment.barcode !== "" &&
    code.trim().toLocaleUpperCase("en") === shipment.barcode.toLocaleUpperCase("en")
  );
}

/** Whether the order on the screen has its label: then Enter opens the next one. */
export function isDone(now: PackStep): now is Extract<PackStep, { step: "bought" | "closed" }> {
  return (
    now.step === "bought" ||
    (now.step === "closed" &&
      now.parcel.shipment.statusCode !== "CANCELED" &&
      now.parcel.shipment.statusCode !== "OFFER_ACCEPTED")
  );
}

/** Whether Enter packs the order again. */
export function canPackAgain(now: PackStep): now is Extract<PackStep, { step: "closed" }> {
  return (
    now.step === "closed" &&
    now.parcel.shipment.statusCode === "CANCELED" &&
    !now.parcel.shipment.isReturn
  );
}

/**
 * Whether nothing was bought because the label printer cannot print now: then the same offer can be
 * bought from here.
 */
export function isGated(now: PackStep): now is Gated {
  return (
    now.step === "failed" &&
    now.during === "buying" &&
    now.failure.code === PRINTER_STOPS &&
    now.parcel !== null
  );
}

/**
 * Whether nothing was bought because the rest of the balance is at other desks: an owner or admin
 * may approve the parcel.
 */
export function isShort(now: PackStep): now is Gated {
  return (
    now.step === "failed" &&
    now.during === "buying" &&
    now.failure.code === BEYOND_LEASE &&
    now.parcel !== null
  );
}

/** What the packer sees of an order while the step has one. */
export function parcelOf(now: PackStep): Parcel | null {
  return "parcel" in now ? now.parcel : null;
}
