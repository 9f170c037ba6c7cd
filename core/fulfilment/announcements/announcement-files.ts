/**
 * Files by which parcels are announced to carriers without an API here. A file gets a new name, its
 * parcels get its id in the same commit, and no parcel is in two files unless a person says that
 * the carrier did not take the first. The bytes are made from the parcels whenever they are read.
 */
import { errors } from "../../base/errors.ts";
import { fold } from "../../base/text.ts";
import { turkishDay, turkishTime } from "../../base/turkish-day.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { endJob } from "../../jobs/end-jobs.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import { findLinkedAccount } from "../../shipping/accounts/accounts.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { changeAnnouncement, findAnnouncer } from "./announcements.service.ts";
import * as announcements from "./announcements.store.ts";
import {
  fileLayoutSchema,
  type AnnouncementFile,
  type FileWord,
} from "./announcement-files.schema.ts";
import * as store from "./announcement-files.store.ts";

type FileDeps = WriteDeps & Pick<FulfilmentDeps, "connections">;

/** Highest number of parcels in one file. */
const MOST_PARCELS = 500;
const LISTED = 50;

/**
 * Makes a file of the waiting parcels of an account; needs no open transaction.
 *
 * @param createdBy Member; "" at a set time.
 * @throws AppError E2182 when the account announces by no file; E2184 when no parcel waits.
 */
export function makeFile(
  deps: FileDeps,
  organizationID: string,
  accountID: string,
  createdBy: string,
): store.FileRow {
  const account = findLinkedAccount(deps.db, accountID);
  if (
    account?.organizationID !== organizationID ||
    findAnnouncer(deps, accountID)?.can.has("file") !== true
  )
    throw errors.notConnected();
  return inTransaction(deps, () => {
    const rows = announcements.listWaitingHere(deps.db, {
      organizationID,
      accountID,
      stationID: deps.db.stationID,
      after: "",
      atMost: MOST_PARCELS,
    });
    // The job of a label whose announcement is on its way announces it.
    const free = rows.filter(({ id }) => !mayBeOnItsWay(deps, id));
    if (free.length === 0) throw errors.nothingToAnnounce();
    const now = deps.now();
    const layout = fileLayoutSchema.parse({
      format: "csv",
      columns: "",
      ...account.connectionSettings,
    });
    const id = deps.newId();
    const file: store.FileRow = {
      id,
      createdAt: now,
      updatedAt: now,
      organizationID,
      accountID,
      createdBy,
      stationID: deps.db.stationID,
      name: nameOf(account.name, id, now, layout.format),
      layout,
      parcels: free.length,
      state: "WRITTEN",
    };
    store.insertFile(deps.db, file);
    for (const row of free) {
      endJob(deps, "announce", row.id);
      changeAnnouncement(deps, row, { fileID: id });
    }
    return file;
  });
}

function mayBeOnItsWay(deps: ReadDeps, id: string): boolean {
  const job = findJob(deps, "announce", id);
  return job?.state === "RUNNING" || job?.mayBeDone === 1;
}

/** Makes a name that no other file has, of letters that every system accepts. */
function nameOf(account: string, id: string, now: string, format: string): string {
  const name = fold(account)
    .replace(/[^\w-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const time = turkishTime(now).slice(11, 16).replace(":", "");
  return `${name === "" ? "parcels" : name}-${turkishDay(now)}-${time}-${id.slice(-6)}.${format}`;
}

/** Lists the newest files of an account. */
export function listFiles(
  deps: ReadDeps,
  { organizationID }: Actor,
  accountID: string,
): AnnouncementFile[] {
  return store
    .listFiles(deps.db, { organizationID, accountID, atMost: LISTED })
    .map((file) => presentFile(deps, file));
}

/**
 * Gets a file.
 *
 * @throws AppError E2183
 */
export function getFile(
  deps: ReadDeps,
  { organizationID }: Pick<Actor, "organizationID">,
  id: string,
): store.FileRow {
  const file = store.findFile(deps.db, organizationID, id);
  if (file === undefined) throw errors.announcementFileNotFound();
  return file;
}

/**
 * Writes a person's word about a file: the carrier took its parcels, or it did not, and they wait
 * for another file.
 *
 * @throws AppError E2183; E2181 for a file that a person has decided about already.
 */
export function decideFile(
  deps: FileDeps,
  actor: Actor,
  id: string,
  { outcome }: FileWord,
): AnnouncementFile {
  return inTransaction(deps, () => {
    const file = getFile(deps, actor, id);
    const to = outcome === "taken" ? "TAKEN" : "DROPPED";
    if (file.state === to) return presentFile(deps, file);
    if (file.state === "TAKEN" || file.state === "DROPPED")
      throw errors.announcementChanged("A person has decided about this file already.");
    store.moveFile(deps.db, file, to, deps.now());
    for (const row of announcements.listOfFile(deps.db, id))
      if (row.state === "WAITING" || row.state === "UNCERTAIN")
        changeAnnouncement(
          deps,
          row,
          outcome === "taken"
            ? { state: "ANNOUNCED", announcedAt: deps.now(), words: "" }
            : { state: "WAITING", fileID: "", words: "" },
        );
    return presentFile(deps, { ...file, state: to });
  });
}

/** Presents a file. */
export function presentFile(deps: ReadDeps, file: store.FileRow): AnnouncementFile {
  return {
    id: file.id,
    createdAt: file.createdAt,
    accountID: file.accountID,
    accountName: findLinkedAccount(deps.db, file.accountID)?.name ?? "",
    name: file.name,
    format: file.layout.format,
    parcels: file.parcels,
    open: announcements.countOpenOfFile(deps.db, file.id),
    state: file.state,
  };
}
