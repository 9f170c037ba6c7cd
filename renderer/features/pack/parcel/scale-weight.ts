/** The weight of the desk's scale as the weight of the open order. */
import { useEffect } from "react";
import { deskScale } from "../../../store/scales.slice.ts";
import { isOpenForPacking, parcelOf, stepBelowFailure, type PackStep } from "../pack-step.ts";
import { usePack } from "../use-pack.ts";
import { isWeighed, type Weighed } from "./box-measures.ts";

type Weight = { readonly shipmentID: string; readonly grams: number };

let isTaking = false;
/** A weight that was taken for an order that could not be given it at that moment. */
let taken: Weight | null = null;
/**
 * The last value of `openOrder` that is not null. Kept while Pack is hidden, since an order can be
 * left from another view by a scan.
 */
let lastOpenID: string | null = null;

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
    if (ready !== null && !isTyping) void takeForOrder(askedForWeight);
  }, [ready, isTyping]);
}

/**
 * Takes the scale's weight for the open order without a key, once for each order, where the desk's
 * settings say so.
 */
export function useWeightAtOnce(): void {
  const isOn = usePack(({ packing }) => packing?.takeWeightAtOnce === true);
  const openID = usePack(({ pack, weighed }) => openForWeight(pack, weighed));
  const ready = usePack((store) => deskScale(store)?.now.state === "ready");
  useEffect(() => {
    if (!isOn || openID === null) return;
    if (taken?.shipmentID === openID) setWeight(taken);
    else if (ready) void takeForOrder((pack) => openForWeight(pack, usePack.getState().weighed));
  }, [isOn, openID, ready]);
}

/**
 * Returns the order whose offers are shown and that was not weighed here with its present items;
 * null for none.
 */
function openForWeight(pack: PackStep, weighed: Weighed | null): string | null {
  return pack.step === "offers" && !isWeighed(pack.parcel.shipment, weighed)
    ? pack.parcel.shipment.id
    : null;
}

/** Returns the order whose weight is asked for; null for none. */
function askedForWeight(pack: PackStep): string | null {
  return pack.step === "measuring" && pack.measure === "weight" ? pack.parcel.shipment.id : null;
}

/**
 * Takes the weight at the station first, so that it counts for no second parcel. Does nothing when
 * the order was left meanwhile, or the weight no longer counts.
 *
 * @param findOrder Returns the order that takes the weight; null for none.
 */
async function takeForOrder(findOrder: (pack: PackStep) => string | null): Promise<void> {
  const { pack, takeShownWeight } = usePack.getState();
  const shipmentID = findOrder(pack);
  if (isTaking || shipmentID === null) return;
  isTaking = true;
  const grams = await takeShownWeight();
  isTaking = false;
  const { pack: now } = usePack.getState();
  if (grams === null) return;
  if (findOrder(now) === shipmentID) setWeight({ shipmentID, grams });
  // The order's offers are being read again, as after a box was chosen.
  else if (parcelOf(now)?.shipment.id === shipmentID) taken = { shipmentID, grams };
}

function setWeight({ shipmentID, grams }: Weight): void {
  const { pack, noteWeighed, dispatchPack } = usePack.getState();
  const shipment = parcelOf(pack)?.shipment;
  taken = null;
  if (shipment?.id === shipmentID) noteWeighed(shipment);
  dispatchPack({ type: "measure", measure: "weight" });
  dispatchPack({ type: "measured", measures: { weight: String(grams / 1_000) } });
}

/**
 * Ends the parcel on the scales when its order was left for another order or for the list without a
 * purchase, which ends the parcel by itself: the parcel must not give its weight to the next order.
 * Also while a scale moves, since the packer may just touch it.
 */
export function useParcelEnds(): void {
  const openID = usePack(({ pack }) => openOrder(pack));
  useEffect(() => {
    const before = lastOpenID;
    const { last, endParcel } = usePack.getState();
    lastOpenID = openID ?? before;
    const isLeft = openID !== null && openID !== before && (before ?? "") !== "";
    if (isLeft && last?.shipmentID !== before) void endParcel();
  }, [openID]);
}

/**
 * Reads the scales when the page is loaded, and ends the parcel on them: the page no longer knows
 * which order it belongs to.
 */
export async function readScales(): Promise<void> {
  const { loadScales, endParcel } = usePack.getState();
  await loadScales();
  await endParcel();
}

/** Returns the id of the order that is being packed; "" for the list, null for anything between. */
function openOrder(pack: PackStep): string | null {
  const step = stepBelowFailure(pack);
  if (step.step === "empty") return "";
  return isOpenForPacking(step) ? step.parcel.shipment.id : null;
}
