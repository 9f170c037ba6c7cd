/**
 * Labels that this station asked other stations to print, for the open order and the last result.
 */
import type { StateCreator } from "zustand";
import {
  cancelPrintRequest,
  listPrintRequests,
} from "../../../../core/fulfilment/shared-printers/shared-printers.api.ts";
import type { PrintRequest } from "../../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { call } from "../../../lib/bridge.ts";
import type { SharedState } from "../../../store/shared.ts";
import { isJoined } from "../../../store/sync.slice.ts";
import { parcelOf } from "../pack-step.ts";
import type { PackSlice } from "../pack.slice.ts";

export type SentElsewhereSlice = {
  /**
   * The newest request of each shipment, the most recently read first; null: the shipment has no
   * request.
   */
  readonly sentElsewhere: readonly {
    readonly shipmentID: string;
    readonly request: PrintRequest | null;
  }[];
  loadSent(shipmentID: string): Promise<void>;
  /** Reads again the requests that were read before. */
  refreshSent(): Promise<void>;
  /**
   * Cancels a request. If the other station has taken the request meanwhile, shows the request's
   * current state.
   */
  cancelSent(id: string, shipmentID: string): Promise<void>;
};

/** Number of requests to read; packing slips are among them. */
const READ = 20;

/** Creates the slice with nothing read yet. */
export const createSentElsewhereSlice: StateCreator<
  SharedState & PackSlice & SentElsewhereSlice,
  [],
  [],
  SentElsewhereSlice
> = (set, get) => ({
  sentElsewhere: [],
  async loadSent(shipmentID) {
    if (!isJoined(get())) return;
    const read = await call(listPrintRequests, { query: { shipmentID, limit: READ } }).catch(
      () => null,
    );
    if (read === null) return;
    const request = read.list.find((one) => one.isFromHere && one.document === "label") ?? null;
    const { pack, last } = get();
    const shown = [parcelOf(pack)?.shipment.id, last?.shipmentID];
    set({
      sentElsewhere: [
        { shipmentID, request },
        ...get().sentElsewhere.filter(
          (one) => one.shipmentID !== shipmentID && shown.includes(one.shipmentID),
        ),
      ],
    });
  },
  async cancelSent(id, shipmentID) {
    await call(cancelPrintRequest, { params: { id } }).catch(() => undefined);
    await get().loadSent(shipmentID);
  },
  async refreshSent() {
    await Promise.all(get().sentElsewhere.map(({ shipmentID }) => get().loadSent(shipmentID)));
  },
});

/**
 * Returns the newest print request for a shipment's label at another station; null when there is no
 * request, or when it is not read yet.
 */
export function sentOf(
  { sentElsewhere }: Pick<SentElsewhereSlice, "sentElsewhere">,
  shipmentID: string,
): PrintRequest | null {
  return sentElsewhere.find((one) => one.shipmentID === shipmentID)?.request ?? null;
}
