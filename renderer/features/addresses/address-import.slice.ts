/**
 * Imports an address file: checks it first, then imports its good rows in chunks until all are
 * imported or the user stops.
 */
import type { StateCreator } from "zustand";
import {
  checkAddressFile,
  takeAddressFile,
} from "../../../core/shipping/imports/address-imports.api.ts";
import type {
  AddressFile,
  AddressFileProgress,
} from "../../../core/shipping/imports/address-imports.schema.ts";
import { call, invoke } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { AddressesSlice } from "./addresses.slice.ts";

/** Rows that one call imports; a call takes some tenths of a second. */
const ROWS_PER_CALL = 200;

type AddressImport =
  | { readonly step: "none" | "choosing" }
  | { readonly step: "checking"; readonly fileName: string }
  | { readonly step: "checked"; readonly file: AddressFile }
  | {
      readonly step: "taking" | "stopping" | "stopped" | "done";
      readonly file: AddressFile;
      readonly progress: AddressFileProgress;
    }
  | { readonly step: "failed"; readonly failure: Failure };

/** Steps in which no other file can be chosen. */
const BUSY: ReadonlySet<AddressImport["step"]> = new Set([
  "choosing",
  "checking",
  "taking",
  "stopping",
]);

export type AddressImportSlice = {
  readonly addressImport: AddressImport;
  /**
   * Opens the system's file dialog, then checks the file. If the person chooses no file, the earlier
   * file stays.
   */
  chooseAddressFile(): Promise<void>;
  /** Imports the good rows of the checked file, or continues a stopped import. */
  takeAddressFile(): Promise<void>;
  /** Stops the import after the current call; rows that are already imported stay. */
  stopAddressImport(): void;
};

/** Creates the slice, at first without a chosen file. */
export const createAddressImportSlice: StateCreator<
  AddressesSlice & AddressImportSlice,
  [],
  [],
  AddressImportSlice
> = (set, get) => ({
  addressImport: { step: "none" },
  async chooseAddressFile() {
    const { addressImport } = get();
    if (BUSY.has(addressImport.step)) return;
    set({ addressImport: { step: "choosing" } });
    try {
      const chosen = await invoke("window:chooseFile", {
        filters: [{ name: "CSV, XLSX", extensions: ["csv", "txt", "xlsx"] }],
      });
      if (chosen === null) return set({ addressImport });
      set({ addressImport: { step: "checking", fileName: chosen.name } });
      const file = await call(checkAddressFile, {
        query: { isRecipient: get().bookKind === "recipient" },
        body: { fileName: chosen.name, content: chosen.base64 },
      });
      set({ addressImport: { step: "checked", file } });
    } catch (error) {
      set({ addressImport: { step: "failed", failure: failureOf(error) } });
    }
  },
  async takeAddressFile() {
    const { addressImport } = get();
    if (addressImport.step !== "checked" && addressImport.step !== "stopped") return;
    const { file } = addressImport;
    let progress: AddressFileProgress =
      addressImport.step === "stopped"
        ? addressImport.progress
        : { done: 0, total: file.good, added: 0, known: 0 };
    set({ addressImport: { step: "taking", file, progress } });
    try {
      while (progress.done < progress.total) {
        progress = await call(takeAddressFile, {
          params: { id: file.id },
          body: { atMost: ROWS_PER_CALL },
        });
        const isStopped = get().addressImport.step === "stopping";
        const isDone = progress.done === progress.total;
        set({
          addressImport: {
            step: isDone ? "done" : isStopped ? "stopped" : "taking",
            file,
            progress,
          },
        });
        if (isStopped) break;
      }
    } catch (error) {
      set({ addressImport: { step: "failed", failure: failureOf(error) } });
    }
    await get().loadBook();
  },
  stopAddressImport() {
    const { addressImport } = get();
    if (addressImport.step === "taking")
      set({ addressImport: { ...addressImport, step: "stopping" } });
  },
});
