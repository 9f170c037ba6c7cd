/** Resuming after a jam: the scanned last good label, and the labels to print after it. */
import type { StateCreator } from "zustand";
import {
  findBatchRest,
  pauseBatch,
  resumeBatch,
} from "../../../core/fulfilment/batches/batches.api.ts";
import type { BatchRest } from "../../../core/fulfilment/batches/batches.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { BatchesSlice } from "./batches.slice.ts";

type Jam =
  | { readonly step: "none" }
  | { readonly step: "asking" | "resuming"; readonly batchID: string; readonly code: string }
  | {
      readonly step: "offered";
      readonly batchID: string;
      readonly code: string;
      readonly rest: BatchRest;
    }
  | {
      readonly step: "failed";
      readonly batchID: string;
      readonly code: string;
      readonly failure: Failure;
    };

/** Code: the batch has ended, so it prints no further labels. */
const ENDED = "E2077";

export type JamSlice = {
  readonly jam: Jam;
  /**
   * Asks which labels of the batch follow the scanned label. If the batch is printing, pauses it
   * and asks again, so that the offer does not change afterwards. Offers nothing if the batch could
   * not be paused.
   */
  offerRest(batchID: string, code: string): Promise<void>;
  /** Prints the offered labels. @returns Whether the batch resumed. */
  takeRest(): Promise<boolean>;
  dismissJam(): void;
};

/** Creates the slice without a scan. */
export const createJamSlice: StateCreator<BatchesSlice & JamSlice, [], [], JamSlice> = (
  set,
  get,
) => {
  /**
   * Returns whether this scan still counts: no other code was scanned meanwhile, and the offer was
   * not dismissed.
   */
  const isStill = (step: "asking" | "resuming", code: string): boolean => {
    const { jam } = get();
    return jam.step === step && jam.code === code;
  };
  return {
    jam: { step: "none" },
    async offerRest(batchID, code) {
      set({ jam: { step: "asking", batchID, code } });
      try {
        const asked = { params: { id: batchID }, body: { after: code } };
        let rest = await call(findBatchRest, asked);
        if (mayPrint(get(), batchID)) {
          await pause(get(), batchID);
          rest = await call(findBatchRest, asked);
        }
        if (isStill("asking", code)) set({ jam: { step: "offered", batchID, code, rest } });
      } catch (error) {
        if (isStill("asking", code))
          set({ jam: { step: "failed", batchID, code, failure: failureOf(error) } });
      }
    },
    async takeRest() {
      const { jam } = get();
      if (jam.step !== "offered") return false;
      const { batchID, code } = jam;
      set({ jam: { step: "resuming", batchID, code } });
      try {
        get().noteBatch(
          await call(resumeBatch, { params: { id: batchID }, body: { after: code } }),
        );
        if (isStill("resuming", code)) set({ jam: { step: "none" } });
        return true;
      } catch (error) {
        if (isStill("resuming", code))
          set({ jam: { step: "failed", batchID, code, failure: failureOf(error) } });
        return false;
      }
    },
    dismissJam: () => set({ jam: { step: "none" } }),
  };
};

/**
 * Returns whether the batch prints, or may print soon, because a command on it is not answered yet.
 */
function mayPrint({ batches, acting }: BatchesSlice, batchID: string): boolean {
  return (
    batches?.find(({ id }) => id === batchID)?.status === "RUNNING" ||
    (acting.step === "asked" && acting.id === batchID)
  );
}

/** Pauses the batch, unless it has ended. @throws BridgeError */
async function pause({ noteBatch }: BatchesSlice, batchID: string): Promise<void> {
  try {
    noteBatch(await call(pauseBatch, { params: { id: batchID } }));
  } catch (error) {
    if (failureOf(error).code !== ENDED) throw error;
  }
}
