/** Which guide is open, and where in it a link led. */
import type { StateCreator } from "zustand";
import type { SharedState } from "../../store/shared.ts";
import type { GuideName } from "./guide.ts";

export type HelpSlice = {
  readonly helpGuide: GuideName;
  /** The heading to go to; empty: the guide's beginning. */
  readonly helpAnchor: string;
  showGuide(name: GuideName, anchor?: string): void;
};

/** The help's slice: the packer's card. */
export const createHelpSlice: StateCreator<SharedState & HelpSlice, [], [], HelpSlice> = (set) => ({
  helpGuide: "packer",
  helpAnchor: "",
  showGuide: (helpGuide, helpAnchor = "") => set({ helpGuide, helpAnchor }),
});
