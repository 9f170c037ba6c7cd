/** Facts that follow from the state of Hand-over; loaded with the view, not with the first screen. */
import { PASSED_REFUSALS } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { SharedState } from "../../store/shared.ts";
import { isPackerHere } from "../../store/sign-in.slice.ts";
import type { HandOverSlice } from "./hand-over.slice.ts";

/** Finds the carrier of the truck that is being loaded; undefined while none is chosen. */
export function truckCarrierOf({
  handOver,
  truckCarrier,
}: Pick<HandOverSlice, "handOver" | "truckCarrier">) {
  return handOver?.carriers.find(({ providerCode }) => providerCode === truckCarrier);
}

/**
 * Returns whether the refusal of the last scan may be passed at this desk: by an owner or admin, or
 * by a packer who has signed in, because the desk then asks for a lead's badge.
 */
export function mayPass({
  lastScan,
  desk,
  signIn,
}: Pick<HandOverSlice, "lastScan"> & Pick<SharedState, "desk" | "signIn">): boolean {
  const role = desk.step === "ready" ? desk.facts.member.role : null;
  return (
    (role === "owner" || role === "admin" || isPackerHere(signIn)) &&
    lastScan.step === "refused" &&
    lastScan.act === "load" &&
    PASSED_REFUSALS.some((reason) => reason === lastScan.failure.reason)
  );
}
