/** Bringing order files in, one after the other. Every result, with its bad rows, stays until it is dismissed. */
import type { StateCreator } from "zustand";
import { call, invoke, type ChosenFile } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { getImportProgress, importOrders, stopImport } from "../../../core/imports/imports.api.ts";
import type { ImportProgress, ImportResult } from "../../../core/imports/imports.schema.ts";

/** `id` counts the files of this window: two may have one name. */
export type Outcome = { readonly id: number; readonly fileName: string } & (
  | { readonly kind: "done"; readonly importID: string; readonly result: ImportResult }
  | { readonly kind: "failed"; readonly failure: Failure }
);

export type ImportsSlice = {
  /** The operating system is being asked for a file. */
  readonly choosing: boolean;
  /** The name of the file that is being read. */
  readonly reading: string | null;
  /** How far it is; null while that is not known, as in the first half second. */
  readonly importProgress: ImportProgress | null;
  /** In the order in which the files came. */
  readonly outcomes: readonly Outcome[];
  /** The order that was open when the last file came: the results are shown beside it, and beside no other. */
  readonly importsOver: string | null;
  showImportsOver(shipmentID: string | null): void;
  /** Asks the operating system for a file, then imports it. */
  chooseImport(): Promise<void>;
  /** A file that comes while another is read waits for its turn. */
  importFiles(files: readonly File[]): Promise<void>;
  /** Ends the import that runs; what is in stays in. */
  stopReading(): Promise<void>;
  dismissImports(): void;
};

/** The imports' slice: nothing read, nothing to show. */
export const createImportsSlice: StateCreator<ImportsSlice> = (set, get) => {
  let last = 0;
  /** Of the import that runs. */
  let importID: string | null = null;
  let turn: Promise<void> = Promise.resolve();

  const take = (fileName: string, read: () => Promise<ChosenFile>): Promise<void> => {
    const id = (last += 1);
    const take = async (): Promise<void> => {
      const mine = newID();
      importID = mine;
      set({ reading: fileName, importProgress: null });
      const watch = setInterval(() => void call(getImportProgress, { params: { importID: mine } }).then((importProgress) => importID === mine && set({ importProgress }), ignore), WATCH_MS);
      const outcome = await bringIn(read, mine).then(
        (result) => ({ id, fileName, kind: "done", importID: mine, result }) as const,
        (error: unknown) => ({ id, fileName, kind: "failed", failure: failureOf(error) }) as const,
      );
      clearInterval(watch);
      importID = null;
      set({ reading: null, importProgress: null, outcomes: [...get().outcomes, outcome] });
    };
    turn = turn.then(take);
    return turn;
  };

  return {
    choosing: false,
    reading: null,
    importProgress: null,
    outcomes: [],
    importsOver: null,
    showImportsOver: (importsOver) => set({ importsOver }),
    async chooseImport() {
      if (get().choosing) return;
      set({ choosing: true });
      try {
        const file = await invoke("window:chooseFile", { filters: [{ name: "CSV", extensions: ["csv", "txt"] }] });
        if (file !== null) void take(file.name, () => Promise.resolve(file));
      } catch (error) {
        set({ outcomes: [...get().outcomes, { id: (last += 1), fileName: "", kind: "failed", failure: failureOf(error) }] });
      }
      set({ choosing: false });
    },
    async importFiles(files) {
      await Promise.all(files.map((file) => take(file.name, async () => ({ name: file.name, base64: base64Of(new Uint8Array(await file.arrayBuffer())) }))));
    },
    async stopReading() {
      if (importID === null) return;
      // One that has just ended has nothing to stop.
      await call(stopImport, { params: { importID } }).then((importProgress) => set({ importProgress }), ignore);
    },
    dismissImports: () => set({ outcomes: [], importsOver: null }),
  };
};

/** Often enough for a bar that moves, rarely enough to cost an import nothing. */
const WATCH_MS = 400;
const ignore = (): void => undefined;

function newID(): string {
  return crypto.randomUUID();
}

async function bringIn(read: () => Promise<ChosenFile>, importID: string): Promise<ImportResult> {
  const { name, base64 } = await read();
  return call(importOrders, { query: { importID }, body: { fileName: name, content: base64 } });
}

function base64Of(bytes: Uint8Array): string {
  let text = "";
  // In slices: a whole file as arguments would overflow the stack.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
