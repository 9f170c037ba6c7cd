/** Asking for a print: a purchase does it once by itself, a person as often as is wanted. */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import { findDocument } from "../db/documents/documents.service.ts";
import { getShipmentRow, type ShipmentRow } from "../shipping/shipments/shipments.service.ts";
import { isBought } from "../shipping/shipments/status-machine.ts";
import { enqueueFirst, enqueueReprint, type NewJob } from "./enqueue.ts";
import { present } from "./present-print-jobs.ts";
import { labelTarget } from "./printing.service.ts";
import type { PrintJob, ReprintReason } from "./printing.schema.ts";

/**
 * Queues the label of a purchase. Inside its transaction. A second call for the same shipment adds
 * nothing.
 */
export function enqueueFirstPrint(
  deps: WriteDeps,
  job: Pick<NewJob, "organizationID" | "memberID" | "shipmentID" | "barcode">,
  shipment: Pick<ShipmentRow, "is_return">,
): void {
  enqueueFirst(deps, { ...job, target: labelTarget(shipment) });
}

type PrintOrder = {
  readonly shipmentID: string;
  readonly documentHash?: string | undefined;
  readonly reason?: ReprintReason | undefined;
};

/**
 * Prints a bought label: for the first time when it never was, else once more on request.
 *
 * @param order.documentHash A downloaded or uploaded document that is printed instead of the
 *   shipment's own label.
 * @param order.reason       Why a label that was printed is printed once more.
 * @throws AppError E1051, E1072, E2056 when there is no such document
 */
export function requestPrint(
  deps: WriteDeps & Pick<PrintingDeps, "geo">,
  actor: Actor,
  { shipmentID, documentHash, reason = "other" }: PrintOrder,
): PrintJob {
  return inTransaction(deps, () => {
    const shipment = getShipmentRow(deps, actor, shipmentID);
    if (!isBought(shipment.status) || shipment.barcode === "")
      throw errors.labelNotCreated("This shipment has no label to print. Buy one first.");
    const document = documentHash === undefined ? undefined : findDocument(deps, documentHash);
    if (documentHash !== undefined && (document === undefined || document.source === "drawn"))
      throw errors.documentNotFound();
    const { barcode } = shipment;
    const job: NewJob = {
      shipmentID,
      ...(document === undefined ? {} : { document }),
      organizationID: actor.organizationID,
      memberID: actor.memberID,
      barcode,
      target: labelTarget(shipment),
    };
    return present(deps, enqueueFirst(deps, job) ?? enqueueReprint(deps, job, reason));
  });
}
