/** The weight of the desk's scale as the weight of the open order. */
import { useEffect, useRef } from "react";
import { deskScale } from "../../../store/scales.slice.ts";
import { isOpenForPacking, stepBelowFailure, type PackStep } from "../pack-step.ts";
import { usePack } from "../use-pack.ts";

let isTaking = false;

/**
 * Takes the scale's weight for the open order as soon as it counts, while the weight is asked for
 * and nobody types.
 */
export function useScaleWeight(isTyping: boolean): void {
  const ready = usePack((store) => {
    const scale = deskScale(store);
    return scale?.now.state === "ready" ? `${scale.device.id} ${scale.now.grams}` : null;
  });
  useEffect(() => {
    if (ready !== null && !isTyping) void takeForOrder();
  }, [ready, isTyping]);
}

/**
 * Takes the weight at the station first, so that it counts for no second parcel. Does nothing when
 * the order was left meanwhile, or the weight no longer counts.
 */
async function takeForOrder(): Promise<void> {
  const { pack, noteWeighed, dispatchPack, takeShownWeight } = usePack.getState();
  const isAsked = (now: typeof pack): now is Extract<typeof pack, { step: "measuring" }> =>
    now.step === "measuring" && now.measure === "weight";
  if (isTaking || !isAsked(pack)) return;
  const shipmentID = pack.parcel.shipment.id;
  isTaking = true;
  const grams = await takeShownWeight();
  isTaking = false;
  const { pack: now } = usePack.getState();
  if (grams === null || !isAsked(now) || now.parcel.shipment.id !== shipmentID) return;
  noteWeighed(shipmentID);
  dispatchPack({ type: "measured", measures: { weight: String(grams / 1_000) } });
}

/**
 * Ends the parcel on the scale when its order was bought, or was left for another order or for the
 * list: the parcel must not give its weight to the next order. Also while the scale moves, since
 * the packer may just touch it.
 */
export function useParcelEnds(): void {
  const boughtAt = usePack(({ last }) => (last?.kind === "bought" ? last.at : null));
  const openID = usePack(({ pack }) => openOrder(pack));
  const known = useRef({ boughtAt, openID });
  useEffect(() => {
    const before = known.current;
    const { last, endParcel } = usePack.getState();
    known.current = { boughtAt, openID: openID ?? before.openID };
    const isBought = boughtAt !== null && boughtAt !== before.boughtAt;
    const isLeft = openID !== null && openID !== before.openID && (before.openID ?? "") !== "";
    if (isBought || (isLeft && last?.shipmentID !== before.openID)) void endParcel();
  }, [boughtAt, openID]);
}

/** Returns the id of the order that is being packed; "" for the list, null for anything between. */
function openOrder(pack: PackStep): string | null {
  const step = stepBelowFailure(pack);
  if (step.step === "empty") return "";
  return isOpenForPacking(step) ? step.parcel.shipment.id : null;
}
