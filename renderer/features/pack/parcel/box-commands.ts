/**
 * What Alt+X does: the last box of the order on the screen is removed, after a question where
 * pieces were scanned into it.
 */
import type { LastBox } from "../../../../core/station/station.schema.ts";
import { refuse } from "../../../store/sounds.ts";
import { isOpenForPacking, parcelOf, type PackStep } from "../pack-step.ts";
import { numberCode, orderName } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";

/**
 * The last box of the order on the screen while that waits; `scanned` counts what was scanned here
 * since the order was opened too.
 */
export function lastBoxOf(pack: PackStep): LastBox | null {
  if (!isOpenForPacking(pack)) return null;
  const { lastBox, shipment, ticks } = pack.parcel;
  if (lastBox?.shipmentID !== shipment.id) return lastBox;
  return { ...lastBox, scanned: ticks.reduce((sum, { scanned }) => sum + scanned, 0) };
}

/** Removes the box, or asks first. Without one that can be removed a notice shows what to do. */
export function removeLastBox(): void {
  const store = usePack.getState();
  const parcel = parcelOf(store.pack);
  if (parcel === null || !isOpenForPacking(store.pack)) return refuse();
  const last = lastBoxOf(store.pack);
  if (last === null) {
    refuse();
    const { of } = parcel.box;
    return store.showNotice(
      of > 1 ? { kind: "boxHasLabel", no: of } : { kind: "oneBox", order: orderName(parcel) },
      store.pack,
    );
  }
  const onScreenID = parcel.shipment.id;
  if (last.scanned > 0) return store.askRemoveBox({ ...last, onScreenID });
  void remove(last, onScreenID);
}

/** The answer to the question. */
export function answerRemoveBox(yes: boolean): void {
  const { boxAsked, askRemoveBox } = usePack.getState();
  askRemoveBox(null);
  if (yes && boxAsked !== null) void remove(boxAsked, boxAsked.onScreenID);
}

async function remove(box: LastBox, onScreenID: string): Promise<void> {
  const answer = await usePack.getState().removeBoxOf(box.shipmentID);
  const now = usePack.getState();
  if (answer === null || parcelOf(now.pack)?.shipment.id !== onScreenID) return;
  if ("code" in answer) {
    refuse();
    return now.showNotice({ kind: "noBox", code: answer.code, message: answer.message }, now.pack);
  }
  // The box on the screen is gone: the one that got its items takes its place.
  if (box.shipmentID === onScreenID)
    now.dispatchPack({
      type: "replaced",
      of: onScreenID,
      parcel: { ...answer, code: numberCode(answer.shipment.organizationShipmentID) },
    });
  else await now.refreshParcel(onScreenID);
  const after = usePack.getState();
  after.showNotice({ kind: "boxRemoved", no: box.no }, after.pack);
  await after.loadWaiting();
}
