/** Bringing an order file in. The result, with its bad rows, stays until it is dismissed. */
import type { StateCreator } from "zustand";
import { api, invoke, type ChosenFile } from "../../lib/desk.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { ImportResult } from "../../../core/imports/imports.schema.ts";

export type Import =
  | { readonly step: "none" }
  | { readonly step: "choosing" }
  | { readonly step: "reading"; readonly fileName: string }
  | { readonly step: "done"; readonly result: ImportResult }
  | { readonly step: "failed"; readonly fileName: string; readonly failure: Failure };

export type ImportsSlice = {
  readonly importing: Import;
  /** Asks the operating system for a file, then imports it. */
  chooseImport(): Promise<void>;
  importFile(file: File): Promise<void>;
  dismissImport(): void;
};

export const createImportsSlice: StateCreator<ImportsSlice> = (set, get) => {
  const bringIn = async ({ name, base64 }: ChosenFile): Promise<void> => {
    set({ importing: { step: "reading", fileName: name } });
    try {
      const result = await api<ImportResult>("POST", "/station/imports", { fileName: name, content: base64 });
      set({ importing: { step: "done", result } });
    } catch (error) {
      set({ importing: { step: "failed", fileName: name, failure: failureOf(error) } });
    }
  };
  const busy = (): boolean => get().importing.step === "choosing" || get().importing.step === "reading";

  return {
    importing: { step: "none" },
    async chooseImport() {
      if (busy()) return;
      const before = get().importing;
      set({ importing: { step: "choosing" } });
      try {
        const file = await invoke("window:chooseFile", { filters: [{ name: "CSV", extensions: ["csv", "txt"] }] });
        if (file === null) set({ importing: before });
        else await bringIn(file);
      } catch (error) {
        set({ importing: { step: "failed", fileName: "", failure: failureOf(error) } });
      }
    },
    async importFile(file) {
      if (busy()) return;
      set({ importing: { step: "reading", fileName: file.name } });
      await bringIn({ name: file.name, base64: base64Of(new Uint8Array(await file.arrayBuffer())) });
    },
    dismissImport() {
      if (!busy()) set({ importing: { step: "none" } });
    },
  };
};

function base64Of(bytes: Uint8Array): string {
  let text = "";
  // In slices: a whole file as arguments would overflow the stack.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
