/** Commands of the keys in the Shipments view. */
import { runShared } from "../../store/commands.ts";
import { refuse } from "../../store/sounds.ts";
import { REPRINT_REASONS, type ReprintReason } from "../../../core/printing/printing.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { MOST_SELECTED } from "./bulk.slice.ts";
import type { DetailSlice } from "./detail.slice.ts";
import { isOpen, NO_FILTER } from "./filter.ts";
import { rowIn } from "./list-chunks.ts";
import { countPrintedBefore, fitting, isBusy, type BulkAct } from "./run-bulk.ts";
import { chosenOfferOf, returnOffersOf } from "./return-offers.ts";
import { isOut } from "../../ui/JobMark.tsx";
import { leavePanel } from "../../ui/list/panel-focus.ts";
import { detailInHand, labelJobOf, shipmentInHand } from "./panel.slice.ts";
import { useShipments } from "./use-shipments.ts";

/** The most orders of one pick list. */
const MOST_PICKED = 500;

function run(act: "buy" | "print"): void {
  const { openedShipment, selectedShipments, bulk, runBulk, planBulk, askReprintShipments } =
    useShipments.getState();
  if (openedShipment !== null || isBusy(bulk)) return refuse();
  if (fitting(act, selectedShipments.values()).length === 0) return refuseSelected(act);
  if (act === "buy") return void planBulk();
  const printedBefore = act === "print" ? countPrintedBefore(selectedShipments.values()) : 0;
  if (printedBefore > 0) return askReprintShipments(printedBefore);
  void runBulk(act);
}

/** Refuses a command that applies to no selected shipment, in words where any are selected. */
function refuseSelected(act: BulkAct): void {
  const { selectedShipments, refuseAct } = useShipments.getState();
  if (selectedShipments.size === 0) refuse();
  else refuseAct(act);
}

/**
 * Asks whether to buy the selected orders at their cheapest offers. In the detail of a return
 * without a label, buys its label at the chosen offer, and asks first if the price is made up and
 * the station is not in test mode.
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

/** Shows the pick list of the selected orders; refused when nothing is selected. */
export function pickSelected(): void {
  const { openedShipment, selectedShipments } = useShipments.getState();
  if (openedShipment !== null || selectedShipments.size === 0) return refuse();
  runShared("showPicks", [...selectedShipments.keys()].slice(0, MOST_PICKED));
}

/** Handles a digit: a reason for a reprint, or an offer of the open return. */
export function takeDigit(digit: number): void {
  const reason = REPRINT_REASONS[digit - 1];
  if (asksReprintReason()) return reason === undefined ? refuse() : answerReprint(reason);
  const offer = returnOffersOf(useShipments.getState())[digit - 1];
  if (offer !== undefined) useShipments.getState().chooseOffer(offer.id);
}

/** Returns whether the digit has a meaning now. */
export function hasDigit(digit: number): boolean {
  return asksReprintReason()
    ? digit <= REPRINT_REASONS.length
    : digit <= returnOffersOf(useShipments.getState()).length;
}

/**
 * Prints the selected labels as a batch; where nothing is selected, the label in hand. Asks for a
 * reason first if one of the labels was printed before; shows the state of a label that waits.
 */
export function printSelected(): void {
  const { reprintOpen, askReprintOpen, showPrintState } = useShipments.getState();
  if (actsOnSelection()) return run("print");
  const inHand = detailInHand(useShipments.getState());
  if (inHand === null || !hasLabel(inHand.detail.shipment)) return refuse();
  // A second job would print the label twice; the state says what the first one waits for.
  if (labelJobOf(inHand)?.status === "QUEUED") return showPrintState();
  if (hasLabelOut(inHand)) return askReprintOpen(true);
  void reprintOpen(undefined);
}

/**
 * Returns whether commands act on the selected shipments: in the list, where there are any, or
 * where no row is in the panel.
 */
function actsOnSelection(): boolean {
  const state = useShipments.getState();
  return (
    state.openedShipment === null &&
    (state.selectedShipments.size > 0 || shipmentInHand(state) === undefined)
  );
}

/** Returns whether a shipment has a label that can be printed. */
export function hasLabel({
  barcode,
  statusCode,
}: Pick<Shipment, "barcode" | "statusCode">): boolean {
  return barcode !== "" && statusCode !== "CANCELED";
}

