/**
 * HTTP representation of print jobs: with the order number and recipient by which a packer
 * recognises the order, and the stages of the last attempt.
 */
import type { Address } from "../shipping/addresses/addresses.schema.ts";
import { errors } from "../base/errors.ts";
import type { PrintingDeps } from "./deps.ts";
import {
  listShipmentRows,
  recipientsOf,
  type ShipmentRow,
} from "../shipping/shipments/shipments.service.ts";
import { lastAttempts, listAttempts, type PrintAttemptRow } from "./print-attempts.store.ts";
import { readPrintError } from "./print-error.ts";
import type { PrintAttempt, PrintJob, PrintJobHistory } from "./printing.schema.ts";
import type { PrintJobRow } from "./printing.store.ts";

type Recipient = Pick<Address, "name" | "districtName" | "cityName">;
const NO_RECIPIENT: Recipient = { name: "", districtName: "", cityName: "" };

/** @returns One job, in the form of `presentAll`. */
export function present(deps: Pick<PrintingDeps, "db" | "geo">, row: PrintJobRow): PrintJob {
  const [job] = presentAll(deps, [row]);
  if (job === undefined) throw new Error("a print job was not presented");
  return job;
}

/** @returns One job with all its attempts. */
export function presentWithHistory(
  deps: Pick<PrintingDeps, "db" | "geo">,
  row: PrintJobRow,
): PrintJobHistory {
  return { ...present(deps, row), history: listAttempts(deps.db, row.id).map(presentAttempt) };
}

/**
 * @returns Jobs with their order numbers. A job without a shipment has a title instead.
 * @throws AppError E1051 when a job's shipment does not exist.
 */
export function presentAll(
  deps: Pick<PrintingDeps, "db" | "geo">,
  rows: readonly PrintJobRow[],
): PrintJob[] {
  const shipments = listShipmentRows(
    deps,
    rows.flatMap((row) => (row.shipment_id === "" ? [] : [row.shipment_id])),
  );
  const recipients = recipientsOf(deps, [...shipments.values()]);
  const attempts = lastAttempts(
    deps.db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const [shipment, recipient] = [shipments.get(row.shipment_id), recipients.get(row.shipment_id)];
    if (row.shipment_id !== "" && (shipment === undefined || recipient === undefined))
      throw errors.shipmentNotFound();
    return presentOne(row, shipment, recipient ?? NO_RECIPIENT, attempts.get(row.id));
  });
}

function presentOne(
  row: PrintJobRow,
  shipment: Pick<ShipmentRow, "order_number" | "number"> | undefined,
  recipient: Recipient,
  attempt: PrintAttemptRow | undefined,
): PrintJob {
  const error = readPrintError(row.last_error);
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    shipmentID: row.shipment_id,
    barcode: row.barcode,
    orderNumber: shipment?.order_number ?? "",
    shipmentNumber: shipment?.number ?? 0,
    recipientName: recipient.name,
    districtName: recipient.districtName,
    cityName: recipient.cityName,
    printerID: row.printer_id,
    printerName: row.printer_name,
    kind: row.kind,
    status: row.status,
    attempts: row.attempts,
    lastError: error.message,
    lastErrorCode: error.code,
    verification: row.verification,
    doubt: row.doubt,
    sentAt: row.sent_at,
    confirmedAt: row.confirmed_at,
    // The last attempt decides: a person may have answered "not printed" before, and then another
    // attempt followed.
    isAnswered: row.status === "SENT" && attempt?.outcome === "UNKNOWN",
    isReprint: row.is_reprint === 1,
    title: row.title,
    copies: row.copies,
    copiesDone: row.copies_done,
    reason: row.reprint_reason,
    copyNumber: row.copy_number,
    stages: {
      queuedAt: row.created_at,
      preparedAt: attempt?.prepared_at ?? null,
      sendingAt: attempt?.claimed_at ?? null,
      connectedAt: attempt?.connected_at ?? null,
      sentAt: attempt?.sent_at ?? null,
      confirmedAt: attempt?.confirmed_at ?? null,
    },
  };
}

function presentAttempt(row: PrintAttemptRow): PrintAttempt {
  const error = readPrintError(row.error);
  return {
    number: row.number,
    outcome: row.outcome,
    printerID: row.printer_id,
    printerName: row.printer_name,
    beganAt: row.began_at,
    preparedAt: row.prepared_at,
    sendingAt: row.claimed_at,
    connectedAt: row.connected_at,
    sentAt: row.sent_at,
    confirmedAt: row.confirmed_at,
    endedAt: row.ended_at,
    error: error.message,
    errorCode: error.code,
    words: row.words,
  };
}
