/** The printers of this desk. */
import { Printer } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createPrintersSlices, usePrinters, type PrintersSlices } from "./use-printers.ts";

const VIEW = "printers";

export const printers = {
  slice: createPrintersSlices,
  bind: usePrinters.bind,
  views: [{ name: VIEW, title: "app.view.printers", Icon: Printer, Screen: lazyScreen(async () => (await import("./Printers.tsx")).Printers), back: () => usePrinters.getState().closePart() }],
  refetchOn: [
    { topics: ["printer.changed"], read: () => usePrinters.getState().loadPrinters() },
    // How many labels wait is shown here alone.
    { topics: ["printjob.changed"], read: async () => (usePrinters.getState().view === VIEW ? usePrinters.getState().loadPrinters() : undefined) },
    { topics: ["printjob.changed"], readOne: (jobID) => usePrinters.getState().refreshTest(jobID) },
  ],
  deskParts: (state) => [state.printers],
} as const satisfies Feature<PrintersSlices>;
