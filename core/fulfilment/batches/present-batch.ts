/** Presents batches in the API's shape, with progress and remaining time. */
import type { ReadDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { printerOfTarget } from "../../printing/job-target.ts";
import {
  listShipmentRows,
  readItems,
  recipientsOf,
} from "../../shipping/shipments/shipments.service.ts";
import type { Batch, BatchItem } from "./batches.schema.ts";
import * as store from "./batches.store.ts";

/**
 * Number of newest labels from which the pace is computed; earlier labels may have had another
 * paper or printer.
 */
const PACE_OF = 20;

/** Presents a batch with its counts. */
export function presentBatch(deps: ReadDeps, row: store.BatchRow): Batch {
  const counts = store.countItems(deps.db, row.id);
  const sum = (...statuses: readonly string[]): number =>
    counts.filter(({ status }) => statuses.includes(status)).reduce((total, { n }) => total + n, 0);
  const left = row.status === "STOPPED" ? 0 : sum("", "QUEUED", "SENDING");
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    title: row.title,
    sort: row.sort,
    printerID: row.target === "" ? null : (printerOfTarget(row.target) ?? null),
    status: row.status,
    pauseReason: row.pauseReason,
    total: row.total,
    printed: sum("SENT", "CONFIRMED"),
    failed: sum("FAILED"),
    unknown: sum("UNKNOWN"),
    left,
    secondsLeft: secondsLeft(deps, row, left),
  };
}

function secondsLeft(deps: ReadDeps, { id, status }: store.BatchRow, left: number): number | null {
  if (left === 0) return 0;
  if (status === "STOPPED" || status === "DONE") return null;
  const times = store.listLastSent(deps.db, id, PACE_OF).map((at) => Date.parse(at));
  const [last = 0, first = 0] = [times[0], times.at(-1)];
  return times.length < 2
    ? null
    : Math.ceil((((last - first) / (times.length - 1)) * left) / 1_000);
}

/** Presents labels of a batch with their shipments. */
export function presentItems(
  deps: Pick<FulfilmentDeps, "db" | "geo">,
  items: readonly Pick<store.ItemWithStatus, "position" | "shipmentID" | "jobID" | "status">[],
): BatchItem[] {
  const shipments = listShipmentRows(
    deps,
    items.map((item) => item.shipmentID),
  );
  const recipients = recipientsOf(deps, [...shipments.values()]);
  return items.map((item) => {
    const [shipment, recipient] = [shipments.get(item.shipmentID), recipients.get(item.shipmentID)];
    return {
      position: item.position,
      shipmentID: item.shipmentID,
      barcode: shipment?.barcode ?? "",
      orderNumber: shipment?.orderNumber ?? "",
      recipientName: recipient?.name ?? "",
      districtName: recipient?.districtName ?? "",
      cityName: recipient?.cityName ?? "",
      providerCode: shipment?.providerCode ?? "",
      productTitle: shipment === undefined ? "" : (readItems(shipment.items)[0]?.title ?? ""),
      printJobID: item.jobID,
      status: item.status ?? "",
    };
  });
}
