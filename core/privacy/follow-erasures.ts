/** What another station has erased is erased here too, also what comes of it later. */
import type { Deps } from "../deps.ts";
import { eraseLocally, forgetAddress } from "./erase-shipment.ts";
import * as store from "./erasures.store.ts";
import { noteToScrub } from "./scrub-outbox.ts";

/** Tables whose rows never change, or are no longer there, and may come after the erasure of their shipment: the column that names it. */
const LATE: ReadonlyMap<string, string> = new Map([["tracking_events", "shipment_id"], ["handled_parcels", "shipment_id"], ["rate_requests", "id"]]);

/** Inside the transaction that applied the rows. @param rows As they came. */
export function followErasures(deps: Deps, rows: readonly { readonly table: string; readonly id: string; readonly fields: Readonly<Record<string, unknown>> }[]): void {
  for (const { table, id, fields } of rows) {
    const late = LATE.get(table);
    const shipmentID = late === undefined ? undefined : late === "id" ? id : String(fields[late]);
    if (shipmentID !== undefined && store.isErased(deps.db, shipmentID)) store.eraseLocalTexts(deps.db, shipmentID);
    if (table === "frozen_addresses" && store.isErased(deps.db, id)) store.emptySender(deps.db, id);
    if (table !== "erasures") continue;
    if (fields["kind"] === "shipment") eraseLocally(deps, id);
    if (fields["kind"] === "address") forgetAddress(deps, id);
    if (fields["kind"] === "sender") store.emptySender(deps.db, id);
    noteToScrub(deps.db, "request");
  }
}
