/**
 * Prints the label or the packing slip of the open shipment at another station, and shows the
 * request's state.
 */
import type { StateCreator } from "zustand";
import {
  cancelPrintRequest,
  createPrintRequest,
  listPrintRequests,
  listSharedPrinters,
} from "../../../core/fulfilment/shared-printers/shared-printers.api.ts";
import type {
  PrintRequest,
  RequestedDocument,
  SharedPrinter,
} from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { SharedState } from "../../store/shared.ts";
import { isJoined } from "../../store/sync.slice.ts";

/**
 * `reading`: the printers are being read. `asking`: the request is being sent to the core. `asked`:
 * the core has the request, and its state is shown.
 */
type Elsewhere =
  | { readonly step: "closed" | "reading" }
  | { readonly step: "asked"; readonly id: string }
  | { readonly step: "choosing" | "asking"; readonly list: readonly SharedPrinter[] }
  | { readonly step: "failed"; readonly list: readonly SharedPrinter[]; readonly failure: Failure };

export type ElsewhereSlice = {
  readonly elsewhere: Elsewhere;
  /** Requests of the open shipment, newest first. */
  readonly printRequests: {
    readonly shipmentID: string;
    readonly list: readonly PrintRequest[];
  } | null;
  /** Opens the choice of a printer, and reads the printers. */
  askElsewhere(): Promise<void>;
  /**
   * Reads the printers again while the choice is open: a printer may stop, no longer be shared, or
   * become unreachable.
   */
  refreshElsewhere(): Promise<void>;
  /** Closes the choice of a printer. @returns Whether a choice was open. */
  closeElsewhere(): boolean;
  printElsewhere(printerID: string, document: RequestedDocument): Promise<void>;
  cancelElsewhere(id: string): Promise<void>;
  loadPrintRequests(): Promise<void>;
};

/** The most print requests shown for one shipment; more are rare. */
const SHOWN = 20;

/** Creates the slice with the choice closed. */
export const createElsewhereSlice: StateCreator<
  SharedState & ElsewhereSlice,
  [],
  [],
  ElsewhereSlice
> = (set, get) => ({
  elsewhere: { step: "closed" },
  printRequests: null,
  async askElsewhere() {
    set({ elsewhere: { step: "reading" } });
    const elsewhere = await call(listSharedPrinters).then(
      ({ list }): Elsewhere => ({ step: "choosing", list }),
      (error: unknown): Elsewhere => ({ step: "failed", list: [], failure: failureOf(error) }),
    );
    if (get().elsewhere.step === "reading") set({ elsewhere });
  },
  async refreshElsewhere() {
    const read =
      "list" in get().elsewhere ? await call(listSharedPrinters).catch(() => null) : null;
    const { elsewhere } = get();
    if (
      read !== null &&
      "list" in elsewhere &&
      JSON.stringify(read.list) !== JSON.stringify(elsewhere.list)
    )
      set({ elsewhere: { ...elsewhere, list: read.list } });
  },
  closeElsewhere() {
    const { step } = get().elsewhere;
    set({ elsewhere: { step: "closed" } });
    return step !== "closed" && step !== "asked";
  },
  async printElsewhere(printerID, document) {
    const { elsewhere, openedShipment } = get();
    if (openedShipment === null || (elsewhere.step !== "choosing" && elsewhere.step !== "failed"))
      return;
    const { list } = elsewhere;
    set({ elsewhere: { step: "asking", list } });
    try {
      const { id } = await call(createPrintRequest, {
        body: { printerID, shipmentID: openedShipment.id, document },
      });
      if (get().elsewhere.step === "asking") set({ elsewhere: { step: "asked", id } });
    } catch (error) {
      if (get().elsewhere.step === "asking")
        set({ elsewhere: { step: "failed", list, failure: failureOf(error) } });
    }
    await Promise.all([get().loadPrintRequests(), get().refreshElsewhere()]);
  },
  async cancelElsewhere(id) {
    // If the other station has taken the request meanwhile, the list shows its current state.
    await call(cancelPrintRequest, { params: { id } }).catch(() => undefined);
    await get().loadPrintRequests();
  },
  async loadPrintRequests() {
    const shipmentID = get().openedShipment?.id;
    if (shipmentID === undefined || !isJoined(get())) return;
    const read = await call(listPrintRequests, { query: { shipmentID, limit: SHOWN } }).catch(
      () => null,
    );
    if (read !== null && get().openedShipment?.id === shipmentID)
      set({ printRequests: { shipmentID, list: read.list } });
  },
});
