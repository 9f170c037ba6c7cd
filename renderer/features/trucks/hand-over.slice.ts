/** Trucks of today: the carriers, the truck that is being loaded, the last scan, the manifests. */
import type { StateCreator } from "zustand";
import type {
  EndedHandOver,
  HandOver,
  HandOverScanned,
  Truck,
} from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { Failure } from "../../lib/failure.ts";
import type { Sound } from "../../lib/sound.ts";

/** Field for codes that a person types, because a label cannot be scanned. */
export const CODE_FIELD_ID = "hand-over-code";

export type Act = "load" | "takeBack";

/** Result of the newest scan. `no`: grows with each scan, so that equal results differ. */
export type LastScan =
  | { readonly step: "none" }
  | { readonly step: "counted"; readonly no: number; readonly scanned: HandOverScanned }
  | {
      readonly step: "refused";
      readonly no: number;
      readonly code: string;
      readonly act: Act;
      readonly failure: Failure;
    };

/** The end of a truck's loading, and its paper. */
type Ending =
  | { readonly step: "none" }
  | { readonly step: "sending" }
  | { readonly step: "ended"; readonly handOver: EndedHandOver; readonly paper: Paper }
  | { readonly step: "failed"; readonly failure: Failure };

export type PaperKind = "paper" | "pdf" | "xlsx";

/** `unsaved`: no place was chosen for the file. */
export type Paper =
  | { readonly step: "none" | "making" | "printed" | "unsaved" }
  | { readonly step: "saved"; readonly name: string }
  | { readonly step: "failed"; readonly failure: Failure };

export type HandOverSlice = {
  /** null until first read. */
  readonly handOver: HandOver | null;
  readonly handOverFailure: Failure | null;
  /** Provider code of the truck that is being loaded; "" while none is chosen. */
  readonly truckCarrier: string;
  readonly truck: Truck | null;
  readonly lastScan: LastScan;
  /** Whether the next scan takes its parcel off the truck. */
  readonly takesOff: boolean;
  /** Carrier whose loading the packer is asked to end; null: no question. */
  readonly endAsked: string | null;
  /** Refused code that a lead is asked to pass; null: no question. */
  readonly passAsked: string | null;
  readonly ending: Ending;
  /** Paper of an earlier manifest. */
  readonly olderPaper: Paper;
  /** Whether a printer has the role for A4 documents; false until the printers are read. */
  readonly hasPaperPrinter: boolean;
  loadHandOver(): Promise<void>;
  chooseTruck(carrier: string): void;
  leaveTruck(): void;
  /** Scans a code; the codes of several scans are sent one after the other. */
  scanParcel(code: string, more?: { readonly act?: Act; readonly pass?: boolean }): Promise<void>;
  setTakesOff(takesOff: boolean): void;
  askEnd(carrier: string | null): void;
  askPass(code: string | null): void;
  /** Handles the answer whether to end the loading, which makes the truck's manifest. */
  answerEnd(yes: boolean): void;
  /** Handles the answer whether to hand over a label that its carrier does not know. */
  answerPass(code: string, yes: boolean): void;
  /** Prints or saves the manifest of a hand-over again. */
  takeManifestOf(id: string, as: PaperKind): Promise<void>;
};

/** The calls are loaded with the view, not with the first screen. */
const calls = () => import("./hand-over-calls.ts");

const NOTHING_SCANNED = {
  lastScan: { step: "none" },
  takesOff: false,
  endAsked: null,
  passAsked: null,
  ending: { step: "none" },
} as const;

/** Creates the slice with nothing read yet. */
export const createHandOverSlice: StateCreator<HandOverSlice> = (set, get) => {
  let queue: Promise<void> = Promise.resolve();
  return {
    handOver: null,
    handOverFailure: null,
    truckCarrier: "",
    truck: null,
    olderPaper: { step: "none" },
    hasPaperPrinter: false,
    ...NOTHING_SCANNED,
    loadHandOver: async () => (await calls()).load(set, get),
    chooseTruck(truckCarrier) {
      set({ truckCarrier, truck: null, olderPaper: { step: "none" }, ...NOTHING_SCANNED });
      void get().loadHandOver();
    },
    leaveTruck: () => set({ truckCarrier: "", truck: null, ...NOTHING_SCANNED }),
    scanParcel(code, { act, pass = false } = {}) {
      // Decided at the scan: the packer may change the mode before the answer.
      const what = act ?? (get().takesOff ? "takeBack" : "load");
      set({ takesOff: false, endAsked: null, passAsked: null });
      queue = queue.then(async () => (await calls()).scan(set, get, { code, act: what, pass }));
      return queue;
    },
    setTakesOff: (takesOff) => set({ takesOff }),
    askEnd: (endAsked) => set(endAsked === null ? { endAsked } : { endAsked, takesOff: false }),
    askPass: (passAsked) => set({ passAsked }),
    answerEnd(yes) {
      set({ endAsked: null });
      if (!yes) return;
      set({ ending: { step: "sending" } });
      // A scan after the answer waits for the end, and goes onto the next truck.
      queue = queue.then(async () => (await calls()).end(set, get));
    },
    answerPass(code, yes) {
      set({ passAsked: null });
      if (yes) void get().scanParcel(code, { act: "load", pass: true });
    },
    takeManifestOf: async (id, as) => (await calls()).takeManifest(set, get, { id, as }),
  };
};

/** Returns the sound for a scan, an end or a manifest; null for other changes. */
export function soundOfTruck(
  { ending, lastScan, olderPaper }: HandOverSlice,
  before: HandOverSlice,
): Sound | null {
  const isEnded = ending.step === "ended";
  if (ending !== before.ending) {
    if ((isEnded ? ending.paper : ending).step === "failed") return "stop";
    if (isEnded && before.ending.step === "sending") return "done";
  }
  if (olderPaper !== before.olderPaper && olderPaper.step === "failed") return "stop";
  if (lastScan === before.lastScan || lastScan.step === "none") return null;
  if (lastScan.step === "refused") return "stop";
  return lastScan.scanned.step === "repeated" ? "ask" : "done";
}
