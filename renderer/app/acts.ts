/** What keys, buttons and scans do. Actions that touch more than one feature are only here. */
import { findOffer, offersOf } from "../features/pack/chosen-offer.ts";
import { findItem } from "../features/pack/find-item.ts";
import { parcelOf } from "../features/pack/pack-step.ts";
import type { Act } from "../features/pack/notice.slice.ts";
import type { Bought } from "../features/pack/pack.slice.ts";
import { subjectOf } from "../features/pack/subject.ts";
import { findUnfinishedJob } from "../features/pack/unfinished-job.ts";
import { missingFor } from "../lib/short-balance.ts";
import { play } from "../lib/sound.ts";
import { focusOffers } from "./focus.ts";
import type { Aside } from "./keys.ts";
import { askedJob, askedPairing } from "./open-question.ts";
import { useDesk, type Store } from "./store.ts";

/** What covers the right half: a question before anything else. */
export function asideOf(store: Store): Aside {
  if (store.asked !== null) return store.asked.kind;
  if (store.reprint.step === "failed") return "reprint";
  if (store.keysShown) return "keys";
  return importsShown(store) ? "import" : "none";
}

/** On the empty screen also while a file is read; beside the order that was open when it came, once there is a result. */
function importsShown({ pack, reading, outcomes, importsOver }: Store): boolean {
  if (pack.step === "empty") return reading !== null || outcomes.length > 0;
  const settled = pack.step !== "buying" && pack.step !== "quoting" && pack.step !== "copying" && pack.step !== "measuring";
  return settled && outcomes.length > 0 && importsOver !== null && parcelOf(pack)?.shipment.id === importsOver;
}

/** A code from the scanner, or typed and sent with Enter. */
export function takeCode(code: string): void {
  const store = useDesk.getState();
  if (store.settings.sound) play("scan");
  const question = askedJob(store);
  if (question !== null && question.barcode === code) {
    void store.answerPrintJob(question.id, true);
    return;
  }
  store.showView("pack");
  if (takeItem(code)) return;
  store.keepPurchase();
  store.dismissReprint();
  store.forgetNotice();
  store.packHappened({ type: "scanned", code });
}

/** Sample prices for a station without carriers; the order that is open gets its offers. */
export async function addSampleCarriers(): Promise<void> {
  const store = useDesk.getState();
  if (!(await store.addSampleCarriers())) return;
  const parcel = parcelOf(useDesk.getState().pack);
  if (parcel !== null) await store.refreshParcel(parcel.shipment.id);
}

/** Opens what stands in the scan field. */
export function openTyped(): void {
  const store = useDesk.getState();
  const code = store.typed.trim();
  store.setTyped("");
  if (code !== "") takeCode(code);
}

/** Shows a notice when the code is an item of the open order, which stays open. @returns Whether it was one. */
function takeItem(code: string): boolean {
  const store = useDesk.getState();
  const parcel = parcelOf(store.pack);
  const item = parcel === null ? undefined : findItem(parcel, code);
  if (parcel === null || item === undefined) return false;
  // An unknown code was scanned before this one: its message closes.
  if (store.pack.step === "failed" && store.pack.from !== null) store.packHappened({ type: "goOn" });
  const title = `${item.title} ${item.variantTitle}`.trim();
  store.tell({ kind: "item", title: title === "" ? item.sku : title, quantity: item.quantity }, useDesk.getState().pack);
  // The scan's own characters had moved the focus into the scan field, where a digit would choose nothing.
  if (useDesk.getState().pack.step === "offers") focusOffers();
  return true;
}

/** What the balance lacks for the chosen offer; null when it is enough, or when it is not the balance that pays. */
export function missingBalance({ pack, desk }: Pick<Store, "pack" | "desk">): string | null {
  if (pack.step !== "offers" || desk.step !== "ready") return null;
  const offer = findOffer(pack.parcel, pack.offerID);
  return offer === undefined || offer.isProviderAccountOffer ? null : missingFor(offer.totalAmount, desk.facts.available);
}

/** Whether the balance pays any of the offers, or another one pays it. */
export function isAnyAffordable({ pack, desk }: Pick<Store, "pack" | "desk">): boolean {
  if (pack.step !== "offers" || desk.step !== "ready") return true;
  return offersOf(pack.parcel).some((offer) => offer.isProviderAccountOffer || missingFor(offer.totalAmount, desk.facts.available) === null);
}

/** Always printed too: without a printer the label waits for one. What cannot be paid is not asked for. */
export function buy(): void {
  const store = useDesk.getState();
  if (missingBalance(store) !== null || store.typed !== "") return refuse();
  store.packHappened({ type: "buy" });
}

