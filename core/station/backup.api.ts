/** /station/backup */
import { endpoint } from "../http/endpoint.ts";
import { backupSchema, newBackupSchema } from "./backup.schema.ts";

const tag = "Station";
const path = "/station/backup";

export const getBackup = endpoint({
  id: "getBackup",
  method: "GET",
  path,
  tag,
  summary: "How far the backup is that runs, how the latest one ended, and where the last good one is.",
  access: "station",
  shape: "one",
  answer: backupSchema,
});

export const startBackup = endpoint({
  id: "startBackup",
  method: "POST",
  path,
  tag,
  summary: "Copy the database into a folder, beside the work. Chosen at the desk alone. While one runs, it is answered.",
  access: "station",
  shape: "one",
  status: 201,
  errors: ["E2062"],
  body: newBackupSchema,
  answer: backupSchema,
});

export const stopBackup = endpoint({
  id: "stopBackup",
  method: "DELETE",
  path,
  tag,
  summary: "Stop the backup that runs: nothing of it is kept.",
  access: "station",
  shape: "one",
  answer: backupSchema,
});
