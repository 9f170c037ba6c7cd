/**
 * Joining the stations of an organization, as far as it outlasts the section: the code that is in
 * the field, and the station's new start.
 */
import type { StateCreator } from "zustand";

export type StationsSlice = {
  /**
   * What stands in the field. It is a secret: it goes when it was used, and when the window closes.
   */
  readonly joinCode: string;
  /** How often a code was scanned: each time the field gets the focus. */
  readonly scannedCodes: number;
  /** The core has what it was asked for, and starts again. */
  readonly isStartingAgain: boolean;
  typeJoinCode(text: string): void;
  /** How often a code was scanned while this desk is with a hub already: it is of no use here. */
  readonly needlessCodes: number;
  /**
   * @param hasField Whether the section has a field for it now.
   * @returns False when the text is no join code.
   */
  takeJoinCode(text: string, hasField: boolean): boolean;
  forgetNeedless(): void;
  awaitStart(): void;
  /** The core runs again. */
  noteStart(): Promise<void>;
};

/** A scanner that is set to another layout sends another sign for "-". */
const SCANNED = /^PB1[-*_=?/]/i;

/** Longer than any order's number that begins like one. */
const SHORTEST = 40;

/** Whether a code that was scanned anywhere can be nothing else. */
export const isJoinCode = (text: string): boolean => text.length >= SHORTEST && SCANNED.test(text);

/** The slice: nothing typed. */
export const createStationsSlice: StateCreator<StationsSlice> = (set, get) => ({
  joinCode: "",
  scannedCodes: 0,
  isStartingAgain: false,
  typeJoinCode: (joinCode) => set({ joinCode }),
  needlessCodes: 0,
  takeJoinCode(text, hasField) {
    if (!SCANNED.test(text)) return false;
    if (!hasField) {
      set({ needlessCodes: get().needlessCodes + 1 });
      return true;
    }
    set({ joinCode: text.replace(SCANNED, "PB1-"), scannedCodes: get().scannedCodes + 1 });
    return true;
  },
  forgetNeedless: () => set({ needlessCodes: 0 }),
  awaitStart: () => set({ joinCode: "", isStartingAgain: true }),
  async noteStart() {
    set({ isStartingAgain: false });
  },
});
