/** Follows announcements and cancellations of other stations. */
import type { WriteDeps } from "../../db/deps.ts";
import type { Projection } from "../../db/projection.ts";
import { endJob } from "../../jobs/end-jobs.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { noteChanged } from "../../shipping/shipments/note-changed.ts";
import { isKnown } from "../../shipping/shipments/shipments.projections.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { changeAnnouncement, enqueueAnnouncement } from "./announcements.service.ts";
import { findAnnouncement, type AnnouncementRow } from "./announcements.store.ts";
import { resumeAnnouncement } from "./resume-announcements.ts";

type FollowDeps = WriteDeps & Pick<FulfilmentDeps, "connections">;

/**
 * Takes over labels that a lead gave to this station, does not announce labels that were cancelled
 * elsewhere, and cancels them at the carrier when this station has announced them, or may have.
 */
export const followAnnouncements: Projection<FollowDeps> = {
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
      if (table === "announcements") noteChanged(deps, row.shipmentID);
      const isCancelled = table === "transactions" && fields["status"] === "CANCELED";
      const isOver = findShipmentRow(deps, row.shipmentID)?.status === "CANCELED";
      if (isClosed(row) || isCancelled || isOver) followCancellation(deps, row);
      else if (row.stationID === deps.db.stationID) doubtRefusal(deps, row);
    }
  },
};

/**
 * Resumes this station's job of a cancelled label. A job that was never attempted closes the
 * announcement; any other asks the carrier to cancel the label, which harms nothing when another
 * station did so before.
 */
function followCancellation(deps: FollowDeps, row: AnnouncementRow): void {
  const job = findJob(deps, "announce", row.id);
  if (job === undefined && row.stationID !== deps.db.stationID) return;
  const mayBeAnnounced = row.announcedAt !== null || job?.mayBeDone === 1;
  if (isClosed(row) && !mayBeAnnounced) endJob(deps, "announce", row.id);
  else enqueueAnnouncement(deps, row, { mayBeAnnounced });
}

function isClosed({ state }: AnnouncementRow): boolean {
  return state === "WITHDRAWN" || state === "CANCELED";
}

/**
 * Doubts a refusal of a label that this station has announced: another station, to which a lead had
 * given the label, was refused because the carrier knows its code already.
 */
function doubtRefusal(deps: FollowDeps, row: AnnouncementRow): void {
  if (row.state === "REFUSED" && row.announcedAt !== null)
    changeAnnouncement(deps, row, { state: "UNCERTAIN" });
  resumeAnnouncement(deps, row.id);
}
