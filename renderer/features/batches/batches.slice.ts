/**
 * The latest batches and all unfinished batches of this station, which of them is open, and the
 * commands on them.
 */
import type { StateCreator } from "zustand";
import {
  getBatch,
  listBatches,
  pauseBatch,
  resumeBatch,
  stopBatch,
} from "../../../core/fulfilment/batches/batches.api.ts";
import type { Batch } from "../../../core/fulfilment/batches/batches.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";

const VERBS = { pause: pauseBatch, resume: resumeBatch, stop: stopBatch } as const;
type BatchVerb = keyof typeof VERBS;

/**
 * `list`: the list with the panel of the batch in hand. `new`: the list with the form of a new
 * batch. `batch`: the page of a batch. `auto`: the page of a paused batch, else of a printing one,
 * else a new one; chosen when the list is loaded.
 */
type BatchPane =
  | { readonly show: "auto" | "list" | "new" }
  | { readonly show: "batch"; readonly id: string };
type Acting =
  | { readonly step: "none" }
  | { readonly step: "asked"; readonly id: string }
  | { readonly step: "failed"; readonly id: string; readonly failure: Failure };

export type BatchesSlice = {
  /** In the core's order, newest first; null until first read. */
  readonly batches: readonly Batch[] | null;
  readonly batchesFailure: Failure | null;
  /** Number of batches added above the first one since the window was loaded. */
  readonly batchesAbove: number;
  readonly batchPane: BatchPane;
  /** The list's active row; null: the first row. */
  readonly batchInHandID: string | null;
  /** Whether a person went into the panel; in a narrow window it is shown only then. */
  readonly isInBatch: boolean;
  readonly acting: Acting;
  /** The batch for which the stop question is open; null: none. */
  readonly stopping: string | null;
  /** Reads the list again. */
  loadBatches(): Promise<void>;
  /**
   * Prepares the view when it opens: the list, and an open batch that has not ended, stay open;
   * otherwise a pane is chosen as for `auto`.
   */
  enterBatches(): Promise<void>;
  openBatch(id: string): void;
  openNewBatch(): void;
  /** Shows the list in place of a batch's page or the form of a new batch. */
  showBatchList(): void;
  takeBatchInHand(id: string): void;
  goIntoBatch(isIn: boolean): void;
  /** Reads the printing batches and the open batch again. */
  refreshOpenBatches(): Promise<void>;
  /** Stores a batch from an answer of the core. */
  noteBatch(batch: Batch): void;
  /** Runs a command on a batch. @returns Whether the command succeeded. */
  actOnBatch(id: string, verb: BatchVerb): Promise<boolean>;
  askStop(id: string | null): void;
};

type Put = SetState<BatchesSlice>;
type Get = GetState<BatchesSlice>;

/** Creates the slice: nothing read, nothing open. */
export const createBatchesSlice: StateCreator<BatchesSlice> = (set, get) => ({
  batches: null,
  batchesFailure: null,
  batchesAbove: 0,
  batchPane: { show: "auto" },
  batchInHandID: null,
  isInBatch: false,
  acting: { step: "none" },
  stopping: null,
  ...batchReading(set, get),
  async enterBatches() {
    const open = openBatchOf(get());
    if (get().batchPane.show !== "list" && (open === null || hasEnded(open)))
      set({ batchPane: { show: "auto" } });
    set({ isInBatch: false, acting: { step: "none" }, stopping: null });
    await get().loadBatches();
  },
  openBatch: (id) =>
    set({
      batchPane: { show: "batch", id },
      batchInHandID: id,
      isInBatch: false,
      acting: { step: "none" },
      stopping: null,
    }),
  openNewBatch: () => set({ batchPane: { show: "new" }, acting: { step: "none" }, stopping: null }),
  showBatchList: () => set({ batchPane: { show: "list" }, isInBatch: false, stopping: null }),
  takeBatchInHand(id) {
    if (id !== get().batchInHandID)
      set({ batchInHandID: id, acting: { step: "none" }, stopping: null });
  },
  goIntoBatch: (isInBatch) => set({ isInBatch }),
  async actOnBatch(id, verb) {
    if (get().acting.step === "asked") return false;
    set({ acting: { step: "asked", id } });
    try {
      const asked = { params: { id } };
      get().noteBatch(
        await (verb === "resume"
          ? call(resumeBatch, { ...asked, body: {} })
          : call(VERBS[verb], asked)),
      );
      set({ acting: { step: "none" } });
      return true;
    } catch (error) {
      set({ acting: { step: "failed", id, failure: failureOf(error) } });
      return false;
    }
  },
  askStop: (stopping) => set({ stopping }),
});

/** Reads the list and single batches. */
function batchReading(
  set: Put,
  get: Get,
): Pick<BatchesSlice, "loadBatches" | "refreshOpenBatches" | "noteBatch"> {
  return {
    async loadBatches() {
      try {
        const { list } = await call(listBatches);
        set({
          batches: list,
          batchesAbove: get().batchesAbove + countAbove(get().batches, list),
          batchesFailure: null,
          ...(get().batchPane.show === "auto" ? { batchPane: paneFor(list) } : {}),
        });
      } catch (error) {
        // Batches that were read before stay on the screen.
        if (get().batches === null) set({ batchesFailure: failureOf(error) });
      }
    },
    async refreshOpenBatches() {
      const open = openBatchOf(get());
      const live = (get().batches ?? []).filter(
        ({ id, status }) => status === "RUNNING" || id === open?.id,
      );
      const fresh = await Promise.all(
        live.map(({ id }) => call(getBatch, { params: { id } }).catch(() => null)),
      );
      for (const batch of fresh) if (batch !== null) get().noteBatch(batch);
    },
    noteBatch(batch) {
      const list = get().batches ?? [];
      const isKnown = list.some(({ id }) => id === batch.id);
      set({
        batchesAbove: get().batchesAbove + (isKnown || list.length === 0 ? 0 : 1),
        batches: isKnown
          ? list.map((one) => (one.id === batch.id ? batch : one))
          : [batch, ...list],
      });
    },
  };
}

/** Returns whether the batch has ended, so that it prints no further labels. */
export function hasEnded({ status }: Pick<Batch, "status">): boolean {
  return status === "DONE" || status === "STOPPED";
}

/**
 * Returns the open batch; null when no batch is open, or the list does not contain the open one.
 */
export function openBatchOf({
  batches,
  batchPane,
}: Pick<BatchesSlice, "batches" | "batchPane">): Batch | null {
  return batchPane.show === "batch"
    ? (batches?.find(({ id }) => id === batchPane.id) ?? null)
    : null;
}

/** Returns the batch in hand: the open one or, where the list is shown, its active row. */
export function batchInHandOf(
  state: Pick<BatchesSlice, "batches" | "batchPane" | "batchInHandID">,
): Batch | null {
  const { batches, batchPane, batchInHandID } = state;
  if (batchPane.show !== "list") return openBatchOf(state);
  return batches?.find(({ id }) => id === batchInHandID) ?? batches?.[0] ?? null;
}

/** Counts the batches that a new list has above the first batch of the list before. */
function countAbove(before: readonly Batch[] | null, list: readonly Batch[]): number {
  const first = before?.[0]?.id;
  return Math.max(
    0,
    list.findIndex(({ id }) => id === first),
  );
}

/** Returns the pane to open: a paused batch, else a printing one, else a new one. */
function paneFor(list: readonly Batch[]): BatchPane {
  const first =
    list.find(({ status }) => status === "PAUSED") ??
    list.find(({ status }) => status === "RUNNING");
  return first === undefined ? { show: "new" } : { show: "batch", id: first.id };
}
