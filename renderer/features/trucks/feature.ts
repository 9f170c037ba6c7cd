/** Hand-over: parcels are scanned onto their carriers' trucks, and the courier signs for them. */
import { Truck } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen, soonPart } from "../../ui/lazy-screen.ts";
import {
  CODE_FIELD_ID,
  createHandOverSlice,
  soundOfTruck,
  type HandOverSlice,
} from "./hand-over.slice.ts";
import { useHandOver } from "./use-hand-over.ts";

const VIEW = "handOver";
/** Pause after each read, ms: several desks may load one truck. */
const PACE_MS = 300;
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The commands are loaded with the view, not with the first screen. */
type Commands = typeof import("./hand-over-commands.ts");
const act =
  (run: (commands: Commands) => void): (() => void) =>
  () =>
    void import("./hand-over-commands.ts").then(run);

/** Returns whether a digit chooses a carrier. */
function hasCarrierAt(digit: number): boolean {
  const { truckCarrier, handOver } = useHandOver.getState();
  return truckCarrier === "" && handOver?.carriers[digit - 1] !== undefined;
}

/** Handles Esc. @returns false when no truck is chosen and no code is typed. */
function stepBack(): boolean {
  const isTyping = document.activeElement?.id === CODE_FIELD_ID;
  if (!isTyping && useHandOver.getState().truckCarrier === "") return false;
  act((commands) => commands.stepBack())();
  return true;
}

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
          run: act((commands) => commands.goOn()),
          isOpen: () => useHandOver.getState().truckCarrier !== "",
          waitsForScreen: true,
          notWhileAsked: true,
        },
        { name: "handOverCode", key: "F2", run: act((commands) => commands.goToCode()) },
        {
          name: "handOverPass",
          key: "F4",
          run: act((commands) => commands.askToPass()),
          notWhileAsked: true,
        },
        { name: "handOverManifest", key: "F6", run: act((commands) => commands.makeAgain()) },
        {
          name: "handOverUndo",
          key: "F8",
          run: act((commands) => commands.undoScan()),
          waitsForScreen: true,
          notWhileAsked: true,
        },
        {
          name: "handOverTakeOff",
          key: "F9",
          run: act((commands) => commands.toggleTakeOff()),
          notWhileAsked: true,
        },
        ...DIGITS.map((digit) => ({
          name: `handOver.carrier${digit}`,
          key: String(digit),
          run: act((commands) => commands.chooseAt(digit)),
          isOpen: () => hasCarrierAt(digit),
          notWhileAsked: true,
        })),
      ],
      keyLines: [
        { rank: 0, key: "1 … 9", words: "handOver.keys.carrier" },
        { rank: 0.5, key: "Enter", words: "handOver.keys.end" },
        { rank: 2, key: "F2", words: "handOver.keys.code" },
        { rank: 4, key: "F4", words: "handOver.keys.pass" },
        { rank: 6, key: "F6", words: "handOver.keys.again" },
        { rank: 8, key: "F8", words: "handOver.keys.undo" },
        { rank: 9, key: "F9", words: "handOver.keys.takeOff" },
      ],
      takeCode(code) {
        void useHandOver.getState().scanParcel(code);
        return true;
      },
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
      answer: (_carrier, yes) => useHandOver.getState().answerEnd(yes),
      putOff: () => useHandOver.getState().askEnd(null),
    },
    {
      name: "passLabel",
      Panel: soonPart(async () => (await import("./HandOverQuestions.tsx")).PassQuestion),
      isPackersOwn: true,
      next: ({ view, passAsked }) => (view === VIEW ? passAsked : null),
      isOpen: ({ view, passAsked }, id) => view === VIEW && passAsked === id,
      answer: (code, yes) => useHandOver.getState().answerPass(code, yes),
      putOff: () => useHandOver.getState().askPass(null),
    },
  ],
  soundOf: soundOfTruck,
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