/** @param files Let go on the window; none: the operating system is asked for some. The order on the screen stays. */
export function importFiles(files: readonly File[] = []): void {
  const store = useDesk.getState();
  store.showView("pack");
  // A code that was not known gives way to the orders that may bring it.
  if (store.pack.step === "failed" && store.pack.parcel === null) store.packHappened({ type: "goOn" });
  store.showImportsOver(parcelOf(store.pack)?.shipment.id ?? null);
  void (files.length === 0 ? store.chooseImport() : store.importFiles(files));
}

/** Prints the label of the order on the screen again, else of the last purchase; not while one of it is still to come out. */
export async function reprint(): Promise<void> {
  const store = useDesk.getState();
  const label = labelFor("print");
  if (label === null) return;
  const unfinished = findUnfinishedJob(store, label.shipmentID);
  // It may have come out: the question that was put off is asked again, and its no prints.
  if (unfinished?.status === "UNKNOWN") return store.recallQuestion(unfinished.id);
  if (unfinished !== null) {
    refuse();
    return store.tell({ kind: "notDoubled", order: label.orderNumber, job: unfinished }, store.pack);
  }
  const job = await store.reprintLabel(label.shipmentID);
  if (job === null) return;
  store.tellLast({ ...label, kind: "reprinted", at: Date.now(), tookMs: 0, printJobID: job.id });
  await store.loadPrintJobs();
}

/** Asks whether the label of the order on the screen is to be cancelled, else that of the last purchase. */
export function askUndo(): void {
  const label = labelFor("cancel");
  if (label === null) return;
  // A notice about an earlier key is not about this question, and would take its space.
  useDesk.getState().forgetNotice();
  useDesk.getState().askUndo(label);
}

/** @returns Null when there is none; a notice says why. */
function labelFor(act: Act): Bought | null {
  const store = useDesk.getState();
  const subject = subjectOf(store, act);
  if (subject.kind === "label") return subject.label;
  refuse();
  if (subject.kind === "none") store.tell(subject.notice, store.pack);
  return null;
}

/** The sound for a key that does nothing: it came too soon, or there is nothing to act on. */
export function refuse(): void {
  if (useDesk.getState().settings.sound) play("stop");
}

function confirmUndo(): void {
  const store = useDesk.getState();
  void store.confirmUndo((cancelled) => {
    const { last } = useDesk.getState();
    const job = last?.shipmentID === cancelled.shipmentID ? last : { tookMs: 0, printJobID: null };
    store.tellLast({ ...job, ...cancelled, kind: "cancelled", at: Date.now() });
    // Its order is open no more; another order on the screen stays.
    const parcel = parcelOf(useDesk.getState().pack);
    if (parcel?.shipment.id === cancelled.shipmentID) store.packHappened({ type: "close" });
  });
}

/** One step back: from what covers, then from the field, then from the order. */
export function back(): void {
  const store = useDesk.getState();
  const [question, pairing] = [askedJob(store), askedPairing(store)];
  if (store.view !== "pack") store.showView("pack");
  else if (question !== null) store.putOffQuestion(question.id);
  else if (store.asked?.kind === "undo") store.keepPurchase();
  else if (pairing !== null) store.putOffPairing(pairing.id);
  else if (store.reprint.step === "failed") store.dismissReprint();
  else if (store.keysShown) store.showKeys(false);
  else if (asideOf(store) === "import" && store.reading === null) store.dismissImports();
  else if (store.pack.step !== "empty") store.packHappened({ type: "back" });
  else store.dismissImports();
}

/** Yes or no to the question that is open, whatever it asks. */
export function answer(yes: boolean): void {
  const store = useDesk.getState();
  const [question, pairing] = [askedJob(store), askedPairing(store)];
  switch (asideOf(store)) {
    case "question":
      return question === null ? undefined : void store.answerPrintJob(question.id, yes);
    case "undo":
      return yes ? confirmUndo() : store.keepPurchase();
    case "pairing":
      return pairing === null ? undefined : void store.answerPairing(pairing.id, yes);
    default:
      return;
  }
}

export function chooseTemplate(index: number): void {
  const store = useDesk.getState();
  const template = store.templates[index];
  if (template === undefined) return;
  const { length, width, height } = template;
  store.packHappened({ type: "measured", measures: { length, width, height } });
}

export function choose(offerID: string): void {
  useDesk.getState().packHappened({ type: "chose", offerID });
}
