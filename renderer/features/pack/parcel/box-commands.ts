/**
 * Command of Alt+X: removes the last box of the open order, after a question if pieces were scanned
 * into it.
 */
import type { LastBox } from "../../../../core/station/station.schema.ts";
import { refuse } from "../../../store/sounds.ts";
import { isOpenForPacking, parcelOf, type PackStep } from "../pack-step.ts";
import { numberCode, orderName } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";

/**
 * Returns the box of the open order that Alt+X removes; null when there is none, or when the order
 * does not wait for its purchase. `scanned` includes pieces scanned since the order was opened.
 */
export function lastBoxOf(pack: PackStep): LastBox | null {
  if (!isOpenForPacking(pack)) return null;
  const { lastBox, shipment, ticks } = pack.parcel;
  if (lastBox?.shipmentID !== shipment.id) return lastBox;
  return { ...lastBox, scanned: ticks.reduce((sum, { scanned }) => sum + scanned, 0) };
}

/** Removes the last box, or asks first. If it cannot be removed, a notice shows why. */
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

/** Handles the answer to the question. */
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
  // The open box was removed: opens the box that got its items.
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
