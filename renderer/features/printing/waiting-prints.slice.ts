/** Print requests of other stations that wait for a person here, by station. */
import type { StateCreator } from "zustand";
import {
  answerWaitingPrints,
  listWaitingPrints,
} from "../../../core/fulfilment/shared-printers/shared-printers.api.ts";
import type { WaitingPrints } from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { call } from "../../lib/bridge.ts";
import type { SharedState } from "../../store/shared.ts";
import { isJoined } from "../../store/sync.slice.ts";

export type WaitingPrintsSlice = {
  readonly waitingPrints: readonly WaitingPrints[];
  /** The station whose requests are being answered; null: none. */
  readonly answeringPrints: string | null;
  /** Requests that the packer put off. A further request of their station opens the question. */
  readonly putOffPrints: ReadonlySet<string>;
  loadWaitingPrints(): Promise<void>;
  answerWaitingPrints(stationID: string, print: boolean): Promise<void>;
  putOffWaitingPrints(stationID: string): void;
  recallWaitingPrints(): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createWaitingPrintsSlice: StateCreator<
  SharedState & WaitingPrintsSlice,
  [],
  [],
  WaitingPrintsSlice
> = (set, get) => ({
  waitingPrints: [],
  answeringPrints: null,
  putOffPrints: new Set(),
  async loadWaitingPrints() {
    if (get().sync === null) await get().loadSync();
    if (!isJoined(get())) return;
    const read = await call(listWaitingPrints).catch(() => null);
    if (read !== null) set({ waitingPrints: read.list.map((desk) => asShown(desk, get())) });
  },
  async answerWaitingPrints(stationID, print) {
    const desk = get().waitingPrints.find((one) => one.stationID === stationID);
    if (desk === undefined || get().answeringPrints !== null) return;
    set({ answeringPrints: stationID });
    // Some requests may have ended meanwhile; the waiting ones are read again either way.
    await call(answerWaitingPrints, { body: { requestIDs: desk.requestIDs, print } }).catch(
      () => undefined,
    );
    await get().loadWaitingPrints();
    set({ answeringPrints: null });
  },
  putOffWaitingPrints(stationID) {
    const ids = get().waitingPrints.find((one) => one.stationID === stationID)?.requestIDs ?? [];
    set({ putOffPrints: new Set([...get().putOffPrints, ...ids]) });
  },
  recallWaitingPrints() {
    set({ putOffPrints: new Set() });
    return get().loadWaitingPrints();
  },
});

/**
 * Keeps an open question as it was read, because the answer is for the prints that the person has
 * seen.
 */
function asShown(
  desk: WaitingPrints,
  { asked, waitingPrints }: Pick<SharedState & WaitingPrintsSlice, "asked" | "waitingPrints">,
): WaitingPrints {
  const shown =
    asked?.id === desk.stationID
      ? waitingPrints.find(({ stationID }) => stationID === desk.stationID)
      : undefined;
  return shown?.requestIDs.some((id) => desk.requestIDs.includes(id)) === true ? shown : desk;
}

type Now = Pick<SharedState & WaitingPrintsSlice, "sync" | "waitingPrints" | "putOffPrints">;

/**
 * Returns the stations with waiting requests that were not put off. None once this station has left
 * its hub: it prints nothing for other stations then.
 */
export function waitingDesksOf(now: Now): readonly WaitingPrints[] {
  return isJoined(now)
    ? now.waitingPrints.filter(({ requestIDs }) =>
        requestIDs.some((id) => !now.putOffPrints.has(id)),
      )
    : [];
}
