/** Hand-over: parcels are scanned onto their carriers' trucks, and the courier signs for them. */
import { Truck } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen, soonPart } from "../../ui/lazy-screen.ts";
import {
  answerEnd,
  answerPass,
  askToPass,
  chooseAt,
  goOn,
  goToCode,
  hasCarrierAt,
  hasEnter,
  stepBack,
  takeParcel,
  toggleTakeOff,
  undoScan,
} from "./hand-over-commands.ts";
import { createHandOverSlice, mayPass, type HandOverSlice } from "./hand-over.slice.ts";
import { useHandOver } from "./use-hand-over.ts";

const VIEW = "handOver";
/** Pause after each read, ms: several desks may load one truck. */
const PACE_MS = 300;
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export const trucks = {
  slice: createHandOverSlice,
  bind: useHandOver.bind,
  views: [
    {
      name: VIEW,
      title: "app.view.handOver",
      Icon: Truck,
      Screen: lazyScreen(async () => (await import("./HandOver.tsx")).HandOver),
      opener: {
        key: "Ctrl+T",
        words: "keys.handOver",
        alsoFoundBy: "keys.handOverAlso",
        run: () => useHandOver.getState().showView(VIEW),
      },
      commands: [
        {
          name: "handOverEnd",
          key: "Enter",
          run: goOn,
          isOpen: hasEnter,
          waitsForScreen: true,
          notWhileAsked: true,
        },
        { name: "handOverCode", key: "F2", run: goToCode },
        {
          name: "handOverPass",
          key: "F4",
          run: askToPass,
          isOpen: () => mayPass(useHandOver.getState()),
          notWhileAsked: true,
        },
        { name: "handOverUndo", key: "F8", run: undoScan, waitsForScreen: true },
        { name: "handOverTakeOff", key: "F9", run: toggleTakeOff },
        ...DIGITS.map((digit) => ({
          name: `handOver.carrier${digit}`,
          key: String(digit),
          run: () => chooseAt(digit),
          isOpen: () => hasCarrierAt(digit),
          notWhileAsked: true,
        })),
      ],
      keyLines: [
        { rank: 0, key: "1 … 9", words: "handOver.keys.carrier" },
        { rank: 0.5, key: "Enter", words: "handOver.keys.end" },
        { rank: 2, key: "F2", words: "handOver.keys.code" },
        { rank: 4, key: "F4", words: "handOver.keys.pass" },
        { rank: 8, key: "F8", words: "handOver.keys.undo" },
        { rank: 9, key: "F9", words: "handOver.keys.takeOff" },
      ],
      takeCode: takeParcel,
      back: stepBack,
      asks: () => true,
      shows() {
        const { truckCarrier, lastScan, ending, takesOff } = useHandOver.getState();
        const scanned =
          lastScan.step === "none" ? "" : `${lastScan.step} ${lastScan.no} ${lastScan.step}`;
        return [truckCarrier, scanned, ending.step, String(takesOff)];
      },
    },
  ],
  questions: [
    {
      name: "endLoading",
      Panel: soonPart(async () => (await import("./HandOverQuestions.tsx")).EndQuestion),
      isPackersOwn: true,
      next: ({ view, endAsked }) => (view === VIEW ? endAsked : null),
      isOpen: ({ view, endAsked }, id) => view === VIEW && endAsked === id,
      answer: answerEnd,
      putOff: () => useHandOver.getState().askEnd(null),
    },
    {
      name: "passLabel",
      Panel: soonPart(async () => (await import("./HandOverQuestions.tsx")).PassQuestion),
      isPackersOwn: true,
      next: ({ view, passAsked }) => (view === VIEW ? passAsked : null),
      isOpen: ({ view, passAsked }, id) => view === VIEW && passAsked === id,
      answer: answerPass,
      putOff: () => useHandOver.getState().askPass(null),
    },
  ],
  soundOf(now, before) {
    if (now.ending !== before.ending) {
      if (now.ending.step === "failed") return "stop";
      if (now.ending.step === "ended" && before.ending.step === "sending") return "done";
    }
    if (now.lastScan === before.lastScan || now.lastScan.step === "none") return null;
    if (now.lastScan.step === "refused") return "stop";
    return now.lastScan.scanned.step === "repeated" ? "ask" : "done";
  },
  refetchOn: [
    {
      topics: ["shipment.changed", "tracking.updated", "handover.changed", "snapshot.taken"],
      async read() {
        if (useHandOver.getState().view !== VIEW) return;
        await useHandOver.getState().loadHandOver();
        await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      },
    },
  ],
} as const satisfies Feature<HandOverSlice>;
