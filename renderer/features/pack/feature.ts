/** Packing: from the scan of an order to its printed label. The view Pack is open at the start. */
import { Package } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { lazyScreen, soonPart } from "../../ui/lazy-screen.ts";
import { forgetCancelled } from "./prints/forget-cancelled.ts";
import { LastResult } from "./prints/LastResult.tsx";
import { answerChange, keepOrder } from "./parcel/order-change-commands.ts";
import { nameOfChange } from "../../ui/order-changes/needs-decision.ts";
import { undecidedOf } from "./parcel/order-change.slice.ts";
import { answerRemoveBox, removeLastBox } from "./parcel/box-commands.ts";
import { joinWaiting, separateJoined } from "./parcel/together-commands.ts";
import { chooseSize, holdOrRelease, showSameNumber } from "./order-commands.ts";
import { askUndo, buyAnyway, confirmUndo, goToOffers, reprint, weigh } from "./pack-commands.ts";
import { skipUnreadable } from "./scan/label-scan.ts";
import { readScales } from "./parcel/scale-weight.ts";
import { packHome } from "./pack-home.ts";
import { isRefusedByCarrier, parcelOf } from "./pack-step.ts";
import { PackView } from "./PackView.tsx";
import { askOrUse } from "./offers/use-marketplaces.ts";
import { offerToBuy } from "./offers/sample.slice.ts";
import { createPackSlices, usePack, type PackSlices } from "./use-pack.ts";

const PackingSettings = lazyScreen(
  async () => (await import("./PackingSettings.tsx")).PackingSettings,
);
const LabelPicture = soonPart(async () => (await import("./prints/LabelPicture.tsx")).LabelPicture);
const TodayPanel = lazyScreen(async () => (await import("./prints/TodayPanel.tsx")).TodayPanel);

/** Hidden button that attaches a paper. */
const ATTACH_PAPER_ID = "attach-paper";

