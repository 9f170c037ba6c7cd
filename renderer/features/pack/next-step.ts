/**
 * State machine of the Pack screen: maps a step and an event to the next step. Pure: the slice runs
 * the work of a step (open, quote, buy) and sends the outcome as an event. Scans that must wait are
 * in scan-queue.ts.
 *
 * An event that does not fit the step changes nothing. This guards against a scanner's second
 * Enter, a late answer and a repeated key: nothing is bought in a step without an offer.
 */
import { wayAfter, type During, type Failure } from "../../lib/failure.ts";
import type { Measures } from "../../lib/measures.ts";
import { atOnce, buysAtOnce, scanAfterChange, scanOf, withScan } from "./offers/buy-at-once.ts";
import { anyway, approved } from "./blocked-step.ts";
import { findOffer } from "./offers/chosen-offer.ts";
import { withLate } from "./offers/late-offers.ts";
import {
  askForMissingWeight,
  chosenAgain,
  labelScanned,
  sameShipment,
  stepFor,
  withLabel,
  withNews,
} from "./opened-step.ts";
import {
  canPackAgain,
  EMPTY,
  isDone,
  isFollowed,
  isBlockedByPrinter,
  isBlockedByWeight,
  isLabelCode,
  isOpenForPacking,
  isBeyondShare,
  isMissingItems,
  parcelOf,
  type Measure,
  type PackEvent,
  type PackStep,
  type Parcel,
} from "./pack-step.ts";

/** Returns the step after an event; the same step when the event does not fit it. */
export function nextStep(now: PackStep, event: PackEvent): PackStep {
  switch (event.type) {
    case "scanned":
      return scanned(now, event);
    case "opened":
      return opened(now, event.parcel, event.lastID ?? null);
    case "refreshed":
      return refreshed(now, event.parcel);
    case "ticked":
      return ticked(now, event);
    case "chose":
      return now.step === "offers" && findOffer(now.parcel, event.offerID) !== undefined
        ? { step: "offers", parcel: now.parcel, offerID: event.offerID, lost: null }
        : now;
    case "useLate":
      return now.step === "offers" ? chosenAgain(now) : now;
    case "measure":
      return measuring(now, event.measure);
    case "measured":
      return quoting(now, event.measures);
    case "buy":
      return buying(now);
    case "buyAtOnce":
      return buysAtOnce(now) ? atOnce(buying(now)) : now;
    case "confirmFirst":
      return now.step === "offers" ? { ...now, isScan: undefined } : now;
    case "buyAnyway":
      return isBlockedByPrinter(now) || isBlockedByWeight(now) ? anyway(now) : now;
    case "approve":
      return isBeyondShare(now) ? approved(now) : now;
    case "bought":
      if (now.step !== "buying" || now.offer.id !== event.transaction.offerID) return now;
      return {
        step: "bought",
        parcel: { ...withLabel(now.parcel, event.transaction), announcement: event.announcement },
        transaction: event.transaction,
        printJob: event.printJob,
      };
    case "again":
      return canPackAgain(now) ? { step: "copying", parcel: now.parcel } : now;
    case "copied":
      return now.step === "copying" && now.parcel.shipment.id === event.of
        ? stepFor(event.parcel, null)
        : now;
    case "replaced":
      return isOpenForPacking(now) && now.parcel.shipment.id === event.of
        ? askForMissingWeight(stepFor(event.parcel, null))
        : now;
    case "failed":
      return failed(now, event.during, event.failure);
    case "goOn":
      return now.step === "failed" ? after(now) : now.step === "wrongLabel" ? now.from : now;
    case "scanOn":
      return isMissingItems(now) ? stepFor(now.parcel, now) : now;
    case "back":
      return back(now);
    case "close":
      return isRunning(now) ? now : EMPTY;
  }
}

/** Returns whether the core works on the order, so that it stays open. */
function isRunning({ step }: PackStep): boolean {
  return step === "buying" || step === "quoting" || step === "copying";
}

function measuring(now: PackStep, measure: Measure): PackStep {
  if (now.step !== "offers" && now.step !== "measuring") return now;
  const { parcel, offerID } = now;
  return { step: "measuring", parcel, offerID, measure, ...scanOf(now) };
}

function quoting(now: PackStep, measures: Measures): PackStep {
  if (now.step !== "measuring") return now;
  const { parcel, offerID } = now;
  return { step: "quoting", parcel, offerID, measures, ...scanOf(now) };
}

function scanned(
  now: PackStep,
  { code, isScan }: Extract<PackEvent, { type: "scanned" }>,
): PackStep {
  if (now.step === "wrongLabel" && now.other.code === code) return stepFor(now.other, null);
  return now.step === "buying" || (now.step === "opening" && now.code === code)
    ? now
    : { step: "opening", code, from: stepToKeep(now), ...scanOf({ isScan }) };
}

