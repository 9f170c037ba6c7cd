/**
 * Requests for prints. A purchase enqueues its label once; a person may print the label any number
 * of times.
 */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import { findDocument } from "../db/documents/documents.service.ts";
import { getShipmentRow, type ShipmentRow } from "../shipping/shipments/shipments.service.ts";
import { isBought } from "../shipping/shipments/status-machine.ts";
import { enqueueFirst, enqueueReprint, type NewJob } from "./enqueue.ts";
import { requireMayReprint } from "./may-reprint.ts";
import { present } from "./present-print-jobs.ts";
import { labelTarget } from "./printing.service.ts";
import type { PrintJob, ReprintReason } from "./printing.schema.ts";

/**
 * Enqueues the label of a purchase, inside the purchase's transaction. A second call for the same
 * shipment does nothing.
 */
export function enqueueFirstPrint(
  deps: WriteDeps,
  job: Pick<NewJob, "organizationID" | "memberID" | "shipmentID" | "barcode">,
  shipment: Pick<ShipmentRow, "isReturn">,
): void {
  enqueueFirst(deps, { ...job, target: labelTarget(shipment) });
}

type PrintOrder = {
  readonly shipmentID: string;
  readonly documentHash?: string | undefined;
  readonly reason?: ReprintReason | undefined;
};

/**
 * Prints a bought label: the first print if there was none, otherwise a reprint.
 *
 * @param order.documentHash A downloaded or uploaded document to print in place of the shipment's
 * own label.
 * @param order.reason Why a printed label is printed again.
 * @throws AppError E1051 for an unknown shipment, E1072 for a shipment without a label, E2056 for a
 *   document that does not exist, E2242 for a packer's reprint of a label that may have come out.
 */
export function requestPrint(
  deps: WriteDeps & Pick<PrintingDeps, "geo">,
  actor: Actor,
  { shipmentID, documentHash, reason = "other" }: PrintOrder,
): PrintJob {
  return inTransaction(deps, () => {
    const shipment = getShipmentRow(deps, actor, shipmentID);
    if (!isBought(shipment.status) || shipment.barcode === "")
      throw errors.labelNotCreated("This shipment has no label to print. Buy one first.", {
        reason: "noLabel",
      });
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
    const first = enqueueFirst(deps, job);
    if (first !== undefined) return present(deps, first);
    requireMayReprint(deps, actor, shipmentID);
    return present(deps, enqueueReprint(deps, job, reason));
  });
}