/** Returns whether the label was printed, may have been printed, or is on its way to the printer. */
export function hasLabelOut({ detail, jobs }: NonNullable<DetailSlice["shipmentDetail"]>): boolean {
  return (
    detail.shipment.statusCode === "LABEL_PRINTED" ||
    jobs.some((job) => job.kind === "LABEL" && isOut(job))
  );
}

/** Returns whether the question of why labels are printed again is open; digits answer it. */
export function asksReprintReason(): boolean {
  const { asksReprintOpen, asksReprint, selectedShipments } = useShipments.getState();
  return actsOnSelection()
    ? asksReprint > 0 && fitting("print", selectedShipments.values()).length > 0
    : asksReprintOpen;
}

/** Handles the answer to why labels are printed again. */
export function answerReprint(reason: ReprintReason): void {
  const { reprintOpen, runBulk } = useShipments.getState();
  void (actsOnSelection() ? runBulk("print", reason) : reprintOpen(reason));
}

/** Asks whether to cancel the selected shipments or, where nothing is selected, the one in hand. */
export function askCancelSelected(): void {
  const { selectedShipments, askShipments } = useShipments.getState();
  if (!actsOnSelection()) {
    const status = detailInHand(useShipments.getState())?.detail.shipment.statusCode;
    return status === undefined || !isCancelable(status) ? refuse() : askShipments("cancelOpen");
  }
  if (fitting("cancel", selectedShipments.values()).length === 0) return refuseSelected("cancel");
  askShipments("cancel");
}

const CANCELABLE: ReadonlySet<string> = new Set([
  "CREATED",
  "GOT_OFFERS",
  "OFFER_ACCEPTED",
  "TRACKING_CODE_CREATED",
  "LABEL_PRINTED",
]);

/**
 * Returns whether a shipment with this status can be cancelled: the carrier has not received it. An
 * open purchase is given up only if its carrier has not made the label yet; the station decides.
 */
export function isCancelable(status: string): boolean {
  return CANCELABLE.has(status);
}

/** Handles the answer to the open question. */
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

/** Asks whether to create a return of the open shipment. */
export function askReturn(): void {
  const inHand = detailInHand(useShipments.getState());
  if (inHand === null || !canReturn(inHand.detail.shipment)) return refuse();
  useShipments.getState().askShipments("return");
}

/**
 * Returns whether a return can be created: the shipment has a valid label and is not a return
 * itself.
 */
export function canReturn({
  barcode,
  statusCode,
  isReturn,
}: Pick<Shipment, "barcode" | "statusCode" | "isReturn">): boolean {
  return barcode !== "" && statusCode !== "CANCELED" && !isReturn;
}

/** Opens the form for a scan of the shipment in hand, on its page. */
export function enterScan(): void {
  const shipment = detailInHand(useShipments.getState())?.detail.shipment;
  if (shipment === undefined || shipment.test || !hasLabel(shipment)) return refuse();
  const { openedShipment, openShipment } = useShipments.getState();
  if (openedShipment === null) openShipment(shipment.id);
  runShared("enterScan", shipment.id);
}

/** Selects the loaded rows from one position to another, at most `MOST_SELECTED`. */
export function selectPlaces(from: number, to: number): void {
  const { shipmentChunks, selectShipments } = useShipments.getState();
  const places = Array.from({ length: Math.min(MOST_SELECTED, to - from + 1) }, (_, i) => from + i);
  selectShipments(places.flatMap((place) => rowIn(shipmentChunks, place) ?? []));
}

/**
 * Handles Esc. Closes the first of these that is open: the question about a reprint, the choice of
 * another station, the panel that has the focus, the detail, the running command, the selection,
 * the search, the filter.
 *
 * @returns false when nothing is open.
 */
export function stepBack(): boolean {
  const store = useShipments.getState();
  if (asksReprintReason()) {
    store.askReprintOpen(false);
    store.askReprintShipments(0);
    return true;
  }
  if (store.closeElsewhere()) return true;
  if (leavePanel()) {
    store.goIntoPanel(false);
    return true;
  }
  if (store.closeShipment() || store.stopBulk()) return true;
  if (store.selectedShipments.size > 0) store.clearShipments();
  else if (store.shipmentText !== "") store.setShipmentText("");
  // A filter that a link has set is left with the list.
  else if (!isOpen(store.shipmentFilter) && store.linkedFrom.length === 0)
    store.setShipmentFilter(NO_FILTER);
  else return false;
  return true;
}
