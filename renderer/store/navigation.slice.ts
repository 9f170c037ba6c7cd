/**
 * What is open on the screen: the view, what covers half of it, the question that is asked, the
 * text in the scan field.
 */
import type { StateCreator } from "zustand";

/** The view that is open at the start, and that Esc and every scan lead back to. */
export const HOME_VIEW = "pack";

/** Sections of Settings, and forms in them that another screen leads to. */
export type SettingsPart =
  | "unanswered"
  | "privacy"
  | "organization"
  | "sender"
  | "names"
  | "balance"
  | "members"
  | "carriers"
  | "boxes"
  | "packing"
  | "tracking"
  | "papers"
  | "programs"
  | "webhooks"
  | "screen"
  | "data"
  | "setUp"
  | "computer"
  | "stations"
  | "practice"
  | "about";

/** The view of all settings. */
export const SETTINGS_VIEW = "settings";

/** The view of all shipments, which shows the detail of one. */
export const SHIPMENTS_VIEW = "shipments";

/** The view of the guides. */
export const HELP_VIEW = "help";

/**
 * The shipment whose detail is open, the view that Esc leads back to from there, and whether it was
 * opened to print it at another station.
 */
type OpenShipment = {
  readonly id: string;
  readonly from: string;
  readonly printsElsewhere?: boolean;
};

/** A question that is open: which overlay asks it, and about what. */
export type OpenQuestion = { readonly overlay: string; readonly id: string };

/**
 * The order in the home view, as far as other features need it. `busy`: a step of it runs that
 * nothing may cover.
 */
export type OpenOrder = {
  readonly shipmentID: string | null;
  readonly is: "none" | "busy" | "settled";
};

export type NavigationSlice = {
  /** A view's name; one that no feature has is shown as an error. */
  readonly view: string;
  /** What Settings shows; null: the section that was open last. */
  readonly settingsPart: SettingsPart | null;
  /** Whether it was chosen in the list of sections: then the focus stays there. */
  readonly settingsChosen: boolean;
  /** Null: the view of shipments shows its list. */
  readonly openedShipment: OpenShipment | null;
  /** Whether the field that finds anything is open, over whichever view. */
  readonly paletteOpen: boolean;
  /** Whether the list of keys was asked for. */
  readonly keysShown: boolean;
  /** The view from which they were asked for: its own keys come first. */
  readonly keysOf: string;
  /** What stands in the scan field. */
  readonly typed: string;
  /** Kept by app/store.ts in the same change that opens or ends one. */
  readonly openOrder: OpenOrder;
  readonly asked: OpenQuestion | null;
  /** The name of what covers half of the home view; null when nothing does. */
  readonly overlay: string | null;
  showView(view: string): void;
  openSettings(part: SettingsPart): void;
  /** Shows a section of Settings, from their list. */
  chooseSettings(part: SettingsPart): void;
  /**
   * Shows the detail of a shipment, where a printer of another station is chosen for it. Esc leads
   * back to the view that is open now.
   */
  openShipmentToPrint(id: string): void;
  /**
   * Shows the detail of a shipment.
   * @param from The view that Esc leads back to; by default the one that is open now.
   */
  openShipment(id: string, from?: string): void;
  /**
   * Esc in the detail: back to the list, or to the view it was opened from.
   * @returns False when no detail is open.
   */
  closeShipment(): boolean;
  showPalette(open: boolean): void;
  /**
   * Shows the list of keys in the home view, or closes it: then the view that it was asked for from
   * is open again.
   */
  showKeys(shown: boolean, of?: string): void;
  setTyped(text: string): void;
};

/** The navigation's slice: the home view, with nothing over it. */
export const createNavigationSlice: StateCreator<NavigationSlice> = (set, get) => ({
  view: HOME_VIEW,
  settingsPart: null,
  settingsChosen: false,
  openedShipment: null,
  paletteOpen: false,
  keysShown: false,
  keysOf: HOME_VIEW,
  typed: "",
  openOrder: { shipmentID: null, is: "none" },
  asked: null,
  overlay: null,
  // The rail leads to the list, never back to a detail that was left.
  showView: (view) =>
    set({ view, settingsPart: null, openedShipment: null, keysShown: false, paletteOpen: false }),
  openSettings: (settingsPart) =>
    set({ view: SETTINGS_VIEW, settingsPart, settingsChosen: false, keysShown: false }),
  chooseSettings: (settingsPart) =>
    set({ view: SETTINGS_VIEW, settingsPart, settingsChosen: true }),
  openShipment: (id, from = get().view) =>
    set({
      view: SHIPMENTS_VIEW,
      settingsPart: null,
      keysShown: false,
      openedShipment: { id, from },
    }),
  openShipmentToPrint: (id) =>
    set({
      view: SHIPMENTS_VIEW,
      settingsPart: null,
      keysShown: false,
      openedShipment: { id, from: get().view, printsElsewhere: true },
    }),
  closeShipment() {
    const { openedShipment, view } = get();
    if (openedShipment === null || view !== SHIPMENTS_VIEW) return false;
    set({ view: openedShipment.from, openedShipment: null, keysShown: false });
    return true;
  },
  showPalette: (paletteOpen) => set({ paletteOpen }),
  showKeys(keysShown, keysOf = HOME_VIEW) {
    const { keysShown: wasShown, keysOf: from, view } = get();
    if (keysShown) return set({ keysShown, keysOf, view: HOME_VIEW, paletteOpen: false });
    set({ keysShown, keysOf: HOME_VIEW, view: wasShown ? from : view });
  },
  setTyped: (typed) => set({ typed }),
});
