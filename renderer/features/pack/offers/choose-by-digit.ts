/** Chooses an offer by its place in the list. */
import { focusOffer } from "../../../lib/focus.ts";
import { usePack } from "../use-pack.ts";
import { offersOf } from "./chosen-offer.ts";

/** Chooses the offer at this index; does nothing without such an offer. */
export function chooseByDigit(index: number): void {
  const { pack, dispatchPack } = usePack.getState();
  const offer = pack.step === "offers" ? offersOf(pack.parcel)[index] : undefined;
  if (offer === undefined) return;
  dispatchPack({ type: "chose", offerID: offer.id });
  focusOffer(offer.id);
}
