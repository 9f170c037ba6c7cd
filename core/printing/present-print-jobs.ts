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

/** Presents one job. */
export function present(deps: Pick<PrintingDeps, "db" | "geo">, row: PrintJobRow): PrintJob {
  const [job] = presentAll(deps, [row]);
  if (job === undefined) throw new Error("a print job was not presented");
  return job;
}

/** Presents one job with all its attempts. */
export function presentWithHistory(
  deps: Pick<PrintingDeps, "db" | "geo">,
  row: PrintJobRow,
): PrintJobHistory {
  return { ...present(deps, row), history: listAttempts(deps.db, row.id).map(presentAttempt) };
}

/**
 * Presents jobs with their order numbers. A job without a shipment has a title instead.
 *
 * @throws AppError E1051 when a job's shipment does not exist.
 */
export function presentAll(
  deps: Pick<PrintingDeps, "db" | "geo">,
  rows: readonly PrintJobRow[],
): PrintJob[] {
  const shipments = listShipmentRows(
    deps,
    rows.flatMap((row) => (row.shipmentID === "" ? [] : [row.shipmentID])),
  );
  const recipients = recipientsOf(deps, [...shipments.values()]);
  const attempts = lastAttempts(
    deps.db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const [shipment, recipient] = [shipments.get(row.shipmentID), recipients.get(row.shipmentID)];
    if (row.shipmentID !== "" && (shipment === undefined || recipient === undefined))
      throw errors.shipmentNotFound();
    return presentOne(row, shipment, recipient ?? NO_RECIPIENT, attempts.get(row.id));
  });
}

function presentOne(
  row: PrintJobRow,
  shipment: Pick<ShipmentRow, "orderNumber" | "number"> | undefined,
  recipient: Recipient,
  attempt: PrintAttemptRow | undefined,
): PrintJob {
  const error = readPrintError(row.lastError);
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    shipmentID: row.shipmentID,
    barcode: row.barcode,
    orderNumber: shipment?.orderNumber ?? "",
    shipmentNumber: shipment?.number ?? 0,
    recipientName: recipient.name,
    districtName: recipient.districtName,
    cityName: recipient.cityName,
    printerID: row.printerID,
    printerName: row.printerName,
    kind: row.kind,
    status: row.status,
    attempts: row.attempts,
    lastError: error.message,
    lastErrorCode: error.code,
    verification: row.verification,
    doubt: row.doubt,
    sentAt: row.sentAt,
    confirmedAt: row.confirmedAt,
    // The last attempt decides, because a person may have answered "not printed" for an earlier
    // attempt.
    isAnswered: row.status === "SENT" && attempt?.outcome === "UNKNOWN",
    isReprint: row.isReprint === 1,
    title: row.title,
    copies: row.copies,
    copiesDone: row.copiesDone,
    reason: row.reprintReason,
    copyNumber: row.copyNumber,
    stages: {
      queuedAt: row.createdAt,
      preparedAt: attempt?.preparedAt ?? null,
      sendingAt: attempt?.claimedAt ?? null,
      connectedAt: attempt?.connectedAt ?? null,
      sentAt: attempt?.sentAt ?? null,
      confirmedAt: attempt?.confirmedAt ?? null,
    },
  };
}

function presentAttempt(row: PrintAttemptRow): PrintAttempt {
  const error = readPrintError(row.error);
  return {
    number: row.number,
    outcome: row.outcome,
    printerID: row.printerID,
    printerName: row.printerName,
    beganAt: row.beganAt,
    preparedAt: row.preparedAt,
    sendingAt: row.claimedAt,
    connectedAt: row.connectedAt,
    sentAt: row.sentAt,
    confirmedAt: row.confirmedAt,
    endedAt: row.endedAt,
    error: error.message,
    errorCode: error.code,
    words: row.words,
  };
}
