/** The printers of this station. */
import { Printer } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { isJoined } from "../../store/sync.slice.ts";
import { leavePanel } from "../../ui/list/panel-focus.ts";
import { lazyPart, lazyScreen } from "../../ui/lazy-screen.ts";
import { openJobOf } from "./journal.slice.ts";
import { createPrintersSlices, usePrinters, type PrintersSlices } from "./use-printers.ts";

const VIEW = "printers";

/**
 * Handles Esc: leaves the panel of the journal's job, else closes the form or question below a
 * printer.
 *
 * @returns false when nothing was open.
 */
function closeOpen(): boolean {
  if (!leavePanel()) return usePrinters.getState().closePart();
  usePrinters.getState().goIntoJob(false);
  return true;
}

export const printers = {
  slice: createPrintersSlices,
  bind: usePrinters.bind,
  slots: { setUpStep: [lazyPart(async () => (await import("./SetUpPrinter.tsx")).SetUpPrinter)] },
  views: [
    {
      name: VIEW,
      title: "app.view.printers",
      Icon: Printer,
      Screen: lazyScreen(async () => (await import("./Printers.tsx")).Printers),
      back: closeOpen,
      shows() {
        const state = usePrinters.getState();
        const job = openJobOf(state);
        return state.printersPart === "journal" ? [job?.id ?? "", job?.status ?? ""] : [];
      },
    },
  ],
  refetchOn: [
    {
      topics: ["sharedprinter.changed", "sync.changed"],
      read: async () =>
        usePrinters.getState().view === VIEW && isJoined(usePrinters.getState())
          ? usePrinters.getState().loadSharedPrinters()
          : undefined,
    },
    { topics: ["printer.changed"], read: () => usePrinters.getState().loadPrinters() },
    // Only this view shows how many jobs wait, so only it reads the printers again after each
    // change of a job.
    {
      topics: ["printjob.changed"],
      read: async () =>
        usePrinters.getState().view === VIEW ? usePrinters.getState().loadPrinters() : undefined,
    },
    {
      topics: ["printjob.changed"],
      async read() {
        const { view, printersPart, loadJournal } = usePrinters.getState();
        if (view === VIEW && printersPart === "journal") await loadJournal();
      },
    },
    { topics: ["printjob.changed"], readOne: (jobID) => usePrinters.getState().refreshTest(jobID) },
  ],
  deskParts: (state) => [state.printers],
} as const satisfies Feature<PrintersSlices>;
