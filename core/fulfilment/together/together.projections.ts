/** Follows joins of other stations: publishes them, and lets orders wait again whose parcel is gone. */
import type { WriteDeps } from "../../db/deps.ts";
import type { Projection } from "../../db/projection.ts";
import { enqueueRelease } from "../../shipping/shipments/enqueue-release.ts";
import {
  findJoined,
  findJoinedRow,
  listJoinedTo,
  parcelOf,
} from "../../shipping/shipments/joined-orders.ts";
import { noteChanged } from "../../shipping/shipments/note-changed.ts";
import { isKnown } from "../../shipping/shipments/shipments.projections.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isStranded, listStranded } from "./release-orders.ts";

/** Time in which the station that cancelled a parcel makes the copies itself, ms. */
const LEFT_TO_OTHERS_MS = 10_000;

/** Runs after the fold, which gives the shipments their status. */
export const followJoined: Projection = {
  tables: {
    joined_orders: { where: "s.state = 'JOINED'", reads: ["shipment_id"] },
    shipment_facts: { where: isKnown("s.shipment_id"), reads: ["shipment_id"] },
  },
  when: "end",
  subject: ({ table, id, fields }) =>
    table === "joined_orders" ? id : String(fields["shipment_id"]),
  run(deps, rows) {
    const firsts = new Set<string>();
    for (const { table, id, fields } of rows) {
      const shipmentID =
        table === "joined_orders" ? findJoinedRow(deps, id)?.shipmentID : fields["shipment_id"];
      if (typeof shipmentID !== "string") continue;
      const joined = findJoined(deps, shipmentID);
      if (joined !== undefined) firsts.add(joined.firstID).add(parcelOf(joined));
      firsts.add(shipmentID);
    }
    for (const id of firsts) follow(deps, id);
  },
};

function follow(deps: WriteDeps, firstID: string): void {
  if (listJoinedTo(deps.db, firstID).length === 0) return;
  noteChanged(deps, firstID);
  const first = findShipmentRow(deps, firstID);
  if (first === undefined || !isResponsible(deps, firstID)) return;
  const at = new Date(Date.parse(deps.now()) + LEFT_TO_OTHERS_MS).toISOString();
  enqueueRelease(deps, first, at);
}

/**
 * Returns whether this station lets the stranded orders wait again: of all stations whose joins
 * exclude each other, one does.
 */
function isResponsible(deps: WriteDeps, firstID: string): boolean {
  const stranded = listStranded(deps, firstID);
  if (stranded.length === 0) return false;
  const own = findJoined(deps, firstID);
  const all = own !== undefined && isStranded(deps, own) ? [...stranded, own] : stranded;
  const [station] = all.map(({ stationID }) => stationID).toSorted();
  return station === deps.db.stationID;
}
