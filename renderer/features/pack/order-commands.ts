/**
 * Commands for the open order other than buying: choose a box, put on hold, add a box, show a
 * return in Shipments, open the next order.
 */
import { scanKey } from "../../../core/base/scan-key.ts";
import { runShared } from "../../store/commands.ts";
import { refuse } from "../../store/sounds.ts";
import { inBox } from "./parcel/box-measures.ts";
import {
  isDone,
  isLabelToScan,
  isOpenForPacking,
  isReturn,
  parcelOf,
  stepBelowFailure,
} from "./pack-step.ts";
import { skipByF9 } from "./scan/label-scan.ts";
import { numberCode, orderName } from "./pack.slice.ts";
import { usePack, type PackState } from "./use-pack.ts";
import { codeOf, markedOf, nextAfter, openingCodeOf } from "./scan/waiting.slice.ts";

/** F3: lets a digit choose a box; pressed again, or without boxes, opens the field for the size. */
export function chooseSize(): void {
  const { pack, templates, dispatchPack } = usePack.getState();
  const typed = templates.length === 0 || (pack.step === "measuring" && pack.measure === "box");
  dispatchPack({ type: "measure", measure: typed ? "size" : "box" });
}

/**
 * Applies the sides and the empty weight of the box template at this index to the open order.
 * Refuses an index without a template, and an order that does not wait for its purchase.
 */
export function chooseTemplate(index: number): void {
  const store = usePack.getState();
  const template = store.templates[index];
  const parcel = parcelOf(store.pack);
  if (template === undefined || parcel === null || !isOpenForPacking(store.pack)) return refuse();
  const { measures, box } = inBox(template, parcel.shipment, store);
  store.noteBox(box);
  if (store.pack.step === "offers") store.dispatchPack({ type: "measure", measure: "box" });
  store.dispatchPack({ type: "measured", measures });
}

/**
 * Chooses the box with this barcode for the open order. @returns false when no order waits for its
 * purchase, or not exactly one box has the barcode.
 */
export function takeBox(code: string): boolean {
  const { pack, templates } = usePack.getState();
  const boxes = templates.filter(
    ({ barcode }) => barcode !== "" && scanKey(barcode) === scanKey(code),
  );
  const [box] = boxes;
  const open = stepBelowFailure(pack);
  if (box === undefined || boxes.length > 1 || !isOpenForPacking(open)) return false;
  if (pack.step === "failed") usePack.getState().dispatchPack({ type: "goOn" });
  chooseTemplate(templates.indexOf(box));
  return true;
}

/**
 * F9: asks why the open order must wait, or releases it if it is on hold; without an open order,
 * shows or hides the orders on hold. While a label must be scanned, goes on without the scan.
 */
export function holdOrRelease(): void {
  const store = usePack.getState();
  if (isLabelToScan(store.pack)) return skipByF9();
  const parcel = parcelOf(store.pack);
  if (parcel === null)
    return store.pack.step === "empty" ? store.showHeld(!store.showsHeld) : refuse();
  const order = orderName(parcel);
  if (!isOpenForPacking(store.pack)) {
    refuse();
    if (isReturn(store.pack)) return store.showNotice({ kind: "returnNotHeld", order }, store.pack);
    return isDone(store.pack)
      ? store.showNotice({ kind: "notHeld", order }, store.pack)
      : undefined;
  }
  if (parcel.holdReason === "") {
    // The question needs the room of the line about what was done before.
    store.forgetNotice();
    return store.askHold(parcel.shipment.id, order);
  }
  void store.release(parcel.shipment.id).then(async (failure) => {
    if (failure !== null) return refuse();
    await usePack.getState().refreshParcel(parcel.shipment.id);
    const now = usePack.getState();
    if (parcelOf(now.pack)?.shipment.id === parcel.shipment.id)
      now.showNotice({ kind: "released", order }, now.pack);
    await now.loadWaiting();
  });
}

/**
 * Puts the order of the open question on hold, and closes the order if it is open.
 *
 * @param reason One of HOLD_REASONS, or the packer's own words; refused when empty.
 */
