/** Shipments: the list of up to a million shipments, and the detail of one. */
import { Boxes } from "lucide-react";
import type { Feature, Question } from "../../store/feature.ts";
import type { SharedState } from "../../store/shared.ts";
import { SHIPMENTS_VIEW } from "../../store/navigation.slice.ts";
import { lazyScreen, soonPart } from "../../ui/lazy-screen.ts";
import {
  answerQuestion,
  askCancelSelected,
  enterScan,
  asksReprintReason,
  buySelected,
  hasDigit,
  pickSelected,
  printSelected,
  stepBack,
  takeDigit,
} from "./shipment-commands.ts";
import { shipmentInHand } from "./panel.slice.ts";
import type { ShipmentsQuestion } from "./question.slice.ts";
import { createShipmentsSlices, useShipments, type ShipmentsSlices } from "./use-shipments.ts";

/**
 * Shortest pause after a refresh, ms: there may be many purchases per second, and a person does not
 * notice faster updates.
 */
const PACE_MS = 400;
/** Pause after a refresh, as a multiple of its duration. */
const REST = 4;

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const isShown = (): boolean => useShipments.getState().view === SHIPMENTS_VIEW;

/**
 * Returns the parts common to all questions of this view.
 *
 * @param kinds Kinds of questions that have these parts.
 */
function asking(
  ...kinds: readonly ShipmentsQuestion[]
): Pick<Question<SharedState & ShipmentsSlices>, "next" | "isOpen" | "answer" | "putOff"> {
  type Now = Pick<SharedState & ShipmentsSlices, "view" | "shipmentsQuestion">;
  const asked = ({ view, shipmentsQuestion }: Now): string | null =>
    kinds.find((kind) => view === SHIPMENTS_VIEW && kind === shipmentsQuestion) ?? null;
  return {
    next: asked,
    isOpen: (state) => asked(state) !== null,
    answer: (_id, yes) => answerQuestion(yes),
    putOff: () => answerQuestion(false),
  };
}

export const shipments = {
  slice: createShipmentsSlices,
  bind: useShipments.bind,
  views: [
    {
      name: SHIPMENTS_VIEW,
      title: "app.view.shipments",
      Icon: Boxes,
      Screen: lazyScreen(async () => (await import("./Shipments.tsx")).Shipments),
      commands: [
        {
          name: "shipmentsBuy",
          key: "F2",
          run: buySelected,
          waitsForScreen: true,
          notWhileAsked: true,
        },
        { name: "shipmentsPick", key: "F4", run: pickSelected, notWhileAsked: true },
        {
          name: "shipmentsPrint",
          key: "F6",
          run: printSelected,
          waitsForScreen: true,
          notWhileAsked: true,
        },
        { name: "shipmentsScan", key: "F7", run: enterScan, notWhileAsked: true },
        { name: "shipmentsCancel", key: "F8", run: askCancelSelected, notWhileAsked: true },
        ...DIGITS.map((digit) => ({
          name: `shipmentsDigit${digit}`,
          key: String(digit),
          run: () => takeDigit(digit),
          isOpen: () => hasDigit(digit),
          waitsForScreen: true,
          notWhileAsked: true,
        })),
      ],
      keyLines: [
        { rank: 0, key: "/ · Ctrl+F", words: "keys.shipmentsSearch" },
        { rank: 0.5, key: "Enter", words: "keys.shipmentsOpen" },
        { rank: 1, key: "Space · Shift+↓ · Ctrl+A", words: "keys.shipmentsTable" },
        { rank: 1.5, key: "Ctrl+C · Alt+← → ↑ ↓", words: "keys.shipmentsCell" },
        { rank: 2, key: "F2", words: "keys.shipmentsBuy" },
        { rank: 4, key: "F4", words: "keys.shipmentsPick" },
        { rank: 6, key: "F6", words: "keys.shipmentsPrint" },
        { rank: 7, key: "F7", words: "tracking.hand.title" },
        { rank: 8, key: "F8", words: "keys.shipmentsCancel" },
      ],
      back: stepBack,
      asks: () => useShipments.getState().shipmentsQuestion !== null,
      shows() {
        const state = useShipments.getState();
        const { selectedShipments, bulk, shipmentDetail, elsewhere } = state;
        return [
          shipmentInHand(state) ?? "",
          elsewhere.step,
          String(asksReprintReason()),
          shipmentDetail?.detail.shipment.statusCode ?? "",
          String(selectedShipments.size),
          bulk.step,
        ];
      },
    },
  ],
  questions: [
    {
      name: "cancelShipments",
      Panel: soonPart(async () => (await import("./CancelQuestion.tsx")).CancelQuestion),
      isPackersOwn: true,
      ...asking("cancel", "cancelOpen"),
    },
    {
      name: "buyShipments",
      Panel: soonPart(async () => (await import("./BuyQuestion.tsx")).BuyQuestion),
      isPackersOwn: true,
      ...asking("buy"),
    },
    {
      name: "buySampleReturn",
      Panel: soonPart(async () => (await import("./SampleReturn.tsx")).SampleReturn),
      isPackersOwn: true,
      ...asking("sample"),
    },
    {
      name: "makeReturn",
      Panel: soonPart(async () => (await import("./ReturnQuestion.tsx")).ReturnQuestion),
      isPackersOwn: true,
      ...asking("return"),
    },
  ],
  finder: {
    title: "app.view.shipments",
    find: async (text) => (await import("./find-shipments.ts")).findShipments(text),
  },
  refetchOn: [
    {
      topics: ["sharedprinter.changed", "sync.changed"],
      read: async () => (isShown() ? useShipments.getState().refreshElsewhere() : undefined),
    },
    {
      topics: ["printrequest.changed"],
      read: async () => (isShown() ? useShipments.getState().loadPrintRequests() : undefined),
    },
    {
      topics: ["shipment.changed"],
      readOne: (shipmentID) => useShipments.getState().refreshSelected(shipmentID),
    },
    {
      topics: [
        "shipment.changed",
        "tracking.updated",
        "printjob.changed",
        "webhook.changed",
        "import.done",
        "balance.changed",
      ],
      async read() {
        if (!isShown()) return;
        const startedAt = performance.now();
        const { openedShipment, refreshShipments, loadUsedServices, loadShipmentDetail } =
          useShipments.getState();
        if (openedShipment === null) await Promise.all([refreshShipments(), loadUsedServices()]);
        await loadShipmentDetail();
        // Filtering a million rows takes a while: the list reads at most a fifth of the time, and
        // leaves the rest to others.
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(PACE_MS, REST * (performance.now() - startedAt))),
        );
      },
    },
  ],
} as const satisfies Feature<ShipmentsSlices>;
