/** Applies a scan to items of the open order: counts a piece, or shows why it is not counted. */
import type { Item } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { focusOffers } from "../../../lib/focus.ts";
import { playIfOn, refuse } from "../../../store/sounds.ts";
import { findItems, isComplete, piecesOf } from "./find-item.ts";
import { isOpenForPacking, parcelOf } from "../pack-step.ts";
import { usePack } from "../use-pack.ts";
import { itemsToLearn } from "./wrong-item.ts";

/**
 * Counts a piece of the item with this code in the open order; if the order no longer waits for its
 * purchase, only names the item. @returns Whether the order has such an item.
 */
export function takeItem(code: string): boolean {
  const store = usePack.getState();
  const parcel = parcelOf(store.pack);
  const [item] = parcel === null ? [] : findItems(parcel, code);
  if (parcel === null || item === undefined) return false;
  // Closes the message about an earlier unknown code.
  if (store.pack.step === "failed" && store.pack.from !== null)
    store.dispatchPack({ type: "goOn" });
  store.dispatchPack({ type: "scanOn" });
  if (isOpenForPacking(usePack.getState().pack)) countPiece(item);
  else
    store.showNotice(
      { kind: "item", title: titleOf(item), quantity: item.quantity },
      usePack.getState().pack,
    );
  // The scan's characters moved the focus into the scan field, where a digit would choose nothing.
  if (usePack.getState().pack.step === "offers") focusOffers();
  return true;
}

/**
 * Remembers the unknown code that was scanned last as the barcode of an item, and counts the scanned
 * piece. Does nothing when no code waits for its item.
 *
 * @param index Position among the items that a digit names.
 */
export async function learnItem(index: number): Promise<void> {
  const store = usePack.getState();
  const item = itemsToLearn(store.pack)[index];
  const parcel = parcelOf(store.pack);
  if (item === undefined || parcel === null || store.pack.step !== "failed") return refuse();
  const { code } = store.pack;
  const { id: shipmentID } = parcel.shipment;
  store.dispatchPack({ type: "goOn" });
  const failure = await store.learnBarcode(shipmentID, item.id, code);
  const now = usePack.getState();
  if (parcelOf(now.pack)?.shipment.id !== shipmentID) return;
  if (failure === null) return countPiece(item);
  refuse();
  now.showNotice(
    { kind: "notCounted", title: titleOf(item), code: failure.code, message: failure.message },
    now.pack,
  );
}

/** Counts one piece of an item of the open order, scanned or by hand. */
export function countPiece(item: Item): void {
  const store = usePack.getState();
  const parcel = parcelOf(store.pack);
  if (parcel === null) return;
  const title = titleOf(item);
  if (isComplete(parcel, item)) {
    refuse();
    return store.showNotice(
      { kind: "tooMany", title, quantity: item.quantity },
      usePack.getState().pack,
    );
  }
  const shipmentID = parcel.shipment.id;
  void store.tick(shipmentID, item.id).then((failure) => {
    const now = usePack.getState();
    const after = parcelOf(now.pack);
    if (after?.shipment.id !== shipmentID) return;
    if (failure !== null) {
      refuse();
      return now.showNotice(
        { kind: "notCounted", title, code: failure.code, message: failure.message },
        now.pack,
      );
    }
    const { scanned, withCode, all } = piecesOf(after);
    playIfOn("done");
    const own = after.ticks.find(({ itemID }) => itemID === item.id)?.scanned ?? 0;
    now.showNotice(
      {
        kind: "counted",
        title,
        scanned: own,
        quantity: item.quantity,
        isLast: scanned >= withCode,
        withCode,
        all,
      },
      now.pack,
    );
  });
}

/** Names an item as the packer reads it. */
export function titleOf(item: Item): string {
  const title = `${item.title} ${item.variantTitle}`.trim();
  return title === "" ? item.sku || item.ean : title;
}
