/**
 * Web pages and the station: which one asks to use it, and which ones may. The core decides; the
 * packer answers.
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
  /** No longer shown on Pack; Settings shows them until they expire. */
  readonly putOffPairings: ReadonlySet<string>;
  loadPairings(): Promise<void>;
  answerPairing(id: string, allow: boolean): Promise<void>;
  putOffPairing(id: string): void;
  forgetOrigin(origin: string): Promise<void>;
};

/** The slice of web pages: nothing read yet, and nothing asked. */
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
    // A question whose time is over is gone from the core: what it holds is read again in any case.
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

/** The page to ask about, the one that came first. */
export function pairingOf({
  pairings,
  putOffPairings,
}: Pick<PairingsSlice, "pairings" | "putOffPairings">): Pairing | null {
  return pairings.questions.find(({ id }) => !putOffPairings.has(id)) ?? null;
}
