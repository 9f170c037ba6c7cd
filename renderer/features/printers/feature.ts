/** The printers of this desk. */
import { Printer } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createPrintersSlice, type PrintersSlice } from "./printers.slice.ts";
import { usePrinters } from "./use-printers.ts";

export const printers = {
  slice: createPrintersSlice,
  bind: usePrinters.bind,
  views: [{ name: "printers", title: "app.view.printers", Icon: Printer, Screen: lazyScreen(async () => (await import("./Printers.tsx")).Printers) }],
  refetchOn: [{ topics: ["printer.changed"], read: () => usePrinters.getState().loadPrinters() }],
  deskParts: (state) => [state.printers],
} as const satisfies Feature<PrintersSlice>;
