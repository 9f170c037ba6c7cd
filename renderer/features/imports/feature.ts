/**
 * Imports order files that are chosen with F7 or dropped on the window. Their results are shown
 * next to the order that is open.
 */
import type { StateCreator } from "zustand";
import type { Feature } from "../../store/feature.ts";
import type { SharedState } from "../../store/shared.ts";
import { refuse } from "../../store/sounds.ts";
import { lazyScreen, soonPart } from "../../ui/lazy-screen.ts";
import { importFiles } from "./import-files.ts";
import { ChangesLine } from "./ChangesLine.tsx";
import { createChangesSlice, type ChangesSlice } from "./changes.slice.ts";
import { createImportsSlice, type ImportsSlice } from "./imports.slice.ts";
import { ImportWays, ReadingFile } from "./ImportWays.tsx";
import { createSourcesSlice, type SourcesSlice } from "./sources.slice.ts";
import { useImports } from "./use-imports.ts";

type Slices = ImportsSlice & ChangesSlice & SourcesSlice;

const createSlices: StateCreator<Slices> = (...args) => ({
  ...createImportsSlice(...args),
  ...createChangesSlice(...args),
  ...createSourcesSlice(...args),
});

export const imports = {
  slice: createSlices,
  bind: useImports.bind,
  slots: { emptyHome: [ImportWays, ChangesLine], scanField: [ReadingFile] },
  overlays: [
    {
      name: "orderChanges",
      Panel: soonPart(async () => (await import("./ChangesPanel.tsx")).ChangesPanel),
      isOpen: ({ openOrder, areChangesShown }) => areChangesShown && openOrder.is === "none",
      close({ showChanges }) {
        showChanges(false);
        return true;
      },
    },
    {
      name: "import",
      Panel: soonPart(async () => (await import("./ImportPanel.tsx")).ImportPanel),
      isOpen: areShown,
      close({ reading, openOrder, forgetDrafts, dismissImports }) {
        // While a file is read next to an open order, Esc acts on the order.
        if (reading !== null && openOrder.is !== "none") return false;
        if (!forgetDrafts()) dismissImports();
        return true;
      },
    },
  ],
  sections: [
    {
      name: "sources",
      group: "organization",
      rank: 36,
      title: "sources.title",
      Screen: lazyScreen(async () => (await import("./OrderSources.tsx")).OrderSources),
    },
  ],
  commands: [
    { name: "import", key: "F7", run: () => importFiles() },
    {
      name: "chooseColumns",
      key: "Alt+C",
      // The button is there while a refused file can be read by other headings.
      run: () => document.getElementById("choose-columns")?.click(),
    },
    { name: "orderChanges", key: "Alt+D", run: showChanges, notWhileAsked: true },
  ],
  keyLines: [
    { rank: 7, key: "F7", words: "keys.import" },
    { rank: 11.39, key: "Alt+C", words: "sources.key" },
    { rank: 11.45, key: "Alt+D", words: "orderChanges.key" },
  ],
  refetchOn: [
    {
      topics: ["shipment.changed", "import.done", "snapshot.taken"],
      read: () => useImports.getState().loadChanges(),
    },
    {
      // Orders bring sources that were never kept.
      topics: ["ordersource.changed", "import.done"],
      read: async () => useImports.getState().noteSources(),
    },
  ],
  onStart: () => void useImports.getState().loadChanges(),
  takeFiles: importFiles,
} as const satisfies Feature<Slices>;

/**
 * Returns whether the panel is shown: without an open order, while a file is read or once there is
 * a result; with an open order, once there is a result, and only if this order was open when the
 * file came.
 */
function areShown({ openOrder, reading, outcomes, importsOver }: SharedState & Slices): boolean {
  if (openOrder.is === "none") return reading !== null || outcomes.length > 0;
  return (
    openOrder.is === "settled" &&
    outcomes.length > 0 &&
    importsOver !== null &&
    importsOver === openOrder.shipmentID
  );
}

/** Alt+D: shows the changed orders, or hides them. Refused while an order is open. */
function showChanges(): void {
  const { openOrder, areChangesShown, showChanges: show } = useImports.getState();
  if (openOrder.is !== "none") return refuse();
  show(!areChangesShown);
}
