/**
 * What became of labels that this desk asked other stations to print: of the order on the screen
 * and of the last result.
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
  /** The newest of each shipment, the one read last first; null: none was asked for it. */
  readonly sentElsewhere: readonly {
    readonly shipmentID: string;
    readonly request: PrintRequest | null;
  }[];
  loadSent(shipmentID: string): Promise<void>;
  /** Reads those again that are shown. */
  refreshSent(): Promise<void>;
  /** One that was taken meanwhile is shown as it is then. */
  giveUpSent(id: string, shipmentID: string): Promise<void>;
};

/** Packing slips are among them. */
const READ = 20;

/** The slice: nothing read yet. */
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
  async giveUpSent(id, shipmentID) {
    await call(cancelPrintRequest, { params: { id } }).catch(() => undefined);
    await get().loadSent(shipmentID);
  },
  async refreshSent() {
    await Promise.all(get().sentElsewhere.map(({ shipmentID }) => get().loadSent(shipmentID)));
  },
});

/**
 * @returns The newest print of its label that this desk asked another station for; null when there
 *   is none, or it is not read yet.
 */
export function sentOf(
  { sentElsewhere }: Pick<SentElsewhereSlice, "sentElsewhere">,
  shipmentID: string,
): PrintRequest | null {
  return sentElsewhere.find((one) => one.shipmentID === shipmentID)?.request ?? null;
}
