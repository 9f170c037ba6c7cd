/**
 * Writes jobs of announcements that have none: of labels that a lead gave to this station, that came
 * back after a restore, or that were cancelled while their announcement was on its way.
 */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import { findLinkedAccount } from "../../shipping/accounts/accounts.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { changeAnnouncement, enqueueAnnouncement, findAnnouncer } from "./announcements.service.ts";
import { findAnnouncement, listOpen, type AnnouncementRow } from "./announcements.store.ts";

type ResumeDeps = WriteDeps & Pick<FulfilmentDeps, "connections">;

/** Number of rows that are read at once. */
const SLICE = 50;

/**
 * Resumes one announcement of this station if it needs a job; joins an open transaction. An
 * attempt of another station, or of this station before a restore, may have reached the carrier.
 */
export function resumeAnnouncement(deps: ResumeDeps, id: string): void {
  const row = findAnnouncement(deps.db, id);
  if (row !== undefined && isLeft(deps, row))
    inTransaction(deps, () => void enqueueAnnouncement(deps, row, { mayBeAnnounced: true }));
}

/**
 * Resumes an organization's announcements at the start of the station, in slices.
 *
 * @returns A generator; each step handles one slice.
 */
export function* resumeAnnouncements(
  deps: ResumeDeps,
  organizationID: string,
): Generator<void, void> {
  for (const state of ["UNCERTAIN", "WAITING"] as const) {
    let after: AnnouncementRow | undefined;
    for (;;) {
      const page = { organizationID, accountID: "", state, atMost: SLICE, after };
      const rows = listOpen(deps.db, page);
      inTransaction(deps, () => {
        for (const { id } of rows) resumeAnnouncement(deps, id);
      });
      after = rows.at(-1);
      if (after === undefined) break;
      yield;
    }
  }
}

const RESTORED =
  "This station was restored from a backup. Ask the carrier whether it knows this label.";

/**
 * Marks labels of this station as uncertain after a restore, if no job would tell whether they were
 * announced after the backup: labels that a person or a file announces. Needs an open transaction.
 */
export function doubtRestored(deps: ResumeDeps, organizationID: string): void {
  const query = { organizationID, accountID: "", state: "WAITING", atMost: SLICE } as const;
  let after: AnnouncementRow | undefined;
  for (;;) {
    const rows = listOpen(deps.db, { ...query, after });
    for (const row of rows)
      if (row.stationID === deps.db.stationID && findJob(deps, "announce", row.id) === undefined)
        changeAnnouncement(deps, row, { state: "UNCERTAIN", words: RESTORED });
    after = rows.at(-1);
    if (after === undefined) return;
  }
}

function isByHand(db: FulfilmentDeps["db"], accountID: string): boolean {
  return findLinkedAccount(db, accountID)?.announces === "byHand";
}

/** Returns whether a row of this station waits for a job that does not exist. */
function isLeft(deps: ResumeDeps, row: AnnouncementRow): boolean {
  if (row.stationID !== deps.db.stationID || row.fileID !== "") return false;
  if (row.state !== "UNCERTAIN" && row.state !== "WAITING") return false;
  if (findAnnouncer(deps, row.accountID)?.can.has("announce") !== true) return false;
  const job = findJob(deps, "announce", row.id);
  if (job === undefined) return !isByHand(deps.db, row.accountID);
  return row.state === "UNCERTAIN" && (job.state === "DONE" || job.state === "REFUSED");
}
