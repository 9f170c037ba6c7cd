/**
 * Navigation state: the open view, the overlay over half of it, the question, and the text in
 * the scan field.
 */
import type { StateCreator } from "zustand";

/**
 * The view that is open at the start. Esc returns to it, and so does a scan that the open view does
 * not take.
 */
export const HOME_VIEW = "pack";

/** Sections of Settings, and forms in them that other screens link to. */
export type SettingsPart =
  | "unanswered"
  | "privacy"
  | "organization"
  | "sender"
  | "names"
  | "balance"
  | "members"
  | "badges"
  | "agreements"
  | "rules"
  | "carriers"
  | "boxes"
  | "packing"
  | "scales"
  | "sources"
  | "orderFolder"
  | "tracking"
  | "labels"
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

/** The view of all shipments, which also shows the detail of one shipment. */
export const SHIPMENTS_VIEW = "shipments";

/** The view of the items of chosen orders, by shelf. */
export const PICKS_VIEW = "picks";

/** The view of the guides. */
export const HELP_VIEW = "help";

/** The page of the first start. */
export const FIRST_START_VIEW = "firstStart";

/**
 * The shipment whose detail is open, the view that Esc returns to, and whether the detail was
 * opened to print at another station.
 */
type OpenShipment = {
  readonly id: string;
  readonly from: string;
  readonly printsElsewhere?: boolean;
};

/** An open question: the overlay that asks it, and its subject. */
export type OpenQuestion = { readonly overlay: string; readonly id: string };

/**
 * The order in the home view, as far as other features need it. `busy`: a step runs that must not
 * be covered.
 */
export type OpenOrder = {
  readonly shipmentID: string | null;
  readonly is: "none" | "busy" | "settled";
};

export type NavigationSlice = {
  /** The view's name; a name that no feature has is shown as an error. */
  readonly view: string;
  /**
   * The views whose links led to the open view, the last one at the end: Esc returns to it. Empty:
   * no link did.
   */
  readonly linkedFrom: readonly Pick<NavigationSlice, "view" | "openedShipment">[];
  /** The open section of Settings; null: `sectionOf` in features/settings chooses one. */
  readonly settingsPart: SettingsPart | null;
  /** Whether the section was chosen in the list of sections; the focus then stays in the list. */
  readonly settingsChosen: boolean;
  /** null: the view of shipments shows its list. */
  readonly openedShipment: OpenShipment | null;
  /** Whether the palette is open. */
  readonly paletteOpen: boolean;
  /** Whether the key list is open. */
  readonly keysShown: boolean;
  /** The view from which the key list was opened; its keys come first. */
  readonly keysOf: string;
  /** Text in the scan field. */
  readonly typed: string;
  /** Updated by app/store.ts in the same change that opens or closes the order. */
  readonly openOrder: OpenOrder;
  readonly asked: OpenQuestion | null;
  /** Name of the panel that covers half of the home view; null for none. */
  readonly overlay: string | null;
  showView(view: string): void;
  /** Shows a view by a link in the open view; Esc in it returns to the open view. */
  followLink(view: string): void;
  /** Shows the view whose link led to the open view, or else the home view. */
  leaveView(): void;
  /** Shows a section of Settings; Esc in it returns to the open view. */
  openSettings(part: SettingsPart): void;
  /** Shows a section that was chosen in the list of sections. */
  chooseSettings(part: SettingsPart): void;
  /**
   * Shows the detail of a shipment so that a printer of another station can be chosen. Esc returns
   * to the view that is open now.
   */
  openShipmentToPrint(id: string): void;
  /**
   * Shows the detail of a shipment.
   *
   * @param from The view that Esc returns to; by default the one that is open now.
   */
  openShipment(id: string, from?: string): void;
  /**
   * Handles Esc in the detail: returns to the list, or to the view it was opened from.
   *
   * @returns false when no detail is open.
   */
  closeShipment(): boolean;
  showPalette(open: boolean): void;
  /** Shows the key list in the home view, or closes it and reopens the view it was opened from. */
  showKeys(shown: boolean, of?: string): void;
  setTyped(text: string): void;
};

/** Returns the state in which a view is shown without anything over it. */
function alone(view: string) {
  return { view, settingsPart: null, openedShipment: null, keysShown: false, paletteOpen: false };
}

/** Returns the views to which Esc returns from this one, when a link in the open view leads to it. */
function linkedTo(
  view: string,
  { view: open, openedShipment, keysShown, keysOf, linkedFrom }: NavigationSlice,
): NavigationSlice["linkedFrom"] {
  const from = keysShown ? keysOf : open;
  return from === view && openedShipment === null
    ? linkedFrom
    : [...linkedFrom, { view: from, openedShipment }];
}

/** Creates the slice: the home view, with nothing over it. */
export const createNavigationSlice: StateCreator<NavigationSlice> = (set, get) => ({
  view: HOME_VIEW,
  linkedFrom: [],
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
  // The rail opens the list of shipments, never a detail that was open before.
  showView: (view) => set({ ...alone(view), linkedFrom: [] }),
  followLink: (view) => set({ ...alone(view), linkedFrom: linkedTo(view, get()) }),
  leaveView() {
    const { linkedFrom } = get();
    set({ ...alone(HOME_VIEW), ...linkedFrom.at(-1), linkedFrom: linkedFrom.slice(0, -1) });
  },
  openSettings: (settingsPart) =>
    set({
      view: SETTINGS_VIEW,
      settingsPart,
      settingsChosen: false,
      keysShown: false,
      linkedFrom: linkedTo(SETTINGS_VIEW, get()),
    }),
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
