/**
 * Runs one command on many shipments: selects the shipments that the command applies to, runs it on
 * them, and counts the results.
 */
import { minor, moneyText, parseMoney } from "../../../core/base/money.ts";
import { createBatch } from "../../../core/fulfilment/batches/batches.api.ts";
import type { ReprintReason } from "../../../core/printing/printing.schema.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { LeftOut, PlannedPurchase } from "../../../core/station/station.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { isWithoutLabel } from "../../../core/shipping/shipments/shipment-state.schema.ts";
import { buyOne, cancelOne } from "./run-one.ts";

export type BulkAct = "buy" | "print" | "cancel";
/**
 * A shipment on which the command failed. `name`: the shipment's order number, else its own number;
 * "" if the command failed for all shipments at once.
 */
export type BulkFailure = { readonly id: string; readonly name: string; readonly failure: Failure };
/**
 * `paid`: the amount paid for purchases, money text; "0.00" for other commands. `queued`: labels
 * that were left out of a batch because they wait for a printer already.
 */
type Counts = {
  readonly act: BulkAct;
  readonly total: number;
  readonly done: number;
  readonly paid: string;
  readonly queued?: number;
  readonly failures: readonly BulkFailure[];
};
export type Bulk =
  | { readonly step: "none" }
  /** The prices of the selected orders are being read. */
  | { readonly step: "planning"; readonly total: number; readonly done: number }
  | ({ readonly step: "running" } & Counts)
  | ({ readonly step: "ended"; readonly isStopped: boolean } & Counts);

/** Returns the selected shipments to which a command applies. */
export function fitting(act: BulkAct, rows: Iterable<ShipmentListRow>): ShipmentListRow[] {
  return [...rows].filter(({ status, barcode, isReturn, isHeld }) => {
    if (act === "buy") return isWithoutLabel(status) && !isReturn && !isHeld;
    if (act === "print")
      return barcode !== "" && (status === "TRACKING_CODE_CREATED" || status === "LABEL_PRINTED");
    return ["CREATED", "GOT_OFFERS", "TRACKING_CODE_CREATED", "LABEL_PRINTED"].includes(status);
  });
}

/** Returns whether a command runs or is being prepared. */
export function isBusy({ step }: Bulk): boolean {
  return step === "planning" || step === "running";
}

/** Returns why a selected shipment is not bought. */
export function whyNot({ status, isReturn }: ShipmentListRow): LeftOut["why"] {
  if (!isWithoutLabel(status)) return "NOT_WAITING";
  return isReturn ? "RETURN" : "HELD";
}

type BulkTask = {
  readonly id: string;
  readonly name: string;
  readonly run: () => ReturnType<typeof buyOne>;
};

/** Returns the order's number; the shipment's own number when it has no order. */
export function nameOf({
  orderNumber,
  number,
}: Pick<ShipmentListRow, "orderNumber" | "number">): string {
  return orderNumber === "" ? `#${number}` : orderNumber;
}

/** Counts the selected shipments whose labels can be printed and were printed before. */
export function countPrintedBefore(rows: Iterable<ShipmentListRow>): number {
  return fitting("print", rows).filter(({ isPrinted }) => isPrinted).length;
}

export function cancellationsOf(rows: readonly ShipmentListRow[]): BulkTask[] {
  return rows.map((row) => ({ id: row.id, name: nameOf(row), run: () => cancelOne(row.id) }));
}

export function purchasesOf(
  rows: readonly ShipmentListRow[],
  purchases: readonly PlannedPurchase[],
): BulkTask[] {
  const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
  return purchases.map(({ shipmentID: id, offerID }) => ({
    id,
    name: names.get(id) ?? "",
    run: () => buyOne(offerID),
  }));
}

/** Callbacks of a run: whether a person has stopped it, its progress, and its end. */
export type Run = {
  readonly isStopped: () => boolean;
  readonly show: (counts: Counts) => void;
  readonly end: (counts: Counts) => Promise<void>;
};

/** Runs one task after the other, until all are done or the run is stopped. */
export async function runEach(
  act: "buy" | "cancel",
  tasks: readonly BulkTask[],
  { isStopped, show, end }: Run,
): Promise<void> {
  let counts: Counts = { act, total: tasks.length, done: 0, paid: "0.00", failures: [] };
  for (const { id, name, run } of tasks) {
    if (isStopped()) break;
    const ran = await run();
    counts =
      "failure" in ran
        ? { ...counts, failures: [...counts.failures, { id, name, failure: ran.failure }] }
        : { ...counts, done: counts.done + 1, paid: sumOf([{ amount: counts.paid }, ran]) };
    show(counts);
  }
  await end(counts);
}

/**
 * Prints labels as one batch. Creating the batch cannot be stopped, and fails as a whole.
 *
 * @param ask Asks for the missing reason when this number of labels were printed before, as the
 *   journal knows, and the list does not yet.
 */
export async function printTogether(
  rows: readonly ShipmentListRow[],
  reason: ReprintReason | undefined,
  { end, ask }: Pick<Run, "end"> & { readonly ask: (printedBefore: number) => void },
): Promise<void> {
  const counts: Counts = {
    act: "print",
    total: rows.length,
    done: 0,
    paid: "0.00",
    failures: [],
  };
  try {
    const batch = await call(createBatch, {
      body: {
        shipmentIDs: rows.map(({ id }) => id),
        sort: "given",
        ...(reason === undefined ? {} : { reason }),
      },
    });
    await end({ ...counts, done: batch.total, queued: rows.length - batch.total });
  } catch (error) {
    const failure = failureOf(error);
    const printedBefore = Number(failure.values?.["printedBefore"] ?? 0);
    if (failure.reason === "printedBefore" && printedBefore > 0) return ask(printedBefore);
    // All of them wait already: nothing went wrong.
    if (failure.code === "E2167") return end({ ...counts, queued: rows.length });
    await end({
      ...counts,
      failures: rows.slice(0, 1).map(({ id }) => ({ id, name: "", failure })),
    });
  }
}

/** Returns the final state for these counts. */
export function endOf(counts: Counts): Bulk {
  const isCut = counts.act !== "print" && counts.done + counts.failures.length < counts.total;
  return { step: "ended", ...counts, isStopped: isCut };
}

/** Adds up amounts of money. @param amounts Money texts. */
export function sumOf(amounts: readonly { readonly amount: string }[]): string {
  return moneyText(minor(amounts.reduce((sum, { amount }) => sum + (parseMoney(amount) ?? 0), 0)));
}
