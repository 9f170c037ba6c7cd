/**
 * Compares the rows of a file with the order that an earlier file brought. A difference becomes an
 * open change, which a person applies or dismisses; nothing of the order changes here.
 */
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { noteContent, type ImportedOrder } from "../shipments/imported-order.ts";
import { maySee } from "../shipments/may-see.ts";
import { noteChanged } from "../shipments/note-changed.ts";
import type { ShipmentInput } from "../shipments/shipments.schema.ts";
import { listDifferences } from "./differences.ts";
import { contentOf, type EmptiedColumn } from "./file-content.ts";
import { writeDigests } from "./field-digests.ts";
import { findOrderNow, type OrderNow } from "./order-now.ts";
import type { OrderChange } from "./order-changes.schema.ts";
import { CANCELLED, changedTo, contentOfChange, presentChange } from "./order-changes.service.ts";
import {
  closeChange,
  findChangeOf,
  isOpen,
  writeFileFields,
  type OrderChangeRow,
} from "./order-changes.store.ts";

/** An order as a file has it. `input`: undefined for a cancelled order. */
export type FileRow = {
  readonly hash: string;
  readonly isCancelled: boolean;
  readonly input: ShipmentInput | undefined;
  readonly has: (column: EmptiedColumn) => boolean;
  readonly fileName: string;
};

/**
 * Compares an order with its rows; needs an open transaction. Closes an open change when the order
 * and the file are equal again, or when the parcels of the order have arrived.
 *
 * @returns The open change; undefined when there is nothing to decide, or when a person has decided
 *   about this content.
 * @throws AppError E1129 to E1136, E1057 for content that the order cannot take.
 */
export function compareRow(
  deps: WriteDeps & Pick<ShippingDeps, "geo">,
  actor: Actor,
  known: ImportedOrder,
  row: FileRow,
): OrderChange | undefined {
  const before = findChangeOf(deps.db, known.id);
  const isSame = !row.isCancelled && row.hash === known.contentHash;
  if (isSame && (before === undefined || before.version === "")) return undefined;
  const now = findOrderNow(deps, known.id);
  if (now === undefined || now.isErased || !maySee(actor, now.shown)) return undefined;
  const wanted = isSame ? undefined : findChange(deps, now, row, before);
  if (wanted === undefined) {
    if (before !== undefined && before.version !== "") {
      closeChange(deps.db, before.id, deps.now());
      publish(deps, now);
    }
    return undefined;
  }
  if (before?.version !== wanted.version) {
    const fields = { ...wanted, fileName: row.fileName, arrivedAt: deps.now() };
    const { organizationID } = now.order;
    writeFileFields(deps.db, { orderID: known.id, organizationID, now: deps.now() }, fields);
    publish(deps, now);
  }
  const written = findChangeOf(deps.db, known.id);
  return written === undefined || !isOpen(written) ? undefined : presentChange(deps, written, now);
}

/** Returns whether changed rows of an order matter to the actor and are not noted yet. */
export function isChangeable(
  deps: WriteDeps,
  actor: Actor,
  orderID: string,
  hash: string,
): boolean {
  if (findChangeOf(deps.db, orderID)?.version === changedTo(hash)) return false;
  const now = findOrderNow(deps, orderID);
  return (
    now !== undefined &&
    now.stage !== "CANCELED" &&
    !now.hasEnded &&
    !now.isErased &&
    maySee(actor, now.shown)
  );
}

/** Forgets the change of an order that a file brings again; needs an open transaction. */
export function forgetChange(deps: WriteDeps, orderID: string): void {
  const before = findChangeOf(deps.db, orderID);
  if (before !== undefined && before.version !== "") closeChange(deps.db, before.id, deps.now());
}

type Wanted = { readonly version: string; readonly content: string };

/**
 * Finds the change that the rows ask for; undefined when they ask for none. Rows that are noted
 * already are not read again: a person may have corrected them after they were rejected.
 */
function findChange(
  deps: WriteDeps & Pick<ShippingDeps, "geo">,
  now: OrderNow,
  { hash, isCancelled, input, has }: FileRow,
  before: OrderChangeRow | undefined,
): Wanted | undefined {
  if (now.stage === "CANCELED" || now.hasEnded) return undefined;
  if (isCancelled) return { version: CANCELLED, content: "" };
  const version = changedTo(hash);
  const noted = before?.version === version ? contentOfChange(before) : undefined;
  const content = noted ?? (input === undefined ? undefined : contentOf(deps, input, has));
  if (content === undefined) return undefined;
  if (listDifferences(deps, now, content).length > 0)
    return { version, content: JSON.stringify(content) };
  // After a purchase not all fields are compared, so the rows may still differ.
  if (now.stage === "WAITING")
    noteContent(deps, now.importedID, {
      contentHash: hash,
      fieldDigests: writeDigests(now.fieldDigests, content),
    });
  return undefined;
}

function publish(deps: WriteDeps, now: OrderNow): void {
  for (const { id } of now.boxes.length === 0 ? [now.shown] : now.boxes) noteChanged(deps, id);
}
