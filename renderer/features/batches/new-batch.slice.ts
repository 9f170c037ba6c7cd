/** A new batch: which labels, in which order, on which printer, and a preview of the first ones. */
import type { StateCreator } from "zustand";
import { createBatch, findUnprinted } from "../../../core/fulfilment/batches/batches.api.ts";
import type { BatchSort, Unprinted } from "../../../core/fulfilment/batches/batches.schema.ts";
import { listPrinters } from "../../../core/printing/printers.api.ts";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { BatchesSlice } from "./batches.slice.ts";

/** Number of days that can be chosen, one by one or all together. */
export const DAYS = 7;

type Choice = {
  /** YYYY-MM-DD; "": the last seven days. */
  readonly day: string;
  /** "": all carriers. */
  readonly carrier: string;
  readonly sort: BatchSort;
  /** "": the printers with the roles of labels and return labels. */
  readonly printerID: string;
};

type Starting =
  | { readonly step: "none" | "starting" }
  | { readonly step: "failed"; readonly failure: Failure };

export type NewBatchSlice = {
  readonly newBatch: Choice;
  /** null until first read. */
  readonly unprinted: Unprinted | null;
  readonly unprintedFailure: Failure | null;
  readonly batchPrinters: readonly PrinterRecord[];
  readonly starting: Starting;
  chooseNewBatch(change: Partial<Choice>): Promise<void>;
  loadUnprinted(): Promise<void>;
  loadBatchPrinters(): Promise<void>;
  /** Starts the chosen batch, and opens it. @returns Whether the batch was started. */
  startBatch(): Promise<boolean>;
};

/** Creates the slice: all labels of the last days, sorted by carrier. */
export const createNewBatchSlice: StateCreator<
  BatchesSlice & NewBatchSlice,
  [],
  [],
  NewBatchSlice
> = (set, get) => ({
  newBatch: { day: "", carrier: "", sort: "carrier", printerID: "" },
  unprinted: null,
  unprintedFailure: null,
  batchPrinters: [],
  starting: { step: "none" },
  async chooseNewBatch(change) {
    set({ newBatch: { ...get().newBatch, ...change }, starting: { step: "none" } });
    await get().loadUnprinted();
  },
  async loadUnprinted() {
    const { newBatch } = get();
    const { day, carrier, sort } = newBatch;
    const query = {
      sort,
      ...(day === "" ? { days: DAYS } : { day }),
      ...(carrier === "" ? {} : { carrier }),
    };
    const read = await call(findUnprinted, { query }).then(
      (unprinted) => ({ unprinted, unprintedFailure: null }),
      (error: unknown) => ({ unprintedFailure: failureOf(error) }),
    );
    // Ignores the answer if another choice was made meanwhile.
    if (get().newBatch === newBatch) set(read);
  },
  async loadBatchPrinters() {
    const printers = await call(listPrinters).catch(() => null);
    if (printers !== null) set({ batchPrinters: printers.list.filter(({ isActive }) => isActive) });
  },
  async startBatch() {
    const { starting, unprinted, newBatch } = get();
    if (starting.step === "starting" || unprinted === null || unprinted.shipmentIDs.length === 0)
      return false;
    set({ starting: { step: "starting" } });
    try {
      const { sort, printerID } = newBatch;
      const batch = await call(createBatch, {
        body: {
          shipmentIDs: unprinted.shipmentIDs,
          sort,
          ...(printerID === "" ? {} : { printerID }),
        },
      });
      get().noteBatch(batch);
      get().openBatch(batch.id);
      set({ starting: { step: "none" }, unprinted: null });
      return true;
    } catch (error) {
      set({ starting: { step: "failed", failure: failureOf(error) } });
      // Some labels may have been printed, cancelled or taken by another batch since they were
      // listed.
      await get().loadUnprinted();
      return false;
    }
  },
});
