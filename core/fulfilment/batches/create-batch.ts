/**
 * Creates a batch of labels. A label that was printed before is printed again only with a person's
 * reason; one that waits to be printed is left out, because it is printed anyway.
 */
import { setImmediate } from "node:timers/promises";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import { requireLead } from "../../http/lead-act.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { listPrintedBefore } from "../../printing/batch-jobs.ts";
import { targetOf } from "../../printing/job-target.ts";
import { getPrinter } from "../../printing/printers.ts";
import { listShipmentRows, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import type { Batch, CreateBatch } from "./batches.schema.ts";
import { noteChanged } from "./batches.service.ts";
import * as store from "./batches.store.ts";
import { presentBatch } from "./present-batch.ts";
import { LOOKED_AT, sortablesOf, sorted, type Sortable } from "./sort-batch.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";
import { listWaiting } from "./waiting-labels.store.ts";

/**
 * Creates a batch. Checks the shipments a few at a time before writing; a shipment that changes
 * meanwhile is noticed when its label enters the journal.
 *
 * @param keep Stores the Idempotency-Key with the batch, in the transaction that creates it.
 * @throws AppError E1051 for an invisible shipment; E1072 for a shipment without a label; E2025 for
 * an unknown printer; E2075 when labels were printed before and there is no reason, with the first
 * such label; E2242 for a packer's reprints at the desk; E2167 when all labels wait to be printed.
 */
export async function createBatch(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "geo">,
  actor: Actor,
  input: CreateBatch,
  keep: ((batchID: string) => void) | undefined,
): Promise<Batch> {
  if (input.printerID !== undefined) getPrinter(deps, input.printerID);
  const ids = [...new Set(input.shipmentIDs)];
  const again = new Set<string>();
  const shipments: Sortable[] = [];
  for (let i = 0; i < ids.length; i += LOOKED_AT) {
    const asked = ids.slice(i, i + LOOKED_AT);
    const rows = listShipmentRows(deps, asked);
    shipments.push(
      ...sortablesOf(
        deps,
        asked.map((id) => printable(actor, rows.get(id))),
        input.sort,
      ),
    );
    for (const id of listPrintedBefore(deps, asked)) again.add(id);
    await setImmediate();
  }
  const all = sorted(shipments);
  await setImmediate();
  return inTransaction(deps, () => {
    // Here, so that two callers at the same time do not both take a label.
    const waiting = new Set(
      listWaiting(deps.db, ids, input.printerID === undefined ? null : targetOf(input.printerID)),
    );
    const inOrder = all.filter(({ id }) => !waiting.has(id));
    if (inOrder.length === 0) throw errors.labelsWaiting();
    if (inOrder.some(({ id }) => again.has(id))) requireLead(actor, "reprint");
    if (input.reason === undefined)
      requireUnprinted(
        inOrder.map(({ id }) => id),
        again,
      );
    const batch = insertBatch(deps, actor, input, inOrder.length);
    store.insertItems(
      deps.db,
      batch.id,
      inOrder.map(({ id }) => ({
        shipmentID: id,
        reason: again.has(id) ? (input.reason ?? "other") : "",
      })),
    );
    noteChanged(deps, batch);
    keep?.(batch.id);
    return presentBatch(deps, batch);
  });
}

/**
 * Requires that no label was printed before.
 *
 * @throws AppError E2075 with the first label that was printed before.
 */
function requireUnprinted(ids: readonly string[], printed: ReadonlySet<string>): void {
  const before = ids.filter((id) => printed.has(id));
  const [firstShipmentID] = before;
  if (firstShipmentID === undefined) return;
  throw errors.labelsPrintedBefore(
    `${before.length} of these ${ids.length} labels were printed before. Leave them out, or give a reason to print them again.`,
    { reason: "printedBefore", printedBefore: before.length, firstShipmentID },
  );
}

function insertBatch(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId">,
  actor: Actor,
  input: CreateBatch,
  total: number,
): store.BatchRow {
  const now = deps.now();
  const batch: store.BatchRow = {
    id: deps.newId(),
    createdAt: now,
    updatedAt: now,
    organizationID: actor.organizationID,
    createdBy: actor.memberID,
    title: input.title,
    sort: input.sort,
    target: input.printerID === undefined ? "" : targetOf(input.printerID),
    status: "RUNNING",
    pauseReason: "",
    total,
  };
  store.insertBatch(deps.db, batch);
  return batch;
}

function printable(actor: Actor, row: ShipmentRow | undefined): ShipmentRow {
  if (row?.organizationID !== actor.organizationID || !maySee(actor, row))
    throw errors.shipmentNotFound();
  if (isBought(row.status) && row.barcode !== "") return row;
  throw errors.labelNotCreated(
    `Shipment ${row.number} has no label to print. Buy one first, or leave it out.`,
    { reason: "noLabelOf", number: row.number, shipmentID: row.id },
  );
}
