/** Publishes that other stations have scanned parcels onto trucks and ended hand-overs. */
import type { Projection } from "../../db/projection.ts";
import { noteChanged } from "../../shipping/shipments/note-changed.ts";
import { isKnown } from "../../shipping/shipments/shipments.projections.ts";
import { noteHandOverEnd } from "./end-hand-over.ts";
import { findHandedOver, findHandOverAnywhere } from "./hand-over.store.ts";

export const followHandOvers: Projection = {
  tables: {
    handed_over: { where: isKnown("s.shipment_id"), reads: ["shipment_id"] },
    hand_overs: { where: "s.updated_at >= :since" },
  },
  when: "end",
  subject: ({ id }) => id,
  run(deps, rows) {
    for (const { table, id } of rows)
      if (table === "hand_overs") {
        const row = findHandOverAnywhere(deps.db, id);
        if (row !== undefined) noteHandOverEnd(deps, row);
      } else noteChanged(deps, findHandedOver(deps.db, id)?.shipmentID ?? "");
  },
};
