/**
 * Imports order files, one after the other. Every result, with its refused rows, stays until it is
 * dismissed.
 */
import type { StateCreator } from "zustand";
import { call, invoke, type ChosenFile } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import { refuse } from "../../store/sounds.ts";
import { base64Of } from "./base64-of.ts";
import {
  getImportProgress,
  importOrders,
  mendRefusedRows,
  stopImport,
} from "../../../core/shipping/imports/imports.api.ts";
import type {
  ImportProgress,
  ImportResult,
  MendResult,
} from "../../../core/shipping/imports/imports.schema.ts";

/** Text typed into refused rows: by line, then by field. Stays while something else is shown. */
type Drafts = Readonly<Record<number, Readonly<Record<string, string>>>>;
type Correcting =
  | { readonly step: "none" | "importing" }
  | { readonly step: "failed"; readonly failure: Failure };

/** `id`: number of the file in this window, because two files may have the same name. */
export type Outcome = { readonly id: number; readonly fileName: string } & (
  | {
      readonly kind: "done";
      readonly importID: string;
      readonly result: ImportResult;
      readonly drafts: Drafts;
      readonly correcting: Correcting;
    }
  | {
      readonly kind: "failed";
      readonly failure: Failure;
      /** The file, when a person can say how it is read. */
      readonly file?: ChosenFile;
    }
);

type DoneOutcome = Extract<Outcome, { kind: "done" }>;

export type ImportsSlice = {
  /** Whether the system's file dialog is open. */
  readonly choosing: boolean;
  /** The name of the file that is being read. */
  readonly reading: string | null;
  /** Progress of the import; null until it is known, after about half a second. */
  readonly importProgress: ImportProgress | null;
  /** In the order in which the files came. */
  readonly outcomes: readonly Outcome[];
  /**
   * The order that was open when the last file came. The results are shown next to this order, and
   * next to no other open order.
   */
  readonly importsOver: string | null;
  showImportsOver(shipmentID: string | null): void;
  /** Opens the system's file dialog, then imports the file. */
  chooseImport(): Promise<void>;
  /** Imports files; a file that arrives while another is read waits for its turn. */
  importFiles(files: readonly File[]): Promise<void>;
  /** Imports the file of a failed outcome again, as a file of this source. */
  importAgain(id: number, source: string): Promise<void>;
  /** Stops the running import; the orders that it has added stay. */
  stopReading(): Promise<void>;
  dismissImports(): void;
  /** Stores text typed into a refused row. */
  typeRow(id: number, line: number, cells: Readonly<Record<string, string>>): void;
  /**
   * Discards text typed into refused rows, and keeps the rows.
   *
   * @returns Whether text was discarded.
   */
  forgetDrafts(): boolean;
  /** Imports refused rows with their corrections, one request at a time for each file. */
  importCorrected(id: number, lines: readonly number[]): Promise<void>;
};

type Put = SetState<ImportsSlice>;
type Get = GetState<ImportsSlice>;
/**
 * `last`: number of the newest outcome. `importID`: the running import, or null. `turn`: resolves
 * after the last file.
 */
type Reading = { last: number; importID: string | null; turn: Promise<void> };

/** Creates the slice: nothing read, nothing to show. */
export const createImportsSlice: StateCreator<ImportsSlice> = (set, get) => ({
  choosing: false,
  reading: null,
  importProgress: null,
  outcomes: [],
  importsOver: null,
  showImportsOver: (importsOver) => set({ importsOver }),
  ...fileReading(set, get),
  dismissImports: () => set({ outcomes: [], importsOver: null }),
  ...rowCorrecting(set, get),
});

/** Chooses files and reads them, one after the other. */
function fileReading(
  set: Put,
  get: Get,
): Pick<ImportsSlice, "chooseImport" | "importFiles" | "importAgain" | "stopReading"> {
  const reading: Reading = { last: 0, importID: null, turn: Promise.resolve() };
  const take = (fileName: string, read: () => Promise<ChosenFile>, source?: string) => {
    const id = (reading.last += 1);
    const file = { id, fileName, ...(source === undefined ? {} : { source }) };
    reading.turn = reading.turn.then(() => readFile(set, get, reading, file, read));
    return reading.turn;
  };
  return {
    async chooseImport() {
      if (get().choosing) return;
      set({ choosing: true });
      try {
        const file = await invoke("window:chooseFile", {
          filters: [{ name: "CSV, Excel", extensions: ["csv", "txt", "xlsx"] }],
        });
        if (file !== null) void take(file.name, () => Promise.resolve(file));
      } catch (error) {
        set({
          outcomes: [
            ...get().outcomes,
            { id: (reading.last += 1), fileName: "", kind: "failed", failure: failureOf(error) },
          ],
        });
      }
      set({ choosing: false });
    },
    async importFiles(files) {
      await Promise.all(
        files.map((file) =>
          take(file.name, async () => ({
            name: file.name,
            base64: base64Of(new Uint8Array(await file.arrayBuffer())),
          })),
        ),
      );
    },
    async importAgain(id, source) {
      const failed = get().outcomes.find((one) => one.id === id);
      if (failed?.kind !== "failed" || failed.file === undefined) return;
      const { file } = failed;
      set({ outcomes: get().outcomes.filter((one) => one !== failed) });
      await take(file.name, () => Promise.resolve(file), source);
    },
    async stopReading() {
      const { importID } = reading;
      if (importID === null) return;
      // An error is ignored: the import has ended meanwhile, and nothing is left to stop.
      await call(stopImport, { params: { importID } }).then(
        (importProgress) => set({ importProgress }),
        ignore,
      );
    },
  };
}

