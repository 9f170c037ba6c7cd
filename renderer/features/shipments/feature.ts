/** All shipments: the list of a million, and one of them whole. */
import { Boxes } from "lucide-react";
import { REPRINT_REASONS } from "../../../core/printing/printing.schema.ts";
import type { Feature } from "../../store/feature.ts";
import { SHIPMENTS_VIEW } from "../../store/navigation.slice.ts";
import { lazyScreen, soonPart } from "../../ui/lazy-screen.ts";
import { answerCancel, answerReprint, askCancelSelected, asksReprintReason, buySelected, printSelected, stepBack } from "./shipment-commands.ts";
import { findShipments } from "./find-shipments.ts";
import { createShipmentsSlices, useShipments, type ShipmentsSlices } from "./use-shipments.ts";

/** Purchases come many a second; so often is enough for an eye. */
const PACE_MS = 400;
/** Times as long as the reading took. */
const REST = 4;

const isShown = (): boolean => useShipments.getState().view === SHIPMENTS_VIEW;

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
        { name: "shipmentsBuy", key: "F2", run: buySelected, waitsForScreen: true, notWhileAsked: true },
        { name: "shipmentsPrint", key: "F6", run: printSelected, waitsForScreen: true, notWhileAsked: true },
        { name: "shipmentsCancel", key: "F8", run: askCancelSelected, notWhileAsked: true },
        ...REPRINT_REASONS.map((reason, index) => ({ name: `shipmentsReprint.${reason}`, key: String(index + 1), run: () => answerReprint(reason), isOpen: asksReprintReason, waitsForScreen: true })),
      ],
      keyLines: [
        { rank: 0, key: "/ · Ctrl+F", words: "keys.shipmentsSearch" },
        { rank: 0.5, key: "Enter", words: "keys.shipmentsOpen" },
        { rank: 1, key: "Space · Shift+↓ · Ctrl+A", words: "keys.shipmentsTable" },
        { rank: 1.5, key: "Ctrl+C · Alt+← →", words: "keys.shipmentsCell" },
        { rank: 2, key: "F2", words: "keys.shipmentsBuy" },
        { rank: 6, key: "F6", words: "keys.shipmentsPrint" },
        { rank: 8, key: "F8", words: "keys.shipmentsCancel" },
      ],
      back: stepBack,
      asks: () => useShipments.getState().asksCancel || useShipments.getState().asksCancelOpen,
      shows() {
        const { openedShipment, selectedShipments, bulk, shipmentDetail, elsewhere } = useShipments.getState();
        return [openedShipment?.id ?? "", elsewhere.step, String(asksReprintReason()), shipmentDetail?.detail.shipment.statusCode ?? "", String(selectedShipments.size), bulk.step];
      },
    },
  ],
  questions: [
    {
      name: "cancelShipments",
      Panel: soonPart(async () => (await import("./CancelQuestion.tsx")).CancelQuestion),
      isPackersOwn: true,
      next: ({ view, asksCancel, asksCancelOpen }) => (view === SHIPMENTS_VIEW && (asksCancel || asksCancelOpen) ? "cancel" : null),
      isOpen: ({ view, asksCancel, asksCancelOpen }) => view === SHIPMENTS_VIEW && (asksCancel || asksCancelOpen),
      answer: (_id, yes) => answerCancel(yes),
      putOff: () => answerCancel(false),
    },
  ],
  finder: { title: "app.view.shipments", find: findShipments },
  refetchOn: [
    { topics: ["sharedprinter.changed", "sync.changed"], read: async () => (isShown() ? useShipments.getState().refreshElsewhere() : undefined) },
    { topics: ["printrequest.changed"], read: async () => (isShown() ? useShipments.getState().loadPrintRequests() : undefined) },
    {
      topics: ["shipment.changed", "tracking.updated", "printjob.changed", "webhook.changed", "import.done", "balance.changed"],
      async read() {
        if (!isShown()) return;
        const begun = performance.now();
        await (useShipments.getState().openedShipment === null ? useShipments.getState().refreshShipments() : useShipments.getState().loadShipmentDetail());
        // A filter over a million rows takes a while: the list reads a fifth of the time at most, and leaves the rest to others.
        await new Promise((resolve) => setTimeout(resolve, Math.max(PACE_MS, REST * (performance.now() - begun))));
      },
    },
  ],
} as const satisfies Feature<ShipmentsSlices>;
