/** What keys do in the view of shipments. */
import { refuse } from "../../store/sounds.ts";
import { REPRINT_REASONS, type ReprintReason } from "../../../core/printing/printing.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { MOST_SELECTED } from "./bulk.slice.ts";
import type { DetailSlice } from "./detail.slice.ts";
import { isOpen, NO_FILTER } from "./filter.ts";
import { rowIn } from "./list-chunks.ts";
import { fitting, isBusy, printedBefore } from "./run-bulk.ts";
import { chosenOfferOf, returnOffersOf } from "./return-offers.ts";
import { useShipments } from "./use-shipments.ts";

export const SEARCH_FIELD_ID = "shipment-search";

function run(act: "buy" | "print"): void {
  const { openedShipment, selectedShipments, bulk, runBulk, planBulk, askReprintShipments } =
    useShipments.getState();
  if (
    openedShipment !== null ||
    isBusy(bulk) ||
    fitting(act, selectedShipments.values()).length === 0
  )
    return refuse();
  if (act === "buy") return void planBulk();
  if (act === "print" && printedBefore(selectedShipments.values()).length > 0)
    return askReprintShipments(true);
  void runBulk(act);
}

/**
 * Asks whether the selected orders are to be bought at their cheapest offers; in the detail of a
 * return without a label, its label.
 */
export function buySelected(): void {
  const { openedShipment, desk, askShipments } = useShipments.getState();
  if (openedShipment === null) return run("buy");
  const offer = chosenOfferOf(useShipments.getState());
  if (offer === undefined) return refuse();
  if (offer.isSample === true && !(desk.step === "ready" && desk.facts.testMode))
    return askShipments("sample");
  buyChosen();
}

function buyChosen(): void {
  const offer = chosenOfferOf(useShipments.getState());
  if (offer !== undefined) void useShipments.getState().buyOpen(offer.id);
}

/** One digit: why a label is printed once more, or an offer of the open return. */
export function takeDigit(digit: number): void {
  const reason = REPRINT_REASONS[digit - 1];
  if (asksReprintReason()) return reason === undefined ? refuse() : answerReprint(reason);
  const offer = returnOffersOf(useShipments.getState())[digit - 1];
  if (offer !== undefined) useShipments.getState().chooseOffer(offer.id);
}

/** Whether the digit means something now. */
export function hasDigit(digit: number): boolean {
  return asksReprintReason()
    ? digit <= REPRINT_REASONS.length
    : digit <= returnOffersOf(useShipments.getState()).length;
}

/**
 * Prints the selected labels as a batch; in the detail, the label that is open. Where any was
 * printed before, it is asked why first.
 */
export function printSelected(): void {
  const { openedShipment, shipmentDetail, reprintOpen, askReprintOpen } = useShipments.getState();
  if (openedShipment === null) return run("print");
  if (shipmentDetail === null || shipmentDetail.detail.shipment.barcode === "") return refuse();
  if (hasLabelOut(shipmentDetail)) return askReprintOpen(true);
  void reprintOpen(undefined);
}

/** Whether the label was sent to a printer before, here or at another station. */
export function hasLabelOut({ detail, jobs }: NonNullable<DetailSlice["shipmentDetail"]>): boolean {
  return (
    detail.shipment.statusCode === "LABEL_PRINTED" ||
    jobs.some(
      ({ kind, lastErrorCode }) => kind === "LABEL" && lastErrorCode !== "printed elsewhere",
    )
  );
}

/**
 * Whether a digit answers why the label of the open shipment, or the selected ones, are printed
 * once more.
 */
export function asksReprintReason(): boolean {
  const { openedShipment, asksReprintOpen, asksReprint, selectedShipments } =
    useShipments.getState();
  return openedShipment === null
    ? asksReprint && printedBefore(selectedShipments.values()).length > 0
    : asksReprintOpen;
}

/** The answer to why they are printed once more. */
export function answerReprint(reason: ReprintReason): void {
  const { openedShipment, reprintOpen, runBulk } = useShipments.getState();
  void (openedShipment === null ? runBulk("print", reason) : reprintOpen(reason));
}

