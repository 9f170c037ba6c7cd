/** /station/backup, /station/backups */
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
    "How far the backup is that runs, how the latest one ended, where the last good one is, and what is set for the nights.",
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
    "Copy the database and what stands beside it into a folder, beside the work. Chosen at the desk alone. While one runs, it is answered.",
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
    "Set where backups of the nights go, and how many are kept. At the desk alone; without a folder none are made.",
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
  summary: "Stop the backup that runs: nothing of it is kept.",
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
  summary: "The backups in a folder, newest first. At the desk alone.",
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
    "What a backup holds, and what this station has done since it was made. At the desk alone.",
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
    "Put a backup in the place of the station's data, which is put aside, and start the station again. At the desk alone.",
  access: "station",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  status: 201,
  errors: ["E2062", "E2101", "E2102", "E2103", "E2161"],
  body: newRestoreSchema,
  answer: restoreSchema,
});
