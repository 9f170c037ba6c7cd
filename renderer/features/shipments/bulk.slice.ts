/**
 * Selected shipments, and the command on them: buys or cancels one after the other until it is
 * stopped, or prints all labels as one batch.
 */
import type { StateCreator } from "zustand";
import { getShipmentDetail } from "../../../core/fulfilment/history/history.api.ts";
import type { ReprintReason } from "../../../core/printing/printing.schema.ts";
import {
  MOST_ROWS,
  type ShipmentListRow,
} from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import { refuse } from "../../store/sounds.ts";
import type { SharedState } from "../../store/shared.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { BuyPlan } from "./buy-plan.ts";
import { rowIn } from "./list-chunks.ts";
import { readChunk, shownOf } from "./list-rows.ts";
import type { ListSlice } from "./list.slice.ts";
import type { QuestionSlice } from "./question.slice.ts";
import { listKeyOf } from "./shown-list.ts";
import {
  endOf,
  fitting,
  isBusy,
  cancellationsOf,
  printTogether,
  purchasesOf,
  runEach,
  type Bulk,
  type BulkAct,
  type Run,
} from "./run-bulk.ts";

/** The most shipments that can be selected; also the limit of a batch. */
export const MOST_SELECTED = 1_000;

/** A selected row, and the key of the list (`listKeyOf`) in which it was selected. */
export type SelectedRow = ShipmentListRow & { readonly listKey: string };

export type BulkSlice = {
  readonly selectedShipments: ReadonlyMap<string, SelectedRow>;
  readonly bulk: Bulk;
  /** Key of the list over which the last command ended. */
  readonly bulkList: string;
  /** The command that was called although it applies to no selected shipment; null: none. */
  readonly refusedAct: BulkAct | null;
  /** The purchases that are made if the buy question is answered with yes. */
  readonly buyPlan: BuyPlan | null;
  /**
   * The number of selected labels that were printed before, while the question of why they are
   * printed again is open; 0: it is not. A change of the selection closes it.
   */
  readonly asksReprint: number;
  /** Whether shipments are being read to be selected. */
  readonly isSelecting: boolean;
  /** Selects or deselects a row; refuses to select more rows than the limit. */
  toggleShipment(row: ShipmentListRow): void;
  selectShipments(rows: readonly ShipmentListRow[]): void;
  /** Selects the first shipments of the list, up to the limit. */
  selectAllShipments(): Promise<void>;
  /**
   * Reads a selected shipment again after it has changed, so that questions about the selection
   * stay correct.
   */
  refreshSelected(id: string): Promise<void>;
  clearShipments(): void;
  /** Says that the command applies to no selected shipment, until another row is selected. */
  refuseAct(act: BulkAct): void;
  askReprintShipments(printedBefore: number): void;
  /** Plans the purchase of the selected orders, and asks whether to buy. */
  planBulk(): Promise<void>;
  /**
   * Runs a command on the selected shipments that it applies to.
   *
   * @param reason Why printed labels are printed again; required if some were printed before.
   */
  runBulk(act: BulkAct, reason?: ReprintReason): Promise<void>;
  /**
   * Stops the running command, or its planning.
   *
   * @returns false when no command runs, or when it is printing, which cannot be stopped.
   */
  stopBulk(): boolean;
  dismissBulk(): void;
};

export type BulkState = SharedState & ListSlice & BulkSlice & QuestionSlice;
type Put = SetState<BulkState>;
type Get = GetState<BulkState>;

/** Creates the slice with nothing selected. */
export const createBulkSlice: StateCreator<BulkState, [], [], BulkSlice> = (set, get) => ({
  selectedShipments: new Map(),
  bulk: { step: "none" },
  bulkList: "",
  refusedAct: null,
  buyPlan: null,
  asksReprint: 0,
  isSelecting: false,
  ...selection(set, get),
  askReprintShipments: (asksReprint) => set({ asksReprint }),
  ...bulkActs(set, get),
  dismissBulk: () => set({ bulk: { step: "none" } }),
});

/** Selects shipments, and keeps the selected rows up to date. */
function selection(
  set: Put,
  get: Get,
): Pick<
  BulkSlice,
  | "toggleShipment"
  | "selectShipments"
  | "selectAllShipments"
  | "refreshSelected"
  | "clearShipments"
  | "refuseAct"
