/**
 * Purchases by a rule without a key: a scan opens the order, and everything is ready. The core
 * checks again that a rule buys the offer. Pure.
 */
import { needsDecision } from "../../../ui/order-changes/needs-decision.ts";
import type { PackStep } from "../pack-step.ts";

/** Keeps that a scan opened the order. */
export function scanOf({ isScan }: { readonly isScan?: true | undefined }): {
  readonly isScan?: true;
} {
  return isScan === true ? { isScan } : {};
}

/**
 * Returns the step with the fact that a scan opened its order. An order on hold has lost this fact
 * when it is released, because nobody scans it then.
 */
export function withScan(step: PackStep, opened: { readonly isScan?: true | undefined }): PackStep {
  return step.step === "offers" && step.parcel.holdReason === ""
    ? { ...step, ...scanOf(opened) }
    : step;
}

/**
 * Returns the scan that still counts after a change of the order. When all offers are read and no
 * rule buys at once, a later change, such as another rule, buys nothing by itself.
 */
export function scanAfterChange(now: Extract<PackStep, { step: "offers" }>): {
  readonly isScan?: true;
} {
  const isRead = now.parcel.shipment.offers?.percentageCompleted === 100;
  return isRead && !buysAtOnce(now) ? {} : scanOf(now);
}

/**
 * Returns whether a rule buys the chosen offer at once: a scan opened the order, and the packer has
 * chosen nothing since.
 */
export function buysAtOnce(
  now: PackStep,
): now is Extract<PackStep, { step: "offers" }> & { readonly isScan: true } {
  if (now.step !== "offers" || now.isScan !== true) return false;
  const { choice, holdReason, usual, change } = now.parcel;
  return (
    choice?.buysAtOnce === true &&
    choice.offerID === now.offerID &&
    holdReason === "" &&
    // A person must look at the parcel first.
    usual?.isUnusual !== true &&
    !needsDecision(change)
  );
}

/** Marks a purchase that no person has confirmed. */
export function atOnce(step: PackStep): PackStep {
  return step.step === "buying" ? { ...step, isAtOnce: true } : step;
}
