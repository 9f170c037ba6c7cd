/** Publishes that other stations have handled parcels. */
import type { Projection } from "../../db/projection.ts";
import { isKnown } from "../shipments/shipments.projections.ts";
import { noteChanged } from "../shipments/note-changed.ts";

export const followHandled: Projection = {
  tables: { handled_parcels: { where: isKnown("s.shipment_id"), reads: ["shipment_id"] } },
  when: "end",
  subject: ({ fields }) => String(fields["shipment_id"]),
  run: (deps, rows) =>
    rows.forEach(({ fields }) => noteChanged(deps, String(fields["shipment_id"]))),
};