async function readFile(
  set: Put,
  get: Get,
  reading: Reading,
  { source, ...file }: Pick<Outcome, "id" | "fileName"> & { readonly source?: string },
  read: () => Promise<ChosenFile>,
): Promise<void> {
  const importID = newID();
  reading.importID = importID;
  set({ reading: file.fileName, importProgress: null });
  const watch = setInterval(
    () =>
      void call(getImportProgress, { params: { importID } }).then(
        (importProgress) => reading.importID === importID && set({ importProgress }),
        ignore,
      ),
    WATCH_MS,
  );
  let chosen: ChosenFile | undefined;
  const keep = async (): Promise<ChosenFile> => (chosen = await read());
  const outcome = await bringIn(keep, importID, source).then(
    (result) =>
      ({
        ...file,
        kind: "done",
        importID,
        result,
        drafts: {},
        correcting: { step: "none" },
      }) as const,
    (error: unknown) => failedOf(file, failureOf(error), chosen),
  );
  clearInterval(watch);
  reading.importID = null;
  set({ reading: null, importProgress: null, outcomes: [...get().outcomes, outcome] });
}

/** Codes of a file whose columns or source a person can choose. */
const CHOOSABLE = /E2096|E2291/;

function failedOf(
  of: Pick<Outcome, "id" | "fileName">,
  failure: Failure,
  file: ChosenFile | undefined,
): Outcome {
  const failed = { ...of, kind: "failed", failure } as const;
  return file !== undefined && CHOOSABLE.test(failure.code) ? { ...failed, file } : failed;
}

/** Corrects refused rows, and imports them. */
function rowCorrecting(
  set: Put,
  get: Get,
): Pick<ImportsSlice, "typeRow" | "forgetDrafts" | "importCorrected"> {
  const change = (id: number, to: (done: DoneOutcome) => Partial<DoneOutcome>): void =>
    set({
      outcomes: get().outcomes.map((one) =>
        one.id === id && one.kind === "done" ? { ...one, ...to(one) } : one,
      ),
    });

  return {
    typeRow: (id, line, cells) =>
      change(id, ({ drafts }) => ({
        drafts: { ...drafts, [line]: { ...drafts[line], ...cells } },
      })),
    forgetDrafts() {
      const done = get().outcomes.filter((one) => one.kind === "done");
      const typed = done.filter(({ drafts }) => Object.keys(drafts).length > 0);
      for (const { id } of typed) change(id, () => ({ drafts: {}, correcting: { step: "none" } }));
      return typed.length > 0;
    },
    async importCorrected(id, lines) {
      const outcome = get().outcomes.find((one) => one.id === id);
      if (outcome?.kind !== "done" || outcome.correcting.step === "importing") return;
      change(id, () => ({ correcting: { step: "importing" } }));
      const rows = lines.map((line) => ({ line, cells: { ...outcome.drafts[line] } }));
      await call(mendRefusedRows, { params: { importID: outcome.importID }, body: { rows } }).then(
        (corrected) => {
          if (corrected.rejected.length > 0) refuse();
          change(id, (now) => ({
            ...withCorrected(now, lines, corrected),
            correcting: { step: "none" },
          }));
        },
        (error: unknown) =>
          change(id, () => ({ correcting: { step: "failed", failure: failureOf(error) } })),
      );
    },
  };
}

/** Returns the outcome after some of its refused rows were sent. */
function withCorrected(
  { result, drafts }: DoneOutcome,
  lines: readonly number[],
  { added, rejected }: MendResult,
): Pick<DoneOutcome, "result" | "drafts"> {
  const others = result.rejected.filter(({ line }) => !lines.includes(line));
  return {
    result: {
      ...result,
      added: result.added + added.length,
      rejectedCount: result.rejectedCount - added.length,
      rejected: [...others, ...rejected].toSorted((a, b) => a.line - b.line),
    },
    drafts: Object.fromEntries(
      Object.entries(drafts).filter(([line]) => !added.includes(Number(line))),
    ),
  };
}

/**
 * Interval between progress requests, ms: frequent enough for a moving bar, cheap enough for the
 * import.
 */
const WATCH_MS = 400;
const ignore = (): void => undefined;

function newID(): string {
  return crypto.randomUUID();
}

async function bringIn(
  read: () => Promise<ChosenFile>,
  importID: string,
  source: string | undefined,
): Promise<ImportResult> {
  const { name, base64 } = await read();
  const query = { importID, ...(source === undefined ? {} : { source }) };
  return call(importOrders, { query, body: { fileName: name, content: base64 } });
}