/** Asks whether the selected ones, or the one that is open, are to be cancelled. */
export function askCancelSelected(): void {
  const { openedShipment, selectedShipments, shipmentDetail, askShipments } =
    useShipments.getState();
  if (openedShipment !== null) {
    const status = shipmentDetail?.detail.shipment.statusCode;
    return status === undefined || !isCancelable(status) ? refuse() : askShipments("cancelOpen");
  }
  if (fitting("cancel", selectedShipments.values()).length === 0) return refuse();
  askShipments("cancel");
}

/** Whether a shipment of this status can be cancelled: the carrier does not have it. */
export function isCancelable(status: string): boolean {
  return ["CREATED", "GOT_OFFERS", "TRACKING_CODE_CREATED", "LABEL_PRINTED"].includes(status);
}

/** The answer to the question that is open. */
export function answerQuestion(yes: boolean): void {
  const store = useShipments.getState();
  const question = store.shipmentsQuestion;
  store.askShipments(null);
  if (!yes) return;
  if (question === "cancelOpen") void store.cancelOpen();
  if (question === "buy") void store.runBulk("buy");
  if (question === "cancel") void store.runBulk("cancel");
  if (question === "return") void store.copyOpen(true);
  if (question === "sample") buyChosen();
}

/** Asks whether a return of the open shipment is to be made. */
export function askReturn(): void {
  const { shipmentDetail, askShipments } = useShipments.getState();
  if (shipmentDetail === null || !canReturn(shipmentDetail.detail.shipment)) return refuse();
  askShipments("return");
}

/** Whether a label of it is in force, so that there is something to send back. */
export function canReturn({
  barcode,
  statusCode,
  isReturn,
}: Pick<Shipment, "barcode" | "statusCode" | "isReturn">): boolean {
  return barcode !== "" && statusCode !== "CANCELED" && !isReturn;
}

/**
 * Selects the rows from one place to another, as far as they were read: a range is drawn over what
 * is seen.
 */
export function selectPlaces(from: number, to: number): void {
  const { foundShipments, shipmentChunks, selectShipments } = useShipments.getState();
  const places = Array.from({ length: Math.min(MOST_SELECTED, to - from + 1) }, (_, i) => from + i);
  selectShipments(
    places.flatMap(
      (place) =>
        (foundShipments === null ? rowIn(shipmentChunks, place) : foundShipments[place]) ?? [],
    ),
  );
}

/**
 * Esc: the question why a label is printed again or where else it is printed, then out of the
 * detail, then what is being done with many, then the selection, then the search, then the filter.
 * @returns False when there is no step back.
 */
export function stepBack(): boolean {
  const store = useShipments.getState();
  if (asksReprintReason()) {
    store.askReprintOpen(false);
    store.askReprintShipments(false);
    return true;
  }
  if (store.closeElsewhere() || store.closeShipment() || store.stopBulk()) return true;
  if (store.selectedShipments.size > 0) store.clearShipments();
  else if (store.shipmentText !== "") store.setShipmentText("");
  else if (!isOpen(store.shipmentFilter)) store.setShipmentFilter(NO_FILTER);
  else return false;
  return true;
}

/** "/" and Ctrl+F go to the search, an arrow down from it into the list. @returns How to stop. */
export function listenForSearch(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const { view, openedShipment } = useShipments.getState();
    if (view !== "shipments" || openedShipment !== null) return;
    const field = document.getElementById(SEARCH_FIELD_ID);
    if (event.key === "ArrowDown" && event.target === field) {
      event.preventDefault();
      document.querySelector<HTMLElement>('[data-testid="shipment-table"] [role="grid"]')?.focus();
      return;
    }
    const isField =
      event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const isFind = event.ctrlKey && event.key.toLowerCase() === "f";
    if (!isFind && (event.key !== "/" || isField)) return;
    event.preventDefault();
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