function refreshed(now: PackStep, parcel: Parcel): PackStep {
  if (now.step === "measuring") return refreshedMeasuring(now, parcel);
  const isVoid = isDone(now) && parcel.shipment.statusCode === "CANCELED";
  if (isDone(now) && !isVoid && !isFollowed(now) && sameShipment(now.parcel, parcel))
    return withNews(now, parcel);
  if (!(isFollowed(now) || isVoid) || !sameShipment(now.parcel, parcel)) return now;
  // If another station or a program has bought or cancelled the order meanwhile, its offers can no
  // longer be bought.
  return now.step === "offers"
    ? withScan(stepFor(withLate(now, parcel), now), scanAfterChange(now))
    : stepFor(parcel, null);
}

function ticked(
  now: PackStep,
  { shipmentID, ticks }: Extract<PackEvent, { type: "ticked" }>,
): PackStep {
  if (!("parcel" in now) || now.parcel?.shipment.id !== shipmentID) return now;
  const parcel = { ...now.parcel, ticks };
  // A failure keeps the same order open below it.
  return now.step === "failed" && now.from !== null && "parcel" in now.from
    ? { ...now, parcel, from: { ...now.from, parcel } as PackStep }
    : { ...now, parcel };
}

/** Keeps the field that is being filled in, unless its order no longer waits for a purchase. */
function refreshedMeasuring(
  now: Extract<PackStep, { step: "measuring" }>,
  parcel: Parcel,
): PackStep {
  if (!sameShipment(now.parcel, parcel)) return now;
  const next = stepFor(withLate(now, parcel), now);
  if (next.step !== "offers") return next;
  // If the chosen offer is gone, the old offers stay: the next quote then names the lost offer.
  return next.lost === null ? { ...now, parcel: next.parcel, offerID: next.offerID } : now;
}

/** Returns the step to go back to if the code scanned now opens nothing; null for none. */
function stepToKeep(now: PackStep): PackStep | null {
  switch (now.step) {
    case "offers":
    case "measuring":
    case "bought":
    case "closed":
      return now;
    case "quoting":
    case "copying":
      // The order is changing, so it is opened again.
      return { step: "opening", code: now.parcel.code, from: null };
    case "opening":
    case "wrongLabel":
      return now.from;
    case "failed":
      return now.from ?? (now.parcel === null ? null : after(now));
    default:
      return null;
  }
}

function opened(now: PackStep, parcel: Parcel, lastID: string | null): PackStep {
  if (now.step === "quoting")
    return sameShipment(now.parcel, parcel)
      ? askForMissingWeight(withScan(stepFor(parcel, now), now))
      : now;
  if (now.step !== "opening" || now.code !== parcel.code) return now;
  const labelled = isLabelCode(parcel) ? labelScanned(now.from, parcel, lastID) : null;
  if (labelled !== null) return labelled;
  // The open order was scanned again: its chosen offer stays chosen.
  const again =
    now.from?.step === "offers" && sameShipment(now.from.parcel, parcel) ? now.from : null;
  return askForMissingWeight(
    again === null ? withScan(stepFor(parcel, null), now) : stepFor(parcel, again),
  );
}

function buying(now: PackStep): PackStep {
  if ((now.step !== "offers" && !isBlockedByPrinter(now)) || now.parcel.holdReason !== "")
    return now;
  const offer = findOffer(now.parcel, now.offerID);
  return offer === undefined
    ? now
    : { step: "buying", parcel: now.parcel, offer, printAnyway: false };
}

function failed(now: PackStep, during: During, failure: Failure): PackStep {
  switch (now.step) {
    case "opening":
      if (during !== "opening") return now;
      return {
        step: "failed",
        during,
        failure,
        code: now.code,
        parcel: now.from === null ? null : parcelOf(now.from),
        offerID: null,
        from: now.from,
      };
    case "copying":
    case "quoting":
      return during === now.step
        ? {
            step: "failed",
            during,
            failure,
            code: now.parcel.code,
            parcel: now.parcel,
            offerID: now.step === "quoting" ? now.offerID : null,
            from: null,
          }
        : now;
    case "buying":
      return during === "buying"
        ? {
            step: "failed",
            during,
            failure,
            code: now.parcel.code,
            parcel: now.parcel,
            offerID: now.offer.id,
            from: null,
          }
        : now;
    default:
      return now;
  }
}

function after(now: Extract<PackStep, { step: "failed" }>): PackStep {
  if (now.from !== null) return now.from;
  const way = wayAfter(now.failure, now.during);
  if (way === "reopen") return { step: "opening", code: now.code, from: null };
  return way === "offers" && now.parcel !== null
    ? stepFor(now.parcel, { parcel: now.parcel, offerID: now.offerID })
    : EMPTY;
}

function back(now: PackStep): PackStep {
  switch (now.step) {
    case "buying":
    case "quoting":
    case "copying":
      return now;
    case "opening":
      return now.from ?? EMPTY;
    case "wrongLabel":
      return now.from;
    case "measuring":
      return { step: "offers", parcel: now.parcel, offerID: now.offerID, lost: null };
    case "failed":
      if (now.from !== null) return now.from;
      return (now.during === "quoting" || isBlockedByPrinter(now)) && now.parcel !== null
        ? stepFor(now.parcel, { parcel: now.parcel, offerID: now.offerID })
        : EMPTY;
    default:
      return EMPTY;
  }
}
