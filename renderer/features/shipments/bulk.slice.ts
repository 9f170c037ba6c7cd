/**
 * The shipments that are selected, and what is done with all of them: bought, printed or cancelled
 * one after the other, until it is stopped.
 */
import type { StateCreator } from "zustand";
import { createBatch } from "../../../core/batches/batches.api.ts";
import { getShipmentDetail } from "../../../core/history/history.api.ts";
import type { ReprintReason } from "../../../core/printing/printing.schema.ts";
import { MOST_ROWS, type ShipmentListRow } from "../../../core/shipments/shipment-rows.schema.ts";
import { listShipmentRows } from "../../../core/shipments/shipments-station.api.ts";
import { planPurchases } from "../../../core/station/station.api.ts";
import {
  MOST_PLANNED,
  type LeftOut,
  type PlannedPurchase,
} from "../../../core/station/station.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { refuse } from "../../store/sounds.ts";
import type { SharedState } from "../../store/shared.ts";
import { isWithoutLabel } from "../../ui/state-words.ts";
import { buyPlanOf, sumOf, type BuyPlan } from "./buy-plan.ts";
import { queryOf } from "./filter.ts";
import { rowIn, type ListSlice } from "./list.slice.ts";
import type { QuestionSlice } from "./question.slice.ts";
import { buyOne, cancelOne } from "./run-one.ts";

/** As many as a batch of labels has. */
export const MOST_SELECTED = 1_000;

export type BulkAct = "buy" | "print" | "cancel";
/** A shipment that an act could not be done with. `name`: as a person knows it. */
export type BulkFailure = { readonly id: string; readonly name: string; readonly failure: Failure };
/** `paid`: money text, of a purchase alone. */
type Counts = {
  readonly act: BulkAct;
  readonly total: number;
  readonly done: number;
  readonly paid: string;
  readonly failures: readonly BulkFailure[];
};
export type Bulk =
  | { readonly step: "none" }
  /** The prices of the selected orders are read. */
  | { readonly step: "planning"; readonly total: number; readonly done: number }
  | ({ readonly step: "running" } & Counts)
  | ({ readonly step: "ended"; readonly isStopped: boolean } & Counts);

export type BulkSlice = {
  readonly selectedShipments: ReadonlyMap<string, ShipmentListRow>;
  readonly bulk: Bulk;
  /** What is bought when the question about it is answered with yes. */
  readonly buyPlan: BuyPlan | null;
  /** Whether it is asked why labels among the selected ones are printed once more. */
  readonly asksReprint: boolean;
  /** Shipments are being read to be selected. */
  readonly isSelecting: boolean;
  /** Refused where no more can be selected. */
  toggleShipment(row: ShipmentListRow): void;
  selectShipments(rows: readonly ShipmentListRow[]): void;
  /** Selects the first ones of the list, as many as can be. */
  selectAllShipments(): Promise<void>;
  /**
   * Reads a selected shipment again that was bought, held or cancelled elsewhere: questions about
   * the selection stay true.
   */
  refreshSelected(id: string): Promise<void>;
  clearShipments(): void;
  askReprintShipments(asks: boolean): void;
  /** Reads what buying the selected orders would buy, and asks about it. */
  planBulk(): Promise<void>;
  /** @param reason Why labels are printed that were printed before; needed where there are any. */
  runBulk(act: BulkAct, reason?: ReprintReason): Promise<void>;
  /** @returns Whether something ran that could be stopped. */
  stopBulk(): boolean;
  dismissBulk(): void;
};

/** Which of the selected an act can be done with. */
export function fitting(act: BulkAct, rows: Iterable<ShipmentListRow>): ShipmentListRow[] {
  return [...rows].filter(({ status, barcode, isReturn, isHeld }) => {
    if (act === "buy") return isWithoutLabel(status) && !isReturn && !isHeld;
    if (act === "print")
      return barcode !== "" && (status === "TRACKING_CODE_CREATED" || status === "LABEL_PRINTED");
    return ["CREATED", "GOT_OFFERS", "TRACKING_CODE_CREATED", "LABEL_PRINTED"].includes(status);
  });
}

/** Whether something is being done with shipments, or prepared. */
export function isBusy({ step }: Bulk): boolean {
  return step === "planning" || step === "running";
}

/** Why a selected shipment is not bought. */
function whyNot({ status, isReturn }: ShipmentListRow): LeftOut["why"] {
  if (!isWithoutLabel(status)) return "NOT_WAITING";
  return isReturn ? "RETURN" : "HELD";
}

type BulkTask = {
  readonly id: string;
  readonly name: string;
  readonly run: () => ReturnType<typeof buyOne>;
};

function nameOf({ orderNumber, number }: Pick<ShipmentListRow, "orderNumber" | "number">): string {
  return orderNumber === "" ? `#${number}` : orderNumber;
}

/** The selected labels that were printed before. */
export function printedBefore(rows: Iterable<ShipmentListRow>): ShipmentListRow[] {
  return fitting("print", rows).filter(({ isPrinted }) => isPrinted);
}

/** The slice of what is selected: nothing. */
export const createBulkSlice: StateCreator<
  SharedState & ListSlice & BulkSlice & QuestionSlice,
  [],
  [],
  BulkSlice
