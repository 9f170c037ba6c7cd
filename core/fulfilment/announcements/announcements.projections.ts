/** Follows announcements and cancellations of other stations. */
import type { WriteDeps } from "../../db/deps.ts";
import type { Projection } from "../../db/projection.ts";
import { endJob, findJob } from "../../jobs/jobs.service.ts";
import { isKnown } from "../../shipping/shipments/shipments.projections.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { enqueueAnnouncement, noteAnnouncement } from "./announcements.service.ts";
import { findAnnouncement } from "./announcements.store.ts";
import { resumeAnnouncement } from "./resume-announcements.ts";

/**
 * Takes over labels that a lead gave to this station, does not announce labels that were cancelled
 * elsewhere, and cancels them at the carrier when they may be announced.
 */
export const followAnnouncements: Projection<WriteDeps & Pick<FulfilmentDeps, "connections">> = {
  tables: {
    announcements: {
      where: `s.state IN ('WAITING', 'UNCERTAIN') OR ${isKnown("s.shipment_id")}`,
      reads: ["shipment_id"],
    },
    transactions: { where: "s.status = 'CANCELED'", reads: ["status"] },
  },
  when: "end",
  subject: ({ id }) => id,
  run(deps, rows) {
    for (const { table, id, fields } of rows) {
      const row = findAnnouncement(deps.db, id);
      if (row === undefined) continue;
      if (table === "announcements") noteAnnouncement(deps, row.shipmentID);
      if (row.stationID !== deps.db.stationID) continue;
      const isClosed = row.state === "WITHDRAWN" || row.state === "CANCELED";
      if (isClosed) {
        // A job that was never attempted ends; another one asks the carrier to cancel the label.
        if (findJob(deps, "announce", id)?.mayBeDone === 0) endJob(deps, "announce", id);
      } else if (table === "transactions" && fields["status"] === "CANCELED") {
        enqueueAnnouncement(deps, row, { mayBeAnnounced: row.state !== "WAITING" });
      } else resumeAnnouncement(deps, id);
    }
  },
};
