/** The step of Pack for an opened order, and for the scanned label of a bought one. Pure. */
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { scanOf } from "./offers/buy-at-once.ts";
import { findOffer, keepChoice, offersOf } from "./offers/chosen-offer.ts";
import { withoutLate } from "./offers/late-offers.ts";
import { isOpenForPacking, type PackStep, type Parcel } from "./pack-step.ts";

/**
 * Handles a scanned label after a purchase or a reprint. The label of the last result changes
 * nothing; another order's label stops the packer while the last result is shown.
 *
 * @returns null when the scan must open the label's order, like a scan of any other code.
 */
export function labelScanned(
  from: PackStep | null,
  parcel: Parcel,
  lastID: string | null,
): PackStep | null {
  if (from === null || lastID === null) return null;
  const isOwn = parcel.shipment.id === lastID;
  if (from.step === "bought" || from.step === "closed") {
    if (from.parcel.shipment.id !== lastID) return null;
    return isOwn ? from : { step: "wrongLabel", parcel: from.parcel, other: parcel, from };
  }
  // The packer already has the next order; it stays open.
  return isOwn && isOpenForPacking(from) && !sameShipment(from.parcel, parcel) ? from : null;
}

/** The offer that was chosen before, and the order it was chosen in. */
type Choice = { readonly parcel: Parcel; readonly offerID: string | null };

/** Returns the step of an opened order; its chosen offer stays chosen. */
export function stepFor(parcel: Parcel, before: Choice | null): PackStep {
  const { statusCode, isReturn } = parcel.shipment;
  // The label of a return is bought in Shipments, because its parcel is at the recipient.
  if (isReturn) return { step: "closed", parcel };
  if (statusCode !== "CREATED" && statusCode !== "GOT_OFFERS") return { step: "closed", parcel };
  return { step: "offers", parcel, ...keepChoice(parcel, before) };
}

/**
 * Returns the step with the late offers among the others. An offer that the packer chose stays;
 * otherwise the rules, or without rules the price, choose among all offers.
 */
export function chosenAgain(now: Extract<PackStep, { step: "offers" }>): PackStep {
  if (now.parcel.late === undefined) return now;
  const { choice } = now.parcel;
  const isProposed =
    choice === null
      ? findOffer(now.parcel, now.offerID)?.totalAmount === offersOf(now.parcel)[0]?.totalAmount
      : now.offerID === choice.offerID;
  return stepFor(withoutLate(now.parcel), isProposed ? null : now);
}

/**
 * Asks for the weight at once when it is unknown: no carrier quotes a price without it. Asks for the
 * size when only the size is unknown, and earlier parcels with these contents propose one.
 */
export function askForMissingWeight(step: PackStep): PackStep {
  if (step.step !== "offers" || step.parcel.holdReason !== "") return step;
  const { shipment, usual } = step.parcel;
  const hasWeight = Number(shipment.weight) > 0;
  const isSizeProposed = Number(shipment.length) === 0 && (usual?.lengthMm ?? 0) > 0;
  if (hasWeight && !isSizeProposed) return step;
  return {
    step: "measuring",
    parcel: step.parcel,
    offerID: step.offerID,
    measure: hasWeight ? "size" : "weight",
    ...scanOf(step),
  };
}

/** Returns whether two orders are one shipment. */
export function sameShipment(a: Parcel, b: Parcel): boolean {
  return a.shipment.id === b.shipment.id;
}

/** Returns the order after the purchase; address and items stay as shown. */
export function withLabel(parcel: Parcel, { shipment }: Transaction): Parcel {
  const { statusCode, barcode, providerServiceCode, totalAmount, currency, acceptedOffer } =
    shipment;
  const bought = { statusCode, barcode, providerServiceCode, totalAmount, currency, acceptedOffer };
  return { ...parcel, shipment: { ...parcel.shipment, ...bought } };
}

/**
 * Returns the order with what its carrier says of its label, and what a file says of the order; all
 * else stays as it was bought.
 */
export function withNews(
  now: Extract<PackStep, { step: "bought" | "closed" }>,
  { announcement, change }: Parcel,
): PackStep {
  const { announcement: said, change: before } = now.parcel;
  const isSame =
    said?.state === announcement?.state &&
    said?.words === announcement?.words &&
    before?.version === change?.version &&
    before?.stage === change?.stage;
  return isSame ? now : { ...now, parcel: { ...now.parcel, announcement, change } };
}
