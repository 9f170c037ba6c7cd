/** Marketplaces of the open order, and the command of Alt+M. */
import { focusOffer, isOfferFocused } from "../../../lib/focus.ts";
import { refuse } from "../../../store/sounds.ts";
import type { PackStep } from "../pack-step.ts";
import { usePack, type PackState } from "../use-pack.ts";
import { marketplaceStates, type MarketplaceState } from "./marketplace-states.ts";

const NONE: readonly MarketplaceState[] = [];

/** Returns the states of the marketplaces for the open order. */
export function statesOf(
  pack: PackStep,
  { marketplaces, askedThere }: Pick<PackState, "marketplaces" | "askedThere">,
): readonly MarketplaceState[] {
  if (pack.step !== "offers" && pack.step !== "measuring" && pack.step !== "buying") return NONE;
  const isAsked = askedThere?.shipmentID === pack.parcel.shipment.id;
  return marketplaceStates(pack.parcel, marketplaces, isAsked);
}

/**
 * Sorts the offers that came late among the others; without such offers, asks the marketplaces that
 * are asked on demand. Refused when there is neither.
 */
export function askOrUse(): void {
  const store = usePack.getState();
  const { pack, overlay, dispatchPack, askMarketplaces } = store;
  if (pack.step !== "offers" || pack.parcel.holdReason !== "" || overlay !== null) return refuse();
  if (pack.parcel.late !== undefined) {
    dispatchPack({ type: "useLate" });
    return focusChosen();
  }
  if (!statesOf(pack, store).some(({ is }) => is === "open")) return refuse();
  void askMarketplaces(pack.parcel.shipment.id);
}

/** Moves the focus from an offer to the one that is chosen now; the list is drawn a moment later. */
function focusChosen(): void {
  const { pack } = usePack.getState();
  if (pack.step === "offers" && pack.offerID !== null && isOfferFocused()) focusOffer(pack.offerID);
}
