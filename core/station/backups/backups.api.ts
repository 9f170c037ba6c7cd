/** /station/backup, /station/backups, /station/restores */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import {
  backupEntrySchema,
  backupPreviewSchema,
  backupSchema,
  inFolderSchema,
  newBackupSchema,
  newNightlySchema,
  newRestoreSchema,
  restoreSchema,
} from "./backups.schema.ts";

const tag = "Station";
const path = "/station/backup";

export const getBackup = endpoint({
  id: "getBackup",
  method: "GET",
  path,
  tag,
  summary:
    "Get the progress of the running backup, the result of the latest, the place of the last good one, and the nightly settings.",
  access: "station",
  shape: "one",
  answer: backupSchema,
});

export const startBackup = endpoint({
  id: "startBackup",
  places: { "body.folder": "chosen" },
  method: "POST",
  path,
  tag,
  summary:
    "Start copying the database and its companion files into a folder, while the station works. Only the desk chooses the folder. When a backup already runs, the answer describes that backup.",
  access: "station",
  audited: { kind: "data", act: "made" },
  shape: "one",
  status: 201,
  errors: ["E2062"],
  body: newBackupSchema,
  answer: backupSchema,
});

export const changeNightlyBackup = endpoint({
  id: "changeNightlyBackup",
  places: { "body.folder": "chosen" },
  method: "PATCH",
  path,
  tag,
  summary:
    "Set the folder of nightly backups and how many are kept. Only at the desk; without a folder no nightly backups are made.",
  access: "station",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  errors: ["E2062", "E2121"],
  body: newNightlySchema,
  answer: backupSchema,
});

export const stopBackup = endpoint({
  id: "stopBackup",
  method: "DELETE",
  path,
  tag,
  summary: "Stop the running backup and delete its files.",
  access: "station",
  audited: { kind: "data", act: "removed" },
  shape: "one",
  answer: backupSchema,
});

export const listBackups = endpoint({
  id: "listBackups",
  places: { "query.folder": "chosen" },
  method: "GET",
  path: "/station/backups",
  tag,
  summary: "List the backups in a folder, newest first. Only at the desk.",
  access: "station",
  shape: "whole",
  query: inFolderSchema,
  errors: ["E2062"],
  answer: backupEntrySchema,
});

export const previewBackup = endpoint({
  id: "previewBackup",
  places: { "query.folder": "chosen" },
  method: "GET",
  path: "/station/backups/:name",
  tag,
  summary:
    "Describe a backup, and count what this station has done since it was made. Only at the desk.",
  access: "station",
  shape: "one",
  params: z.object({ name: z.string() }),
  query: inFolderSchema,
  errors: ["E2062", "E2101"],
  answer: backupPreviewSchema,
});

export const restoreBackup = endpoint({
  id: "restoreBackup",
  places: { "body.folder": "chosen" },
  method: "POST",
  path: "/station/restores",
  tag,
  summary:
    "Replace the station's data with a backup and restart the station. The replaced data moves into a folder. Only at the desk.",
  access: "station",
  atDesk: "owner",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  status: 201,
  errors: ["E2062", "E2101", "E2102", "E2103", "E2161"],
  body: newRestoreSchema,
  answer: restoreSchema,
});
