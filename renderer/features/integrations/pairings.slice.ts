/**
 * Web pages that ask to use the station, and web pages that may use it. The core asks; the packer
 * answers.
 */
import type { StateCreator } from "zustand";
import { call } from "../../lib/bridge.ts";
import {
  answerPairing,
  deleteOrigins,
  listPairings,
} from "../../../core/http/integrations/integrations.api.ts";
import type { Pairing, Pairings } from "../../../core/http/integrations/integrations.schema.ts";

export type PairingsSlice = {
  readonly pairings: Pairings;
  readonly answeringPairing: string | null;
  /** Questions no longer shown in Pack; Settings shows them until they are answered or expire. */
  readonly putOffPairings: ReadonlySet<string>;
  loadPairings(): Promise<void>;
  answerPairing(id: string, allow: boolean): Promise<void>;
  putOffPairing(id: string): void;
  forgetOrigin(origin: string): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createPairingsSlice: StateCreator<PairingsSlice> = (set, get) => ({
  pairings: { questions: [], allowedOrigins: [] },
  answeringPairing: null,
  putOffPairings: new Set(),
  async loadPairings() {
    const pairings = await call(listPairings).catch(() => null);
    if (pairings !== null) set({ pairings });
  },
  async answerPairing(id, allow) {
    if (get().answeringPairing !== null) return;
    set({ answeringPairing: id });
    // Fails if the question has expired. The questions are read again in either case.
    await call(answerPairing, { params: { id }, body: { allow } }).catch(() => undefined);
    await get().loadPairings();
    set({ answeringPairing: null });
  },
  putOffPairing: (id) => set({ putOffPairings: new Set([...get().putOffPairings, id]) }),
  async forgetOrigin(origin) {
    await call(deleteOrigins, { query: { origin } }).catch(() => undefined);
    await get().loadPairings();
  },
});

/** Returns the oldest question that was not put off; null without one. */
export function pairingOf({
  pairings,
  putOffPairings,
}: Pick<PairingsSlice, "pairings" | "putOffPairings">): Pairing | null {
  return pairings.questions.find(({ id }) => !putOffPairings.has(id)) ?? null;
}
