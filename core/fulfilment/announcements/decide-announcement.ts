/** A person's decisions about announcements: send now, again, from another station, or not at all. */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { endDecided } from "../../jobs/end-jobs.ts";
import { beginAgain, findJob } from "../../jobs/jobs.service.ts";
import { getShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import {
  changeAnnouncement,
  enqueueAnnouncement,
  findAnnouncer,
  isBeingAnnounced,
} from "./announcements.service.ts";
import type { AnnounceAgain, Announcement, AnnouncementWord } from "./announcements.schema.ts";
import * as store from "./announcements.store.ts";
import { presentAnnouncement } from "./present-announcements.ts";

type DecideDeps = WriteDeps & Pick<FulfilmentDeps, "connections" | "jobs">;

/** Number of labels whose jobs are made due in one transaction. */
const SLICE = 200;

/**
 * Announces the waiting labels of an account now, in slices, so that other calls run meanwhile.
 *
 * @returns Number of labels.
 * @throws AppError E2182 when the account announces nothing, or only by a file.
 */
export async function announceNow(
  deps: DecideDeps,
  { organizationID }: Actor,
  accountID: string,
  pause: () => Promise<void>,
): Promise<number> {
  const connection = findAnnouncer(deps, accountID);
  const isOurs = deps.connections
    .list(organizationID)
    .some((one) => one.accountID === accountID && one.can.has("announce"));
  if (connection === undefined || !isOurs) throw errors.notConnected();
  const stationID = deps.db.stationID;
  let after = "";
  let count = 0;
  for (;;) {
    const rows = store.listWaitingHere(deps.db, {
      organizationID,
      accountID,
      stationID,
      after,
      atMost: SLICE,
    });
    const last = rows.at(-1);
    if (last === undefined) break;
    inTransaction(deps, () => {
      for (const row of rows) sendNow(deps, row);
    });
    count += rows.length;
    after = last.id;
    deps.jobs.wake();
    await pause();
  }
  return count;
}

function sendNow(deps: WriteDeps, row: store.AnnouncementRow): void {
  const job = findJob(deps, "announce", row.id);
  // An ended job restarts; a waiting job becomes due.
  if (job?.state === "WAITING") beginAgain(deps, job.id);
  else enqueueAnnouncement(deps, row);
}

/**
 * Announces a refused or uncertain label again, with a person's corrections.
 *
 * @throws AppError E2180 for a label without an announcement; E2181 for one that is announced,
 *   cancelled, in a file or at another station; E2182.
 */
export function announceAgain(
  deps: DecideDeps,
  actor: Actor,
  id: string,
  { corrections }: AnnounceAgain,
): Announcement {
  const presented = inTransaction(deps, () => {
    const row = getAnnouncement(deps, actor, id);
    if (findAnnouncer(deps, row.accountID)?.can.has("announce") !== true)
      throw errors.notConnected();
    requireOpen(row);
    requireHere(deps, row);
    if (isBeingAnnounced(deps, id))
      throw errors.announcementChanged("The label is being announced at this moment.");
    changeAnnouncement(deps, row, {
      // A refused label is not announced; an uncertain one stays so until its carrier answers.
      state: row.state === "UNCERTAIN" ? "UNCERTAIN" : "WAITING",
      code: "",
      field: "",
      words: "",
      corrections: { ...row.corrections, ...corrections },
    });
    sendNow(deps, row);
    return presentAnnouncement(deps, getAnnouncement(deps, actor, id));
  });
  deps.jobs.wake();
  return presented;
}

/**
 * Writes a person's word about a label: whether the carrier has it, or has cancelled it.
 *
 * @throws AppError E2180, E2181
 */
export function decideAnnouncement(
  deps: DecideDeps,
  actor: Actor,
  id: string,
  { outcome }: AnnouncementWord,
): Announcement {
  return inTransaction(deps, () => {
    const row = getAnnouncement(deps, actor, id);
    if (outcome !== "cancelled") requireOpen(row);
    else if (row.state === "WITHDRAWN")
      throw errors.announcementChanged("The label was cancelled and never announced.");
    if (isBeingAnnounced(deps, id))
      throw errors.announcementChanged("The label is being announced at this moment.");
    endDecided(deps, "announce", id);
    changeAnnouncement(deps, row, BY_PERSON[outcome](deps.now()));
    return presentAnnouncement(deps, getAnnouncement(deps, actor, id));
  });
}

const OF_LOST_STATION =
  "Another station may have put this parcel into a file. Ask the carrier whether it has the parcel.";

const BY_PERSON = {
  announced: (now: string) => ({
    state: "ANNOUNCED",
    announcedAt: now,
    code: "",
    field: "",
    words: "",
  }),
  notAnnounced: () => ({
    state: "REFUSED",
    announcedAt: null,
    code: "",
    field: "",
    words: "",
    fileID: "",
  }),
  cancelled: () => ({ state: "CANCELED", code: "", field: "", words: "" }),
} as const satisfies Record<
  AnnouncementWord["outcome"],
  (now: string) => Partial<store.AnnouncementRow>
>;

/** Writes that a person has found that the carrier does not have a label; needs an open transaction. */
export function noteNotAnnounced(deps: WriteDeps, id: string): void {
  const row = store.findAnnouncement(deps.db, id);
  if (row?.state === "UNCERTAIN") changeAnnouncement(deps, row, BY_PERSON.notAnnounced());
}

/**
 * Gives a label that another station does not announce to this station. The carrier gets the same
 * code, so an announcement that both make harms nothing.
 *
 * @throws AppError E2180, E2181
 */
export function takeOverAnnouncement(deps: DecideDeps, actor: Actor, id: string): Announcement {
  const presented = inTransaction(deps, () => {
    const row = getAnnouncement(deps, actor, id);
    requireOpen(row);
    if (row.stationID === deps.db.stationID)
      throw errors.announcementChanged("This station announces the label already.");
    const isSent = findAnnouncer(deps, row.accountID)?.can.has("announce") === true;
    changeAnnouncement(deps, row, {
      stationID: deps.db.stationID,
      // The other station may have put the parcel into a file.
      ...(isSent ? {} : { state: "UNCERTAIN", words: OF_LOST_STATION }),
    });
    if (isSent) enqueueAnnouncement(deps, row, { mayBeAnnounced: true });
    return presentAnnouncement(deps, getAnnouncement(deps, actor, id));
  });
  deps.jobs.wake();
  return presented;
}

/**
 * Gets the announcement of a label that the actor may see.
 *
 * @throws AppError E2180
 */
function getAnnouncement(
  deps: Pick<FulfilmentDeps, "db">,
  actor: Actor,
  id: string,
): store.AnnouncementRow {
  const row = store.findAnnouncement(deps.db, id);
  if (row?.organizationID !== actor.organizationID) throw errors.announcementNotFound();
  getShipmentRow(deps, actor, row.shipmentID);
  return row;
}

function requireOpen({ state, fileID }: store.AnnouncementRow): void {
  if (state !== "WAITING" && state !== "REFUSED" && state !== "UNCERTAIN")
    throw errors.announcementChanged(
      state === "ANNOUNCED" ? "The carrier has this parcel already." : "The label is cancelled.",
    );
  if (fileID !== "" && state === "WAITING")
    throw errors.announcementChanged("The parcel is in a file. Decide about the file.");
}

function requireHere({ db }: Pick<FulfilmentDeps, "db">, { stationID }: store.AnnouncementRow) {
  if (stationID !== db.stationID)
    throw errors.announcementChanged(
      "Another station announces this label. Take it over first, if that station is lost.",
    );
}