> {
  return {
    toggleShipment(row) {
      const selected = new Map(get().selectedShipments);
      if (!selected.delete(row.id)) {
        if (selected.size >= MOST_SELECTED) return refuse();
        selected.set(row.id, fromList(get(), row));
      }
      set({ selectedShipments: selected, refusedAct: null, asksReprint: 0 });
    },
    selectShipments(rows) {
      set({
        refusedAct: null,
        asksReprint: 0,
        selectedShipments: new Map(
          [
            ...get().selectedShipments,
            ...rows.map((row) => [row.id, fromList(get(), row)] as const),
          ].slice(0, MOST_SELECTED),
        ),
      });
    },
    selectAllShipments: () => selectFirst(set, get),
    async refreshSelected(id) {
      if (!get().selectedShipments.has(id) || isBusy(get().bulk)) return;
      const detail = await call(getShipmentDetail, { params: { shipmentID: id } }).catch(
        () => null,
      );
      const row = get().selectedShipments.get(id);
      if (detail === null || row === undefined) return;
      const { statusCode: status, barcode } = detail.shipment;
      const isPrinted = row.isPrinted || status === "LABEL_PRINTED";
      const now = { ...row, status, barcode, isPrinted, isHeld: detail.holdReason !== "" };
      set({ selectedShipments: new Map(get().selectedShipments).set(id, now), asksReprint: 0 });
    },
    clearShipments: () =>
      set({
        selectedShipments: new Map(),
        shipmentsQuestion: null,
        asksReprint: 0,
        refusedAct: null,
      }),
    refuseAct(refusedAct) {
      set({ refusedAct });
      refuse();
    },
  };
}

function fromList(state: ListSlice, row: ShipmentListRow): SelectedRow {
  return { ...row, listKey: listKeyOf(shownOf(state)) };
}

async function selectFirst(set: Put, get: Get): Promise<void> {
  const { shipmentPlaces: places, shipmentList } = get();
  if (places === null || !get().areShipmentsCounted || get().isSelecting) return;
  set({ isSelecting: true });
  const rows: ShipmentListRow[] = [];
  try {
    for (
      let chunk = 0;
      chunk * places.step < Math.min(places.total, MOST_SELECTED) &&
      get().shipmentList === shipmentList;
      chunk += 1
    ) {
      rows.push(...(readBefore(get(), chunk) ?? (await readChunk(shownOf(get()), places, chunk))));
    }
    if (get().shipmentList === shipmentList) get().selectShipments(rows);
  } catch (error) {
    set({ shipmentsFailure: failureOf(error) });
  } finally {
    set({ isSelecting: false });
  }
}

/** Returns the rows of a chunk if the list has them; undefined if they must be read. */
function readBefore(
  { shipmentChunks }: BulkState,
  chunk: number,
): readonly ShipmentListRow[] | undefined {
  return rowIn(shipmentChunks, chunk * MOST_ROWS) === undefined
    ? undefined
    : shipmentChunks.get(chunk);
}

/** Whether a person has stopped the running command. */
type Stop = { isStopped: boolean };

/** Plans a purchase, and runs and stops a command. */
function bulkActs(set: Put, get: Get): Pick<BulkSlice, "planBulk" | "runBulk" | "stopBulk"> {
  const stop: Stop = { isStopped: false };
  return {
    planBulk: async () => (await import("./plan-purchase.ts")).planPurchase(set, get, stop),
    runBulk: (act, reason) => runAct(set, get, stop, act, reason),
    stopBulk() {
      const { bulk } = get();
      if (!isBusy(bulk) || (bulk.step === "running" && bulk.act === "print")) return false;
      stop.isStopped = true;
      return true;
    },
  };
}

async function runAct(
  set: Put,
  get: Get,
  stop: Stop,
  act: BulkAct,
  reason: ReprintReason | undefined,
): Promise<void> {
  const { selectedShipments, buyPlan, bulk } = get();
  const rows = fitting(act, selectedShipments.values());
  const purchases = act === "buy" ? (buyPlan?.purchases ?? []) : [];
  const total = act === "buy" ? purchases.length : rows.length;
  if (isBusy(bulk) || total === 0) return;
  stop.isStopped = false;
  set({
    bulk: { step: "running", act, total, done: 0, paid: "0.00", failures: [] },
    refusedAct: null,
    asksReprint: 0,
    buyPlan: null,
  });
  const run: Run = {
    isStopped: () => stop.isStopped,
    show: (counts) => set({ bulk: { step: "running", ...counts } }),
    async end(counts) {
      const isUnprinted = counts.act === "print" && counts.done === 0;
      const acted = new Set(isUnprinted ? [] : rows.map(({ id }) => id));
      set({
        bulk: endOf(counts),
        bulkList: listKeyOf(shownOf(get())),
        // Rows that were selected meanwhile stay selected, as do labels that were not printed.
        selectedShipments: new Map([...get().selectedShipments].filter(([id]) => !acted.has(id))),
      });
      await get().refreshShipments();
    },
  };
  const ask = (printedBefore: number): void => {
    const isSame = get().selectedShipments === selectedShipments;
    set({ bulk: { step: "none" }, asksReprint: isSame ? printedBefore : 0 });
  };
  if (act === "print") return printTogether(rows, reason, { end: run.end, ask });
  await runEach(act, act === "buy" ? purchasesOf(rows, purchases) : cancellationsOf(rows), run);
}
