/**
 * Prints a packing slip at the desk: draws it for the paper of the printer with the role for
 * packing slips, and queues it for this role.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { PAPER_SIZES } from "../../labels/papers/paper-orders.ts";
import { enqueueFirst } from "../../printing/enqueue.ts";
import { findPrinterFor } from "../../printing/printers.ts";
import type { PrintJob } from "../../printing/printing.schema.ts";
import { getPrintJob } from "../../printing/printing.service.ts";
import { withoutHistory } from "../../printing/program-prints.ts";
import { uploadDocument } from "../../printing/upload-document.ts";
import { getShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { drawPackingSlip } from "./packing-slip.ts";

/**
 * Queues the packing slip of a shipment in its current state. Each call prints another slip. While
 * no printer has the role for packing slips, the job waits.
 *
 * @param keep Stores the Idempotency-Key with the job, in the transaction that creates the job.
 * @throws AppError E1051 when the actor sees no shipment with this id; E1072 when the shipment is
 *   cancelled; E2055 when its personal data was erased; E2059 when the slip cannot be drawn now;
 *   E2060 when too many documents wait.
 */
export async function printPackingSlip(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "geo" | "labels">,
  actor: Actor,
  shipmentID: string,
  keep?: (jobID: string) => void,
): Promise<PrintJob> {
  const { status, barcode } = getShipmentRow(deps, actor, shipmentID);
  if (status === "CANCELED")
    throw errors.labelNotCreated("This shipment is cancelled: nothing is printed for it.", {
      reason: "cancelled",
    });
  const printer = findPrinterFor(deps, "packingSlip");
  const paper =
    printer === undefined || printer.media.widthMm > PAPER_SIZES.A5.widthMm ? "A4" : "A5";
  const { bytes, name } = await drawPackingSlip(deps, actor, shipmentID, paper);
  const document = await uploadDocument(deps, {
    content: Buffer.from(bytes).toString("base64"),
    ...PAPER_SIZES[paper],
    dpi: printer?.dpi ?? 203,
  });
  return inTransaction(deps, () => {
    const job = enqueueFirst(deps, {
      organizationID: actor.organizationID,
      memberID: actor.memberID,
      shipmentID,
      barcode,
      kind: "PAPER",
      target: "packingSlip",
      document,
      title: name,
    });
    if (job === undefined) throw new Error("a print job was not written");
    keep?.(job.id);
    return withoutHistory(getPrintJob(deps, actor, job.id));
  });
}
