/** The open guide, and the heading to which a link led. */
import type { StateCreator } from "zustand";
import type { SharedState } from "../../store/shared.ts";
import type { GuideName } from "./guide.ts";

export type HelpSlice = {
  readonly helpGuide: GuideName;
  /** The heading to scroll to; empty for the guide's start. */
  readonly helpAnchor: string;
  showGuide(name: GuideName, anchor?: string): void;
};

/** Creates the slice; the packer's guide is open first. */
export const createHelpSlice: StateCreator<SharedState & HelpSlice, [], [], HelpSlice> = (set) => ({
  helpGuide: "packer",
  helpAnchor: "",
  showGuide: (helpGuide, helpAnchor = "") => set({ helpGuide, helpAnchor }),
});
