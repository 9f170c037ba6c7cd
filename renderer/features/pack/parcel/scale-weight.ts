/** The weight of the desk's scale as the weight of the open order. */
import { useEffect, useRef } from "react";
import { deskScale } from "../../../store/scales.slice.ts";
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
 * Takes the scale's weight after each purchase: what is on the scale then belongs to the bought
 * order, and must not become the weight of the next one.
 */
export function useScaleAfterPurchase(): void {
  const boughtAt = usePack(({ last }) => (last?.kind === "bought" ? last.at : null));
  const known = useRef(boughtAt);
  useEffect(() => {
    if (boughtAt === known.current) return;
    known.current = boughtAt;
    if (boughtAt !== null) void usePack.getState().takeShownWeight();
  }, [boughtAt]);
}
