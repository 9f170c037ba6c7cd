/** Commands of keys, buttons and scans on the Pack screen. */
import { HOLD_REASONS } from "../../../core/fulfilment/packing/packing.schema.ts";
import { REPRINT_REASONS, type ReprintReason } from "../../../core/printing/printing.schema.ts";
import { focusOffers } from "../../lib/focus.ts";
import { runShared } from "../../store/commands.ts";
import { refuse } from "../../store/sounds.ts";
import { isShortOfScans, missingBalance } from "./offers/may-buy.ts";
import { learnItem } from "./scan/item-commands.ts";
import {
  addBox,
  holdFor,
  openNext,
  openReturn,
  packAgain,
  chooseTemplate,
} from "./order-commands.ts";
import type { LabelCommand } from "./notice.slice.ts";
import type { PackCommand } from "./pack-keys.ts";
import {
  isBeyondShare,
  isBlockedByPrinter,
  isBlockedByWeight,
  isLabelToScan,
  parcelOf,
} from "./pack-step.ts";
import { chooseByDigit } from "./offers/choose-by-digit.ts";
import { openLabelled } from "./scan/label-scan.ts";
import type { Bought } from "./pack.slice.ts";
import { needsSampleAnswer, offerToBuy, type SamplePurchase } from "./offers/sample.slice.ts";
import { undecidedOf } from "./parcel/order-change.slice.ts";
import { subjectOf } from "./subject.ts";
import { findUnfinishedJob, wasPrinted } from "./prints/unfinished-job.ts";
import { usePack } from "./use-pack.ts";
import { markedOf, openingCodeOf } from "./scan/waiting.slice.ts";

/** Adds sample prices to a station without carriers and refreshes the offers of the open order. */
export async function addSampleCarriers(): Promise<void> {
  const store = usePack.getState();
  if (!(await store.addSampleCarriers())) return;
  const parcel = parcelOf(usePack.getState().pack);
  if (parcel !== null) await store.refreshParcel(parcel.shipment.id);
}

/** Opens the order whose code is in the scan field, and clears the field. */
export function openTyped(): void {
  const store = usePack.getState();
  const code = store.typed.trim();
  store.setTyped("");
  if (code !== "") runShared("takeCode", code);
}

/**
 * Buys the chosen offer and prints its label; without a printer the label waits for one. Refused
 * when the balance is too small, while a code is typed, and while pieces must still be scanned.
 */
export function buy(): void {
  const store = usePack.getState();
  if (missingBalance(store) !== null || store.typed !== "" || isShortOfScans(store))
    return refuse();
  buyBy("buy");
}

/**
 * Buys although the printer cannot print now, or the weight is unusual, after this has blocked the
 * purchase. Refused
 * while an overlay covers the order or a code is typed.
 */
export function buyAnyway(): void {
  const store = usePack.getState();
  const isBlocked = isBlockedByPrinter(store.pack) || isBlockedByWeight(store.pack);
  if (!isBlocked || store.overlay !== null || store.typed !== "") return refuse();
  buyBy("buyAnyway");
}

/** Buys beyond this station's share of the balance, after the share has blocked the purchase. */
export function approve(): void {
  const store = usePack.getState();
  if (!isBeyondShare(store.pack) || store.overlay !== null) return refuse();
  buyBy("approve");
}

/** Starts the purchase; asks first if the price is made up. */
function buyBy(event: SamplePurchase["event"]): void {
  const { pack, desk, sampleAccepted, askSample, dispatchPack, putOffChange } = usePack.getState();
  if (undecidedOf(pack) !== null) {
    // A put-off question comes back.
    putOffChange(null);
    return refuse();
  }
  const offerID = offerToBuy(pack);
  const isTestMode = desk.step === "ready" && desk.facts.testMode;
  if (offerID !== null && needsSampleAnswer(pack, isTestMode, sampleAccepted))
    askSample({ offerID, event });
  else dispatchPack({ type: event });
}

/** Closes the message about an unknown code and shows the waiting list: an import may bring it. */
export function clearFailure(): void {
  const { pack, dispatchPack } = usePack.getState();
  if (pack.step === "failed" && pack.parcel === null) dispatchPack({ type: "goOn" });
}

/** Prints the label of the open order again, or without an open order that of the last purchase. */
export async function reprint(): Promise<void> {
  const label = labelFor("print");
  if (label !== null) await printLabelAgain(label);
}

/**
 * Prints a label again, unless a print of the label is still unfinished. If the label came out
 * before, asks for the reason first.
 */
