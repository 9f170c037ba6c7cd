/**
 * The batches of this station: those of today and those that have not ended, which one is open, and
 * what is done with it.
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
 * What stands beside the list. `auto`: the batch that needs a person first, else a new one; chosen
 * when the list is there.
 */
type BatchPane =
  | { readonly show: "auto" | "new" }
  | { readonly show: "batch"; readonly id: string };
type Acting =
  | { readonly step: "none" }
  | { readonly step: "asked"; readonly id: string }
  | { readonly step: "failed"; readonly id: string; readonly failure: Failure };

export type BatchesSlice = {
  /** As the core lists them, newest first; null until they were read. */
  readonly batches: readonly Batch[] | null;
  readonly batchesFailure: Failure | null;
  readonly batchPane: BatchPane;
  readonly acting: Acting;
  /** The batch of which it is asked whether it stops for good; null: none. */
  readonly stopping: string | null;
  /** Reads the list again. */
  loadBatches(): Promise<void>;
  /**
   * When the view opens: the batch that was open stays while it has not ended, else the one that
   * needs a person.
   */
  enterBatches(): Promise<void>;
  openBatch(id: string): void;
  openNewBatch(): void;
  /** Reads the counts of the batches that print, and of the open one. */
  refreshOpenBatches(): Promise<void>;
  /** A batch as an answer of the core has it. */
  noteBatch(batch: Batch): void;
  /** @returns Whether it was done. */
  actOnBatch(id: string, verb: BatchVerb): Promise<boolean>;
  askStop(id: string | null): void;
};

type Put = SetState<BatchesSlice>;
type Get = GetState<BatchesSlice>;

/** The slice of batches: nothing read, nothing open. */
export const createBatchesSlice: StateCreator<BatchesSlice> = (set, get) => ({
  batches: null,
  batchesFailure: null,
  batchPane: { show: "auto" },
  acting: { step: "none" },
  stopping: null,
  ...batchReading(set, get),
  async enterBatches() {
    const open = openBatchOf(get());
    if (open === null || hasEnded(open)) set({ batchPane: { show: "auto" } });
    set({ acting: { step: "none" }, stopping: null });
    await get().loadBatches();
  },
  openBatch: (id) =>
    set({ batchPane: { show: "batch", id }, acting: { step: "none" }, stopping: null }),
  openNewBatch: () => set({ batchPane: { show: "new" }, acting: { step: "none" }, stopping: null }),
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

/** Reading the list and single batches. */
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
          batchesFailure: null,
          ...(get().batchPane.show === "auto" ? { batchPane: paneFor(list) } : {}),
        });
      } catch (error) {
        // What was read stays on the screen.
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
        batches: isKnown
          ? list.map((one) => (one.id === batch.id ? batch : one))
          : [batch, ...list],
      });
    },
  };
}

/** Whether nothing of it prints any more. */
export function hasEnded({ status }: Pick<Batch, "status">): boolean {
  return status === "DONE" || status === "STOPPED";
}

/** The batch that is open; null while a new one is made, and when it is gone. */
export function openBatchOf({
  batches,
  batchPane,
}: Pick<BatchesSlice, "batches" | "batchPane">): Batch | null {
  return batchPane.show === "batch"
    ? (batches?.find(({ id }) => id === batchPane.id) ?? null)
    : null;
}

/**
 * A paused one waits for a person, and one that prints is watched; without either there is one to
 * make.
 */
function paneFor(list: readonly Batch[]): BatchPane {
  const first =
    list.find(({ status }) => status === "PAUSED") ??
    list.find(({ status }) => status === "RUNNING");
  return first === undefined ? { show: "new" } : { show: "batch", id: first.id };
}