> = (set, get) => {
  let isStopped = false;
  const end = async (counts: Counts): Promise<void> => {
    // Labels are printed as one batch, which cannot be stopped and fails as a whole.
    const isCut = counts.act !== "print" && counts.done + counts.failures.length < counts.total;
    set({ bulk: { step: "ended", ...counts, isStopped: isCut }, selectedShipments: new Map() });
    await get().refreshShipments();
  };
  /** One after the other, until it is stopped. */
  const runEach = async (act: "buy" | "cancel", tasks: readonly BulkTask[]): Promise<void> => {
    let counts: Counts = { act, total: tasks.length, done: 0, paid: "0.00", failures: [] };
    for (const { id, name, run } of tasks) {
      if (isStopped) break;
      const ran = await run();
      counts =
        "failure" in ran
          ? { ...counts, failures: [...counts.failures, { id, name, failure: ran.failure }] }
          : { ...counts, done: counts.done + 1, paid: sumOf([{ amount: counts.paid }, ran]) };
      set({ bulk: { step: "running", ...counts } });
    }
    await end(counts);
  };
  const print = async (
    rows: readonly ShipmentListRow[],
    reason: ReprintReason | undefined,
  ): Promise<void> => {
    const counts: Counts = {
      act: "print",
      total: rows.length,
      done: rows.length,
      paid: "0.00",
      failures: [],
    };
    try {
      await call(createBatch, {
        body: {
          shipmentIDs: rows.map(({ id }) => id),
          sort: "given",
          ...(reason === undefined ? {} : { reason }),
        },
      });
      await end(counts);
    } catch (error) {
      await end({
        ...counts,
        done: 0,
        failures: rows.slice(0, 1).map(({ id }) => ({ id, name: "", failure: failureOf(error) })),
      });
    }
  };
  return {
    selectedShipments: new Map(),
    bulk: { step: "none" },
    buyPlan: null,
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
      set({
        selectedShipments: new Map(
          [...get().selectedShipments, ...rows.map((row) => [row.id, row] as const)].slice(
            0,
            MOST_SELECTED,
          ),
        ),
      });
    },
    async selectAllShipments() {
      const { foundShipments, shipmentPlaces: places, shipmentList } = get();
      if (foundShipments !== null) return get().selectShipments(foundShipments);
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
          const kept =
            rowIn(get().shipmentChunks, chunk * MOST_ROWS) === undefined
              ? undefined
              : get().shipmentChunks.get(chunk);
          const key =
            places.keys === null
              ? { number: (places.newest ?? 0) - chunk * places.step }
              : places.keys[chunk];
          rows.push(
            ...(kept ??
              (
                await call(listShipmentRows, {
                  query: { ...queryOf(get().shipmentFilter, Date.now()), ...key },
                })
              ).list),
          );
        }
        if (get().shipmentList === shipmentList) get().selectShipments(rows);
      } catch (error) {
        set({ shipmentsFailure: failureOf(error) });
      } finally {
        set({ isSelecting: false });
      }
    },
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
      set({ selectedShipments: new Map(get().selectedShipments).set(id, now) });
    },
    clearShipments: () =>
      set({ selectedShipments: new Map(), shipmentsQuestion: null, asksReprint: false }),
    askReprintShipments: (asksReprint) => set({ asksReprint }),
    async planBulk() {
      const rows = fitting("buy", get().selectedShipments.values()).toSorted(
        (a, b) => a.number - b.number,
      );
      const { desk, selectedShipments } = get();
      if (isBusy(get().bulk) || rows.length === 0 || desk.step !== "ready") return;
      isStopped = false;
      const found: PlannedPurchase[] = [];
      const leftOut: LeftOut[] = [...selectedShipments.values()]
        .filter((row) => !rows.includes(row))
        .map((row) => ({ shipmentID: row.id, why: whyNot(row) }));
      try {
        for (let from = 0; from < rows.length && !isStopped; from += MOST_PLANNED) {
          set({ bulk: { step: "planning", total: rows.length, done: from } });
          const part = await call(planPurchases, {
            body: { shipmentIDs: rows.slice(from, from + MOST_PLANNED).map(({ id }) => id) },
          });
          found.push(...part.list);
          leftOut.push(...part.leftOut);
        }
        set({
          bulk: { step: "none" },
          ...(isStopped ? {} : { buyPlan: buyPlanOf(found, leftOut, desk.facts.available) }),
        });
        if (!isStopped) get().askShipments("buy");
      } catch (error) {
        set({ bulk: { step: "none" }, shipmentsFailure: failureOf(error) });
      }
    },
    async runBulk(act, reason) {
      const { selectedShipments, buyPlan, bulk } = get();
      const rows = fitting(act, selectedShipments.values());
      const purchases = act === "buy" ? (buyPlan?.purchases ?? []) : [];
      const total = act === "buy" ? purchases.length : rows.length;
      if (isBusy(bulk) || total === 0) return;
      isStopped = false;
      set({
        bulk: { step: "running", act, total, done: 0, paid: "0.00", failures: [] },
        asksReprint: false,
        buyPlan: null,
      });
      if (act === "print") return print(rows, reason);
      if (act === "cancel")
        return runEach(
          act,
          rows.map((row) => ({ id: row.id, name: nameOf(row), run: () => cancelOne(row.id) })),
        );
      const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
      await runEach(
        act,
        purchases.map(({ shipmentID: id, offerID }) => ({
          id,
          name: names.get(id) ?? "",
          run: () => buyOne(offerID),
        })),
      );
    },
    stopBulk() {
      const { bulk } = get();
      if (!isBusy(bulk) || (bulk.step === "running" && bulk.act === "print")) return false;
      isStopped = true;
      return true;
    },
    dismissBulk: () => set({ bulk: { step: "none" } }),
  };
};
