/** The shipments that are selected, and what is done with all of them: bought, printed or cancelled one after the other, until it is stopped. */
import type { StateCreator } from "zustand";
import { createBatch } from "../../../core/batches/batches.api.ts";
import type { ReprintReason } from "../../../core/printing/printing.schema.ts";
import { MOST_ROWS, type ShipmentListRow } from "../../../core/shipments/shipment-rows.schema.ts";
import { cancelShipment, getShipment } from "../../../core/shipments/shipments.api.ts";
import { listShipmentRows } from "../../../core/shipments/shipments-station.api.ts";
import { buyAtDesk } from "../../../core/station/station.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { refuse } from "../../store/sounds.ts";
import { queryOf } from "./filter.ts";
import { rowIn, type ListSlice } from "./list.slice.ts";
import type { QuestionSlice } from "./question.slice.ts";

/** As many as a batch of labels has. */
export const MOST_SELECTED = 1_000;

export type BulkAct = "buy" | "print" | "cancel";
export type Bulk =
  | { readonly step: "none" }
  | { readonly step: "running"; readonly act: BulkAct; readonly total: number; readonly done: number; readonly failed: number }
  | { readonly step: "ended"; readonly act: BulkAct; readonly total: number; readonly done: number; readonly failed: number; readonly failure: Failure | null; readonly isStopped: boolean };

export type BulkSlice = {
  readonly selectedShipments: ReadonlyMap<string, ShipmentListRow>;
  readonly bulk: Bulk;
  /** Whether it is asked why labels among the selected ones are printed once more. */
  readonly asksReprint: boolean;
  /** Shipments are being read to be selected. */
  readonly isSelecting: boolean;
  /** Refused where no more can be selected. */
  toggleShipment(row: ShipmentListRow): void;
  selectShipments(rows: readonly ShipmentListRow[]): void;
  /** Selects the first ones of the list, as many as can be. */
  selectAllShipments(): Promise<void>;
  clearShipments(): void;
  askReprintShipments(asks: boolean): void;
  /** @param reason Why labels are printed that were printed before; needed where there are any. */
  runBulk(act: BulkAct, reason?: ReprintReason): Promise<void>;
  stopBulk(): void;
  dismissBulk(): void;
};

/** Which of the selected an act can be done with. */
export function fitting(act: BulkAct, rows: Iterable<ShipmentListRow>): ShipmentListRow[] {
  return [...rows].filter(({ status, barcode }) => {
    if (act === "buy") return status === "GOT_OFFERS";
    if (act === "print") return barcode !== "" && (status === "TRACKING_CODE_CREATED" || status === "LABEL_PRINTED");
    return ["CREATED", "GOT_OFFERS", "TRACKING_CODE_CREATED", "LABEL_PRINTED"].includes(status);
  });
}

/** The selected labels that were printed before. */
export function printedBefore(rows: Iterable<ShipmentListRow>): ShipmentListRow[] {
  return fitting("print", rows).filter(({ isPrinted }) => isPrinted);
}

/** The slice of what is selected: nothing. */
export const createBulkSlice: StateCreator<ListSlice & BulkSlice & QuestionSlice, [], [], BulkSlice> = (set, get) => {
  let isStopped = false;
  const buyCheapest = async ({ id }: ShipmentListRow): Promise<void> => {
    const { offers } = await call(getShipment, { params: { shipmentID: id } });
    const offerID = offers?.cheapest?.id;
    if (offerID !== undefined) await call(buyAtDesk, { body: { offerID, print: false } });
  };
  return {
    selectedShipments: new Map(),
    bulk: { step: "none" },
    asksReprint: false,
    isSelecting: false,
    toggleShipment(row) {
      const selected = new Map(get().selectedShipments);
      if (!selected.delete(row.id)) {
        if (selected.size >= MOST_SELECTED) return refuse();
        selected.set(row.id, row);
      }
      set({ selectedShipments: selected });
    },
    selectShipments(rows) {
      set({ selectedShipments: new Map([...get().selectedShipments, ...rows.map((row) => [row.id, row] as const)].slice(0, MOST_SELECTED)) });
    },
    async selectAllShipments() {
      const { foundShipments, shipmentPlaces: places, shipmentList } = get();
      if (foundShipments !== null) return get().selectShipments(foundShipments);
      if (places === null || !get().areShipmentsCounted || get().isSelecting) return;
      set({ isSelecting: true });
      const rows: ShipmentListRow[] = [];
      try {
        for (let chunk = 0; chunk * places.step < Math.min(places.total, MOST_SELECTED) && get().shipmentList === shipmentList; chunk += 1) {
          const kept = rowIn(get().shipmentChunks, chunk * MOST_ROWS) === undefined ? undefined : get().shipmentChunks.get(chunk);
          const key = places.keys === null ? { number: (places.newest ?? 0) - chunk * places.step } : places.keys[chunk];
          rows.push(...(kept ?? (await call(listShipmentRows, { query: { ...queryOf(get().shipmentFilter, Date.now()), ...key } })).list));
        }
        if (get().shipmentList === shipmentList) get().selectShipments(rows);
      } catch (error) {
        set({ shipmentsFailure: failureOf(error) });
      } finally {
        set({ isSelecting: false });
      }
    },
    clearShipments: () => set({ selectedShipments: new Map(), shipmentsQuestion: null, asksReprint: false }),
    askReprintShipments: (asksReprint) => set({ asksReprint }),
    async runBulk(act, reason) {
      const rows = fitting(act, get().selectedShipments.values());
      if (get().bulk.step === "running" || rows.length === 0) return;
      isStopped = false;
      const counts = { act, total: rows.length, done: 0, failed: 0 };
      let failure: Failure | null = null;
      set({ bulk: { step: "running", ...counts }, asksReprint: false });
      if (act === "print") {
        try {
          await call(createBatch, { body: { shipmentIDs: rows.map(({ id }) => id), sort: "given", ...(reason === undefined ? {} : { reason }) } });
          counts.done = rows.length;
        } catch (error) {
          failure = failureOf(error);
          counts.failed = rows.length;
        }
      } else {
        for (const row of rows) {
          if (isStopped) break;
          try {
            await (act === "buy" ? buyCheapest(row) : call(cancelShipment, { params: { shipmentID: row.id } }));
            counts.done += 1;
          } catch (error) {
            failure ??= failureOf(error);
            counts.failed += 1;
          }
          set({ bulk: { step: "running", ...counts } });
        }
      }
      set({ bulk: { step: "ended", ...counts, failure, isStopped: counts.done + counts.failed < counts.total }, selectedShipments: new Map() });
      await get().refreshShipments();
    },
    stopBulk() {
      isStopped = true;
    },
    dismissBulk: () => set({ bulk: { step: "none" } }),
  };
};
