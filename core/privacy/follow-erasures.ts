/** What another station has erased is erased here too, also what comes of it later. */
import type { Deps } from "../deps.ts";
import { eraseLocally, forgetAddress } from "./erase-shipment.ts";
import * as store from "./erasures.store.ts";
import { noteToScrub } from "./scrub-outbox.ts";

/**
 * Tables whose rows may come after the erasure of their shipment, and are emptied or removed then:
 * the column that names it.
 */
const LATE: ReadonlyMap<string, string> = new Map([
  ["tracking_events", "shipment_id"],
  ["handled_parcels", "shipment_id"],
  ["delivery_attempts", "shipment_id"],
  ["offers", "shipment_id"],
  ["label_files", "shipment_id"],
  ["rate_requests", "id"],
]);

type Row = {
  readonly table: string;
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** Inside the transaction that applied the rows. @param rows As they came. */
export function followErasures(deps: Deps, rows: readonly Row[]): void {
  for (const id of lateFor(deps, rows)) eraseLocally(deps, id);
  for (const { table, id, fields } of rows) {
    if (table === "frozen_addresses" && store.isErased(deps.db, id)) store.emptySender(deps.db, id);
    if (table !== "erasures") continue;
    if (fields["kind"] === "shipment") eraseLocally(deps, id);
    if (fields["kind"] === "address") forgetAddress(deps, id);
    if (fields["kind"] === "sender") store.emptySender(deps.db, id);
    noteToScrub(deps.db, "request");
  }
}

/** The erased shipments that these rows are about. */
function lateFor({ db }: Pick<Deps, "db">, rows: readonly Row[]): string[] {
  const named = rows.flatMap(({ table, id, fields }) => {
    const column = LATE.get(table);
    return column === undefined ? [] : [column === "id" ? id : String(fields[column])];
  });
  return [...new Set(named)].filter((id) => store.isErased(db, id));
}
