/**
 * State of joining that survives closing the section: the code in the field, and the restart of the
 * station.
 */
import type { StateCreator } from "zustand";

export type StationsSlice = {
  /** Text of the code field. A secret: dropped after use, and when the window closes. */
  readonly joinCode: string;
  /** Counts scanned codes: each scan focuses the field. */
  readonly scannedCodes: number;
  /** Whether the core has accepted a request to join or leave, and restarts. */
  readonly isStartingAgain: boolean;
  typeJoinCode(text: string): void;
  /** Counts codes scanned although this station has already joined a hub. */
  readonly joinedScans: number;
  /**
   * Takes a scanned join code.
   *
   * @param hasField Whether the section shows the code field now.
   * @returns false when the text is not a join code.
   */
  takeJoinCode(text: string, hasField: boolean): boolean;
  forgetJoinedScans(): void;
  awaitStart(): void;
  /** Called when the core runs again. */
  noteStart(): Promise<void>;
};

/** A scanner with another keyboard layout sends another character for "-". */
const SCANNED = /^PB1[-*_=?/]/i;

/** Shortest text that can only be a join code; no order number with the same start is as long. */
const SHORTEST = 40;

/** Returns whether a scanned code can only be a join code. */
export const isJoinCode = (text: string): boolean => text.length >= SHORTEST && SCANNED.test(text);

/** Creates the slice with nothing typed. */
export const createStationsSlice: StateCreator<StationsSlice> = (set, get) => ({
  joinCode: "",
  scannedCodes: 0,
  isStartingAgain: false,
  typeJoinCode: (joinCode) => set({ joinCode }),
  joinedScans: 0,
  takeJoinCode(text, hasField) {
    if (!SCANNED.test(text)) return false;
    if (!hasField) {
      set({ joinedScans: get().joinedScans + 1 });
      return true;
    }
    set({ joinCode: text.replace(SCANNED, "PB1-"), scannedCodes: get().scannedCodes + 1 });
    return true;
  },
  forgetJoinedScans: () => set({ joinedScans: 0 }),
  awaitStart: () => set({ joinCode: "", isStartingAgain: true }),
  async noteStart() {
    set({ isStartingAgain: false });
  },
});
