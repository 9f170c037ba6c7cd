/** Wire shapes of backups. */
import { z } from "zod";

/** Of the last backup that ended well. */
export const lastBackupSchema = z.object({ at: z.string(), file: z.string(), bytes: z.number().int() });

export const backupSchema = z.object({
  /** `failed`: since the last start of the station, and none was begun after it. */
  step: z.enum(["none", "running", "done", "stopped", "failed"]),
  /** While it runs: bytes written, of about so many. */
  written: z.number().int(),
  of: z.number().int(),
  last: lastBackupSchema.nullable(),
}).meta({ id: "Backup" });
export type Backup = z.infer<typeof backupSchema>;

export const newBackupSchema = z.object({
  /** Absolute, on this machine. */
  folder: z.string().min(1).max(4_096),
}).meta({ id: "NewBackup" });
export type NewBackup = z.output<typeof newBackupSchema>;
