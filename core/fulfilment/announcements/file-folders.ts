/**
 * Saves files of parcels into a folder of this computer at the account's set times, for a carrier's
 * program that reads them there.
 *
 * A file is marked as being saved before it is written. When the station stops in between, nobody
 * can know whether the carrier's program has read the file and removed it, so it is not saved again
 * by itself: a person decides.
 */
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { isDiskFault } from "../../base/disk.ts";
import { errors } from "../../base/errors.ts";
import { writeWhole } from "../../base/write-whole.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findLinkedAccount } from "../../shipping/accounts/accounts.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { previousAnnouncingAt } from "./announcing-times.ts";
import { findAnnouncer } from "./announcements.service.ts";
import { listWaitingHere } from "./announcements.store.ts";
import { makeFile } from "./announcement-files.ts";
import type { FileFolder } from "./announcement-files.schema.ts";
import * as store from "./announcement-files.store.ts";
import type { FindLabel } from "./announced-label.ts";
import { fileBytes } from "./file-bytes.ts";

type FolderDeps = WriteDeps & Pick<FulfilmentDeps, "connections" | "settings">;

const SETTING = "parcelFolders";
const foldersSchema = z.record(z.string(), z.string()).catch({});
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Files that are looked at in each round; older ones were decided long ago. */
const LOOKED_AT = 20;

/** Reads the folder of an account at this station; "" without one. */
function readFolder(deps: Pick<FulfilmentDeps, "settings">, accountID: string): FileFolder {
  const folders = new Map(Object.entries(foldersSchema.parse(deps.settings.read(SETTING))));
  return { accountID, folder: folders.get(accountID) ?? "" };
}

/**
 * Reads the folder of an organization's account.
 *
 * @throws AppError E2182 for an account that another organization has.
 */
export function getFolder(
  deps: Pick<FulfilmentDeps, "settings" | "db">,
  { organizationID }: Pick<Actor, "organizationID">,
  accountID: string,
): FileFolder {
  if (findLinkedAccount(deps.db, accountID)?.organizationID !== organizationID)
    throw errors.notConnected();
  return readFolder(deps, accountID);
}

/**
 * Sets the folder of an account at this station; "" saves no files. Only the desk chooses a folder.
 *
 * @throws AppError E1055 for a program, E1085 for a path that is not absolute, E2182.
 */
export function setFolder(
  deps: FolderDeps,
  actor: Pick<Actor, "via" | "organizationID">,
  { accountID, folder }: FileFolder,
): FileFolder {
  if (actor.via !== "desk") throw errors.notAuthorised("The folder is chosen at the desk.");
  const account = findLinkedAccount(deps.db, accountID);
  if (
    account?.organizationID !== actor.organizationID ||
    findAnnouncer(deps, accountID)?.can.has("file") !== true
  )
    throw errors.notConnected();
  if (folder !== "" && (folder.includes("\0") || !isAbsolute(folder)))
    throw errors.badRequest("folder: must be the whole path of a folder on this computer.");
  const folders = foldersSchema.parse(deps.settings.read(SETTING));
  deps.settings.write(SETTING, { ...folders, [accountID]: folder });
  return { accountID, folder };
}

/** Makes and saves the files that are due at this station. Never throws for a folder or a disk. */
export async function saveDueFiles(
  deps: FolderDeps,
  organizationID: string,
  findLabel: FindLabel,
): Promise<void> {
  for (const { accountID, can } of deps.connections.list(organizationID)) {
    const { folder } = readFolder(deps, accountID);
    if (!can.has("file") || folder === "") continue;
    makeDueFile(deps, organizationID, accountID);
    const files = store.listFiles(deps.db, { organizationID, accountID, atMost: LOOKED_AT });
    for (const file of files.reverse())
      if (file.stationID === deps.db.stationID && file.createdBy === "")
        await saveFile(deps, folder, file, findLabel);
  }
}

/** Makes a file when parcels wait that were bought before the last set time. */
function makeDueFile(deps: FolderDeps, organizationID: string, accountID: string): void {
  const announces = findLinkedAccount(deps.db, accountID)?.announces ?? "";
  const due = previousAnnouncingAt(announces, deps.now());
  const [oldest] = listWaitingHere(deps.db, {
    organizationID,
    accountID,
    stationID: deps.db.stationID,
    after: "",
    atMost: 1,
  });
  if (due === undefined || oldest === undefined) return;
  // A parcel of a later day was bought before the clock was set back.
  const tomorrow = new Date(Date.parse(deps.now()) + DAY_MS).toISOString();
  if (oldest.createdAt <= due || oldest.createdAt > tomorrow)
    makeFile(deps, organizationID, accountID, "");
}

async function saveFile(
  deps: FolderDeps,
  folder: string,
  file: store.FileRow,
  findLabel: FindLabel,
): Promise<void> {
  const path = join(folder, file.name);
  const move = (from: store.FileRow["state"], to: store.FileRow["state"]): boolean =>
    inTransaction(deps, () =>
      store.moveFile(deps.db, { id: file.id, state: from }, to, deps.now()),
    );
  if (file.state === "SAVING" && existsSync(path)) move("SAVING", "SAVED");
  if (file.state !== "WRITTEN" || !move("WRITTEN", "SAVING")) return;
  try {
    if (!existsSync(path)) writeWhole(path, await buffer(fileBytes(deps, file, findLabel)));
  } catch (err) {
    if (!isFolderFault(err)) throw err;
    deps.log.warn({ err, accountID: file.accountID }, "a file of parcels could not be saved");
    // Nothing appears in the folder before the last step of writing.
    if (!existsSync(path)) move("SAVING", "WRITTEN");
    return;
  }
  move("SAVING", "SAVED");
}

function isFolderFault(err: unknown): boolean {
  return isDiskFault(err) || (err instanceof Error && "code" in err && "syscall" in err);
}