export async function holdFor(reason: string): Promise<void> {
  const store = usePack.getState();
  const { shipmentID, order = "" } = store.hold ?? {};
  if (reason.trim() === "" || !(await store.holdFor(reason.trim()))) return refuse();
  const parcel = parcelOf(usePack.getState().pack);
  if (parcel?.shipment.id === shipmentID) store.dispatchPack({ type: "close" });
  const now = usePack.getState();
  now.showNotice({ kind: "held", order }, now.pack);
  await store.loadWaiting();
}

/**
 * Adds a box to the open order. If the order still waits for its purchase, the new box waits too;
 * after a purchase the new box opens.
 */
export async function addBox(): Promise<void> {
  const store = usePack.getState();
  const parcel = parcelOf(store.pack);
  const isOpen = isOpenForPacking(store.pack);
  if (
    parcel === null ||
    isReturn(store.pack) ||
    (!isOpen && store.pack.step !== "bought" && store.pack.step !== "closed")
  )
    return refuse();
  const { id } = parcel.shipment;
  const made = await store.addBoxTo(id);
  const now = usePack.getState();
  if (parcelOf(now.pack)?.shipment.id !== id) return;
  if ("code" in made) {
    refuse();
    return now.showNotice({ kind: "noBox", code: made.code, message: made.message }, now.pack);
  }
  if (!isOpen)
    return now.dispatchPack({
      type: "scanned",
      code: numberCode(made.shipment.organizationShipmentID),
    });
  await now.refreshParcel(id);
  const pieces = made.shipment.items.reduce((sum, { quantity }) => sum + quantity, 0);
  usePack
    .getState()
    .showNotice({ kind: "boxAdded", no: made.box.no, pieces }, usePack.getState().pack);
  await now.loadWaiting();
}

/** Packs the open cancelled order again; an order that is packed with another opens that one. */
export function packAgain(): void {
  const { pack, dispatchPack } = usePack.getState();
  const first = parcelOf(pack)?.together.packedWith ?? null;
  dispatchPack(
    first === null ? { type: "again" } : { type: "scanned", code: numberCode(first.number) },
  );
}

/** Opens the return on the screen in Shipments, where its label is bought. Esc returns to Pack. */
export function openReturn(): void {
  const { pack, openShipment } = usePack.getState();
  const parcel = parcelOf(pack);
  if (parcel !== null && isReturn(pack)) openShipment(parcel.shipment.id);
}

/** Opens the next order to pack, as `nextOrder` chooses it; refused when no order waits. */
export function openNext(): void {
  const next = nextOrder(usePack.getState());
  if (next === null) return refuse();
  runShared("takeCode", next.code);
}

/**
 * Opens the first waiting order that is not open at another station. Reads the waiting orders
 * first, because an order may have been added just now.
 */
export async function openFirstWaiting(): Promise<void> {
  await usePack.getState().loadWaiting();
  const store = usePack.getState();
  const first = store.pack.step === "empty" ? nextAfter(store, "") : null;
  if (first !== null) runShared("takeCode", openingCodeOf(first));
}

/**
 * Returns the order to open next: another box of the open order, else the first waiting order that
 * is not open at another station. Without an open order, returns the marked order. Null: none.
 */
export function nextOrder(
  store: Pick<PackState, "pack" | "waiting" | "markedID" | "showsHeld" | "sync">,
): { readonly code: string; readonly name: string; readonly isBox: boolean } | null {
  const parcel = parcelOf(store.pack);
  if (parcel !== null && parcel.box.next !== null)
    return { code: numberCode(parcel.box.next), name: orderName(parcel), isBox: true };
  const order = parcel === null ? markedOf(store) : nextAfter(store, parcel.shipment.id);
  return order === null ? null : { code: openingCodeOf(order), name: codeOf(order), isBox: false };
}

/** Alt+S: shows the shipments of all orders that have the open order's number. */
export function showSameNumber(): void {
  const parcel = parcelOf(usePack.getState().pack);
  if (parcel === null || parcel.sameNumber === 0) return refuse();
  runShared("showOrder", orderName(parcel));
}
