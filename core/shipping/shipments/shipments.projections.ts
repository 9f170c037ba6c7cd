/** Derives the state of shipments from facts of other stations. */
import type { Projection } from "../../db/projection.ts";
import { markPrinted } from "./refold.ts";

/**
 * SQL condition: the shipment existed here before this snapshot of the hub (`:before`: the highest
 * sequence number until then). Shipments that come with the snapshot already have the status that
 * the snapshot's creator folded.
 */
export const isKnown = (id: string): string =>
  `EXISTS (SELECT 1 FROM main.shipments AS m WHERE m.id = ${id} AND m.seq <= :before)`;

/**
 * Marks shipments that arrive with a snapshot of the hub as printed. Shipments that existed here
 * before are marked when they are folded.
 */
export const markForeignPrints: Projection = {
  tables: {
    shipment_facts: {
      where: `s.events LIKE '%labelPrinted%' AND NOT ${isKnown("s.shipment_id")}`,
      reads: ["events", "shipment_id"],
    },
  },
  when: "slice",
  run: (deps, rows) =>
    rows.forEach(
      ({ fields }) =>
        String(fields["events"]).includes("labelPrinted") &&
        markPrinted(deps, String(fields["shipment_id"])),
    ),
};