export async function printLabelAgain(label: Bought): Promise<void> {
  const store = usePack.getState();
  const unfinished = findUnfinishedJob(store, label.shipmentID);
  // The label may have come out: opens the put-off question again; the answer "no" prints.
  if (unfinished?.status === "UNKNOWN") return store.recallQuestion(unfinished.id);
  if (unfinished !== null) {
    refuse();
    return store.showNotice(
      { kind: "notDoubled", order: label.orderNumber, job: unfinished },
      store.pack,
    );
  }
  if (wasPrinted(store, label.shipmentID)) return store.askReprintReason(label);
  await print(label);
}

/** Prints the label again with the reason at this index of the list. */
export async function reprintFor(index: number): Promise<void> {
  const { reprint: asked } = usePack.getState();
  const reason = REPRINT_REASONS[index];
  if (asked.step === "asking" && reason !== undefined) await print(asked.label, reason);
}

async function print(label: Bought, reason?: ReprintReason): Promise<void> {
  const store = usePack.getState();
  const job = await store.reprintLabel(label.shipmentID, reason);
  if (job === null) return;
  store.setLast({ ...label, kind: "reprinted", at: Date.now(), tookMs: 0, printJobID: job.id });
  await store.loadPrintJobs();
}

/**
 * Asks whether to cancel the label of the open order, or without an open order that of the last
 * purchase.
 */
export function askUndo(): void {
  const label = labelFor("cancel");
  if (label !== null) cancelLabel(label);
}

/** Asks whether to cancel and refund this label. */
export function cancelLabel(label: Bought): void {
  // A notice about an earlier key has nothing to do with this question and would take its space.
  usePack.getState().forgetNotice();
  // A label that may be cancelled must not be printed again.
  usePack.getState().dismissReprint();
  usePack.getState().askUndo(label);
}

/** Returns the label that a command acts on; null when there is none or it is not known yet. */
function labelFor(command: LabelCommand): Bought | null {
  const store = usePack.getState();
  const subject = subjectOf(store, command);
  if (subject.kind === "label") return subject.label;
  refuse();
  if (subject.kind === "none") store.showNotice(subject.notice, store.pack);
  return null;
}

/**
 * Cancels the purchase that the question is about. Closes the order of the purchase if that order
 * is open.
 */
export function confirmUndo(): void {
  const store = usePack.getState();
  void store.confirmUndo((cancelled) => {
    const { last } = usePack.getState();
    const job = last?.shipmentID === cancelled.shipmentID ? last : { tookMs: 0, printJobID: null };
    store.setLast({ ...job, ...cancelled, kind: "cancelled", at: Date.now() });
    // Closes only the cancelled order; another open order stays.
    const parcel = parcelOf(usePack.getState().pack);
    if (parcel?.shipment.id === cancelled.shipmentID) store.dispatchPack({ type: "close" });
  });
}

/** Opens the field for the weight in place of the order's measures. */
export function weigh(): void {
  usePack.getState().dispatchPack({ type: "measure", measure: "weight" });
}

/**
 * Goes to the offers from a failure or a measure; from the offers, opens or closes the table that
 * compares them, which a question or a form would cover.
 */
export function goToOffers(): void {
  const { pack, dispatchPack, showTable, tableOf, overlay } = usePack.getState();
  if (pack.step === "offers" && overlay !== null) return refuse();
  const shown = parcelOf(pack)?.shipment.id ?? null;
  if (pack.step === "offers") showTable(tableOf === shown ? null : shown);
  if (pack.step === "failed") dispatchPack({ type: "goOn" });
  if (pack.step === "measuring") dispatchPack({ type: "back" });
  focusOffers();
}

/** Runs the command of a key without a fixed meaning; see pack-keys.ts. */
export function runPackCommand(command: PackCommand): void {
  const store = usePack.getState();
  switch (command.do) {
    case "buy":
      return buy();
    case "again":
      return packAgain();
    case "goOn":
      return isLabelToScan(store.pack) ? openLabelled() : store.dispatchPack({ type: "goOn" });
    case "openWaiting": {
      const marked = markedOf(store);
      return marked === null ? undefined : runShared("takeCode", openingCodeOf(marked));
    }
    case "markWaiting":
      return store.markWaiting(command.by);
    case "choose":
      return chooseByDigit(command.index);
    case "addBox":
      return void addBox();
    case "openNext":
      return openNext();
    case "openReturn":
      return openReturn();
    case "putAside":
      return store.dispatchPack({ type: "close" });
    case "reason":
      return void (store.hold === null
        ? reprintFor(command.index)
        : holdFor(HOLD_REASONS[command.index] ?? ""));
    case "learn":
      return void learnItem(command.index);
    case "template":
      return chooseTemplate(command.index);
    case "openTyped":
      return openTyped();
    case "refuse":
      return refuse();
    case "nothing":
    case "type":
      // Handled by app/keyboard.ts.
      return;
  }
}
