/** Applies erasures of other stations, also to rows of an erased shipment that arrive later. */
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { isErased } from "../../db/erased.ts";
import { eraseLocally, forgetAddress } from "./erase-shipment.ts";
import * as texts from "./erased-texts.store.ts";
import * as store from "./erasures.store.ts";
import { noteToScrub } from "./scrub-outbox.ts";

type Row = {
  readonly table: string;
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/**
 * Finds the shipment of a row, for each table whose rows may arrive after their shipment was
 * erased.
 */
const SHIPMENT_OF: Readonly<Record<string, (deps: ReadDeps, row: Row) => unknown>> = {
  shipments: (_, { id }) => id,
  rate_requests: (_, { id }) => id,
  offers: (_, { fields }) => fields["shipment_id"],
  tracking_events: (_, { fields }) => fields["shipment_id"],
  handled_parcels: (_, { fields }) => fields["shipment_id"],
  announcements: (_, { fields }) => fields["shipment_id"],
  delivery_attempts: (_, { fields }) => fields["shipment_id"],
  label_files: (_, { fields }) => fields["shipment_id"],
  transactions: ({ db }, { id }) => texts.findShipmentOf(db, id),
  purchase_snapshots: ({ db }, { id }) => texts.findShipmentOf(db, id),
  orders: ({ db }, { id }) => texts.findErasedOf(db, id),
  order_changes: ({ db }, { id }) => texts.findErasedOfChange(db, id),
};

/**
 * Erases what arrived for erased shipments, addresses and senders; needs the transaction that
 * applied the rows.
 *
 * @param rows Rows as they arrived.
 */
export function followErasures(deps: WriteDeps, rows: readonly Row[]): void {
  const { db } = deps;
  const shipments = new Set(rows.map((row) => SHIPMENT_OF[row.table]?.(deps, row)));
  for (const id of shipments)
    if (typeof id === "string" && isErased(db, id)) empty(deps, id, "shipment");
  for (const { table, id, fields } of rows) {
    if (table === "addresses" && isErased(db, id)) empty(deps, id, "address");
    if (table === "frozen_addresses" && isErased(db, id)) empty(deps, id, "sender");
    if (table !== "erasures") continue;
    empty(deps, id, fields["kind"]);
    noteToScrub(db, "request");
  }
}

function empty(deps: WriteDeps, id: string, kind: unknown): void {
  if (kind === "sender") store.emptySender(deps.db, id);
  if (kind === "address") {
    texts.emptyAddress(deps.db, id);
    forgetAddress(deps, id);
  }
  if (kind !== "shipment") return;
  texts.emptyShipment(deps.db, id);
  eraseLocally(deps, id);
}
