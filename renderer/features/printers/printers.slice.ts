/** Printers of this station, their states, and what prints where. */
import type { StateCreator } from "zustand";
import type { DataOf } from "../../../core/http/call.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import {
  createPrinter,
  deletePrinter,
  listPrinters,
  probePrinter,
  updatePrinter,
  updatePrinterRoles,
} from "../../../core/printing/printers.api.ts";
import type { PrinterRole, PrinterState } from "../../../core/printing/printers.schema.ts";
import type { NewPrinter, PrinterChange } from "./typed-printer.ts";

type Printers = DataOf<typeof listPrinters>;
/** A printer with its last known state. */
export type LivePrinter = Printers["list"][number];

type Probe =
  | { readonly step: "asking" }
  | ({ readonly step: "answered" } & PrinterState)
  | { readonly step: "failed"; readonly failure: Failure };
/** Progress of a change: none, being saved, or failed. */
type Saving =
  | { readonly step: "none" }
  | { readonly step: "saving" }
  | { readonly step: "failed"; readonly failure: Failure };

/**
 * The open part below a printer: the form that changes it, or the question whether to remove it.
 */
type OpenPart = { readonly printerID: string; readonly part: "change" | "removal" };

export type PrintersSlice = {
  readonly openPart: OpenPart | null;
  /** The printer that was added last in this view; its row gets the focus. */
  readonly addedID: string | null;
  readonly printers: Printers | null;
  readonly probes: Readonly<Record<string, Probe>>;
  readonly adding: Saving;
  readonly changing: Saving;
  readonly givingRole: Saving;
  /** Opens a part and closes another open part; closes the part if it is open already. */
  togglePart(part: OpenPart): void;
  /** Closes the open part below a printer. @returns Whether a part was open. */
  closePart(): boolean;
  loadPrinters(): Promise<void>;
  /** Adds a printer, and probes it at once. @returns Whether the printer was added. */
  addPrinter(printer: NewPrinter): Promise<boolean>;
  /** Changes a printer. @returns Whether the change was saved. */
  changePrinter(id: string, change: PrinterChange): Promise<boolean>;
  removePrinter(id: string): Promise<void>;
  probePrinter(id: string): Promise<void>;
  /** Gives a role to a printer. @param id null: no printer has the role afterwards. */
  giveRole(role: PrinterRole, id: string | null): Promise<void>;
  switchPrinter(id: string, isActive: boolean): Promise<void>;
  /** Allows or forbids the organization's other stations to print on the printer. */
  sharePrinter(id: string, isShared: boolean): Promise<void>;
};

type Put = SetState<PrintersSlice>;
type Get = GetState<PrintersSlice>;

/** Creates the slice with nothing read yet. */
export const createPrintersSlice: StateCreator<PrintersSlice> = (set, get) => ({
  openPart: null,
  addedID: null,
  togglePart(part) {
    const { openPart } = get();
    set({
      openPart: openPart?.printerID === part.printerID && openPart.part === part.part ? null : part,
    });
  },
  closePart() {
    const isOpen = get().openPart !== null;
    set({ openPart: null, addedID: null });
    return isOpen;
  },
  printers: null,
  probes: {},
  adding: { step: "none" },
  changing: { step: "none" },
  givingRole: { step: "none" },
  ...printerReading(set, get),
  ...printerChanges(set, get),
});

/** Reads the list, and probes printers. */
function printerReading(set: Put, get: Get): Pick<PrintersSlice, "loadPrinters" | "probePrinter"> {
  return {
    async loadPrinters() {
      const printers = await call(listPrinters).catch(() => null);
      if (printers === null) return;
      const before = get().printers?.list ?? [];
      // A newer state in the list replaces the answer of an earlier probe.
      const isOld = (id: string): boolean => stateOf(printers.list, id) !== stateOf(before, id);
      const probes = Object.fromEntries(
        Object.entries(get().probes).filter(([id, probe]) => probe.step === "asking" || !isOld(id)),
      );
      set({ printers, probes });
    },
    async probePrinter(id) {
      setProbe(set, get, id, { step: "asking" });
      try {
        setProbe(set, get, id, {
          step: "answered",
          ...(await call(probePrinter, { params: { id } })),
        });
      } catch (error) {
        setProbe(set, get, id, { step: "failed", failure: failureOf(error) });
      }
    },
  };
}

/** Adds, changes and removes printers; each saved change reads the list again. */
function printerChanges(
  set: Put,
  get: Get,
): Pick<
  PrintersSlice,
  "addPrinter" | "changePrinter" | "removePrinter" | "giveRole" | "switchPrinter" | "sharePrinter"
> {
  return {
    async addPrinter(printer) {
      const added = await save(set, get, "adding", () => call(createPrinter, { body: printer }));
      if (added === undefined) return false;
      set({ addedID: added.id });
      void get().probePrinter(added.id);
      return true;
    },
    changePrinter: async (id, body) =>
      (await save(set, get, "changing", () => call(updatePrinter, { params: { id }, body }))) !==
      undefined,
    removePrinter: (id) => change(set, get, id, () => call(deletePrinter, { params: { id } })),
    async giveRole(role, id) {
      await save(set, get, "givingRole", () => call(updatePrinterRoles, { body: { [role]: id } }));
    },
    switchPrinter: (id, isActive) =>
      change(set, get, id, () => call(updatePrinter, { params: { id }, body: { isActive } })),
    sharePrinter: (id, isShared) =>
      change(set, get, id, () => call(updatePrinter, { params: { id }, body: { isShared } })),
  };
}

function setProbe(set: Put, get: Get, id: string, probe: Probe): void {
  set({ probes: { ...get().probes, [id]: probe } });
}

/** Sends a change, and reads the list again; a failure is shown at the printer. */
async function change(set: Put, get: Get, id: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
    await get().loadPrinters();
  } catch (error) {
    setProbe(set, get, id, { step: "failed", failure: failureOf(error) });
  }
}

/**
 * Sends one change of a kind at a time.
 *
 * @returns undefined when the change failed, or another change of the kind is being saved.
 */
async function save<T>(
  set: Put,
  get: Get,
  part: "adding" | "changing" | "givingRole",
  send: () => Promise<T>,
): Promise<T | undefined> {
  if (get()[part].step === "saving") return undefined;
  const note = (saving: Saving): void => set({ [part]: saving });
  note({ step: "saving" });
  try {
    const answer = await send();
    note({ step: "none" });
    await get().loadPrinters();
    return answer;
  } catch (error) {
    note({ step: "failed", failure: failureOf(error) });
    return undefined;
  }
}

function stateOf(list: readonly LivePrinter[], id: string): string {
  const printer = list.find((one) => one.id === id);
  return `${printer?.state} ${printer?.isActive}`;
}