export const pack = {
  slice: createPackSlices,
  bind: usePack.bind,
  // Loaded at once, because it is the first view that opens.
  views: [{ name: HOME_VIEW, title: "app.view.pack", Icon: Package, Screen: PackView }],
  home: packHome,
  sections: [
    {
      name: "packing",
      group: "desk",
      rank: 55,
      title: "desk.settings.title",
      Screen: PackingSettings,
    },
  ],
  slots: { lastResult: [LastResult], labelPicture: [LabelPicture] },
  overlays: [
    {
      name: "reprint",
      Panel: soonPart(async () => (await import("./prints/ReprintPanel.tsx")).ReprintPanel),
      isOpen: ({ reprint: { step } }) => step === "asking" || step === "failed",
      close({ dismissReprint }) {
        dismissReprint();
        return true;
      },
    },
    {
      name: "hold",
      Panel: soonPart(async () => (await import("./parcel/HoldPanel.tsx")).HoldPanel),
      isOpen: ({ hold }) => Boolean(hold),
      close({ dismissHold }) {
        dismissHold();
        return true;
      },
    },
    {
      name: "today",
      Panel: TodayPanel,
      isOpen: ({ todayShown }) => todayShown,
      close({ showToday }) {
        showToday(false);
        return true;
      },
    },
  ],
  questions: [
    {
      name: "orderChange",
      Panel: soonPart(async () => (await import("./parcel/ChangeQuestion.tsx")).ChangeQuestion),
      next({ pack: now, changePutOff }) {
        const change = undecidedOf(now);
        const name = change === null ? null : nameOfChange(change);
        return name === changePutOff ? null : name;
      },
      isOpen({ pack: now, changePutOff }, id) {
        const change = undecidedOf(now);
        return change !== null && nameOfChange(change) === id && changePutOff !== id;
      },
      answer: (_id, yes) => answerChange(yes),
      putOff: (id) => usePack.getState().putOffChange(id),
    },
    {
      name: "samplePrice",
      Panel: soonPart(async () => (await import("./offers/SampleQuestion.tsx")).SampleQuestion),
      isPackersOwn: true,
      // The question closes when another offer or another order is on the screen.
      next: ({ sampleAsked, pack: now }) =>
        sampleAsked !== null && sampleAsked.offerID === offerToBuy(now)
          ? sampleAsked.offerID
          : null,
      isOpen: ({ sampleAsked, pack: now }, id) =>
        sampleAsked?.offerID === id && offerToBuy(now) === id,
      answer: (_id, yes) => usePack.getState().answerSample(yes),
      putOff: () => usePack.getState().answerSample(false),
    },
    {
      name: "removeBox",
      Panel: soonPart(async () => (await import("./parcel/BoxQuestion.tsx")).BoxQuestion),
      isPackersOwn: true,
      // The question closes when another order is on the screen.
      next: ({ boxAsked, pack: now }) =>
        boxAsked?.onScreenID === parcelOf(now)?.shipment.id ? (boxAsked?.shipmentID ?? null) : null,
      isOpen: ({ boxAsked, pack: now }, id) =>
        boxAsked?.shipmentID === id && boxAsked.onScreenID === parcelOf(now)?.shipment.id,
      answer: (_id, yes) => answerRemoveBox(yes),
      putOff: () => answerRemoveBox(false),
    },
    {
      name: "undo",
      Panel: soonPart(async () => (await import("./prints/UndoQuestion.tsx")).UndoQuestion),
      isPackersOwn: true,
      next: ({ undo }) => (undo.step === "none" ? null : undo.purchase.shipmentID),
      isOpen: ({ undo }) => undo.step !== "none",
      answer: (_id, yes) => (yes ? confirmUndo() : usePack.getState().keepPurchase()),
      putOff: () => usePack.getState().keepPurchase(),
      shows: ({ undo }) =>
        undo.step === "none" ? "undo" : `undo ${undo.step} ${undo.purchase.shipmentID}`,
    },
  ],
  commands: [
    { name: "weigh", key: "F2", run: weigh },
    { name: "size", key: "F3", run: chooseSize },
    { name: "offers", key: "F4", run: goToOffers },
    { name: "buyAnyway", key: "F5", run: buyAnyway, notWhileAsked: true, waitsForScreen: true },
    // Refused while a question is open: while the packer is asked whether a label came out, a
    // second label would come out unnoticed.
    {
      name: "reprint",
      key: "F6",
      run: () => void reprint(),
      notWhileAsked: true,
      waitsForScreen: true,
    },
    // F8 only asks and never answers; otherwise a bouncing key would cancel the purchase unseen. F8
    // is refused while a question is open.
    { name: "undo", key: "F8", run: askUndo, notWhileAsked: true },
    { name: "hold", key: "F9", run: holdOrRelease, notWhileAsked: true },
    {
      name: "removeBox",
      key: "Alt+X",
      run: removeLastBox,
      notWhileAsked: true,
      waitsForScreen: true,
    },
    {
      name: "marketplaces",
      key: "Alt+M",
      run: askOrUse,
      notWhileAsked: true,
      waitsForScreen: true,
    },
    {
      name: "attachPaper",
      key: "Alt+P",
      // The button is there while an order lacks its paper.
      run: () => document.getElementById(ATTACH_PAPER_ID)?.click(),
      notWhileAsked: true,
    },
    {
      name: "keepOrder",
      key: "Alt+K",
      run: keepOrder,
      notWhileAsked: true,
      waitsForScreen: true,
    },
    { name: "unreadableLabel", key: "Alt+L", run: skipUnreadable, notWhileAsked: true },
    {
      name: "joinOrders",
      key: "Alt+T",
      run: joinWaiting,
      notWhileAsked: true,
      waitsForScreen: true,
    },
    {
      name: "separateOrders",
      key: "Alt+U",
      run: separateJoined,
      notWhileAsked: true,
      waitsForScreen: true,
    },
    { name: "sameNumber", key: "Alt+S", run: showSameNumber, notWhileAsked: true },
    {
      name: "today",
      key: "F11",
      run: () => usePack.getState().showToday(!usePack.getState().todayShown),
      notWhileAsked: true,
    },
  ],
  keyLines: [
    { rank: 0, key: "Enter", words: "keys.enter" },
    { rank: 1, key: "1 … 9", words: "keys.digits" },
    { rank: 2, key: "F2", words: "keys.weigh" },
    { rank: 3, key: "F3", words: "keys.size" },
    { rank: 3.5, key: "F3 1 … 9", words: "keys.boxes" },
    { rank: 4, key: "F4", words: "keys.offers" },
    { rank: 5, key: "F5", words: "keys.buyAnyway" },
    { rank: 6, key: "F6", words: "keys.reprint" },
    { rank: 8, key: "F8", words: "keys.undo" },
    { rank: 9, key: "F9", words: "desk.keys.hold" },
    { rank: 11, key: "F11", words: "desk.keys.today" },
    { rank: 11.4, key: "Alt+M", words: "keys.marketplaces" },
    { rank: 11.5, key: "Alt+B", words: "desk.keys.box" },
    { rank: 11.55, key: "Alt+X", words: "desk.keys.removeBox" },
    { rank: 11.58, key: "Alt+S", words: "desk.keys.sameNumber" },
    { rank: 11.59, key: "Alt+L", words: "desk.keys.unreadable" },
    { rank: 11.595, key: "Alt+P", words: "desk.keys.paper" },
    { rank: 11.597, key: "Alt+K", words: "orderChanges.keepKey" },
    { rank: 11.6, key: "Alt+T", words: "desk.keys.join" },
    { rank: 11.61, key: "Alt+U", words: "desk.keys.separate" },
  ],
  refetchOn: [
    {
      topics: ["shipment.changed"],
      readOne: (shipmentID) => usePack.getState().refreshParcel(shipmentID),
    },
    { topics: ["product.changed"], read: refreshContents },
    { topics: ["shipment.changed"], readOne: forgetCancelled },
    { topics: ["shipment.changed", "import.done"], read: () => usePack.getState().loadWaiting() },
    { topics: ["printrequest.changed"], read: () => usePack.getState().refreshSent() },
    { topics: ["shipment.changed", "printjob.changed"], read: refreshToday },
  ],
  onStart() {
    void usePack.getState().loadWaiting();
    void usePack.getState().loadTemplates();
    void usePack.getState().loadMarketplaces();
    void usePack.getState().loadPacking();
    void usePack.getState().loadToday();
    void readScales();
  },
  soundOf(now, before) {
    const isStop = (step: string): boolean => step === "failed" || step === "wrongLabel";
    if (isStop(now.pack.step) && now.pack.step !== before.pack.step) return "stop";
    if (isRefusedByCarrier(now.pack) && !isRefusedByCarrier(before.pack)) return "stop";
    if (now.last === before.last || now.last === null) return null;
    // The label was cancelled elsewhere, so nothing was done here.
    return now.last.kind === "cancelled" && now.last.at === before.last?.at ? null : "done";
  },
} as const satisfies Feature<PackSlices> & { readonly home: typeof packHome };

/** Reads the open order again: its items may have other barcodes. */
async function refreshContents(): Promise<void> {
  const { pack: now, refreshParcel } = usePack.getState();
  const parcel = parcelOf(now);
  if (parcel !== null) await refreshParcel(parcel.shipment.id);
}

/**
 * Reads today's labels again while they are shown: in their panel, or in the status bar before the
 * first result.
 */
async function refreshToday(): Promise<void> {
  const { todayShown, last, loadToday } = usePack.getState();
  if (todayShown || last === null) await loadToday();
}
