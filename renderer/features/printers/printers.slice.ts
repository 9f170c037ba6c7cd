/** The printers of this desk: which there are, which one prints labels, and the state that each reports. */
import type { StateCreator } from "zustand";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { createPrinter, deletePrinter, listPrinters, probePrinter, updatePrinter, updatePrinterRoles } from "../../../core/printing/printing.api.ts";
import type { PrinterRecord, PrinterState } from "../../../core/printing/printing.schema.ts";
import type { NewPrinter, PrinterChange } from "./typed-printer.ts";

type Probe =
  | { readonly step: "asking" }
  | ({ readonly step: "answered" } & PrinterState)
  | { readonly step: "failed"; readonly failure: Failure };
type Adding = { readonly step: "none" } | { readonly step: "saving" } | { readonly step: "failed"; readonly failure: Failure };

export type PrintersSlice = {
  readonly printers: { readonly list: readonly PrinterRecord[]; readonly labelPrinterID: string | null } | null;
  readonly probes: Readonly<Record<string, Probe>>;
  readonly adding: Adding;
  loadPrinters(): Promise<void>;
  /** @returns True when it was added; it is probed at once. */
  addPrinter(printer: NewPrinter): Promise<boolean>;
  readonly changing: Adding;
  /** @returns True when it was saved. */
  changePrinter(id: string, change: PrinterChange): Promise<boolean>;
  removePrinter(id: string): Promise<void>;
  probePrinter(id: string): Promise<void>;
  useForLabels(id: string): Promise<void>;
};

/** The printers' slice: nothing read yet. */
export const createPrintersSlice: StateCreator<PrintersSlice> = (set, get) => {
  const setProbe = (id: string, probe: Probe): void => set({ probes: { ...get().probes, [id]: probe } });
  /** A change that is refused shows at the printer it was meant for. */
  const change = async (id: string, send: () => Promise<unknown>): Promise<void> => {
    try {
      await send();
      await get().loadPrinters();
    } catch (error) {
      setProbe(id, { step: "failed", failure: failureOf(error) });
    }
  };

  return {
    printers: null,
    probes: {},
    adding: { step: "none" },
    changing: { step: "none" },
    async loadPrinters() {
      const answer = await call(listPrinters).catch(() => null);
      if (answer !== null) set({ printers: { list: answer.list, labelPrinterID: answer.roles.label } });
    },
    async addPrinter(printer) {
      if (get().adding.step === "saving") return false;
      set({ adding: { step: "saving" } });
      try {
        const { id } = await call(createPrinter, { body: { ...printer, driver: "tcp" } });
        set({ adding: { step: "none" } });
        await get().loadPrinters();
        void get().probePrinter(id);
        return true;
      } catch (error) {
        set({ adding: { step: "failed", failure: failureOf(error) } });
        return false;
      }
    },
    async changePrinter(id, body) {
      if (get().changing.step === "saving") return false;
      set({ changing: { step: "saving" } });
      try {
        await call(updatePrinter, { params: { id }, body });
        set({ changing: { step: "none" } });
        await get().loadPrinters();
        return true;
      } catch (error) {
        set({ changing: { step: "failed", failure: failureOf(error) } });
        return false;
      }
    },
    removePrinter: (id) => change(id, () => call(deletePrinter, { params: { id } })),
    useForLabels: (id) => change(id, () => call(updatePrinterRoles, { body: { label: id } })),
    async probePrinter(id) {
      setProbe(id, { step: "asking" });
      try {
        setProbe(id, { step: "answered", ...(await call(probePrinter, { params: { id } })) });
      } catch (error) {
        setProbe(id, { step: "failed", failure: failureOf(error) });
      }
    },
  };
};
