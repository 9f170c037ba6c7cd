/** Wire shapes of backups. */
import { z } from "zod";
import { becameSchema } from "../../db/machine.schema.ts";

/** The last successful backup. `file`: its folder. */
export const lastBackupSchema = z.object({
  at: z.string(),
  file: z.string(),
  bytes: z.number().int(),
});

/** Numbers of the last days, weeks and months with a backup, whose newest backup is kept. */
const keepSchema = z.strictObject({
  daily: z.number().int().min(1).max(3_650),
  weekly: z.number().int().min(0).max(520),
  monthly: z.number().int().min(0).max(120),
});
export type BackupKeep = z.infer<typeof keepSchema>;

export const nightlySchema = z.object({
  /** Absolute path or a share; null: no nightly backups. */
  folder: z.string().nullable(),
  keep: keepSchema,
  /** Why the last attempt in this folder failed; null when it succeeded or none was made. */
  failure: z.object({ at: z.string(), reason: z.string() }).nullable(),
});
/** Nightly settings as stored in `station.json`. */
export type KeptNightly = z.infer<typeof nightlySchema>;

export const backupSchema = z
  .object({
    /** State of the latest backup since the station started; `none` before the first backup. */
    step: z.enum(["none", "running", "done", "stopped", "failed"]),
    /** Bytes written by the running backup, out of about `of`. */
    written: z.number().int(),
    of: z.number().int(),
    last: lastBackupSchema.nullable(),
    /**
     * `keepDays`: days that backups are kept when the company's policy sets them together with the
     * folder, so that neither can be changed here. null: the policy sets nothing.
     */
    nightly: nightlySchema.extend({ keepDays: z.number().int().nullable() }),
  })
  .meta({ id: "Backup" });
export type Backup = z.infer<typeof backupSchema>;

const folder = z.string().min(1).max(4_096);

export const newBackupSchema = z
  .object({
    /** Absolute path on this machine, or a share. */
    folder,
  })
  .meta({ id: "NewBackup" });
export type NewBackup = z.output<typeof newBackupSchema>;

export const newNightlySchema = z
  .strictObject({ folder: folder.nullable().optional(), keep: keepSchema.optional() })
  .meta({ id: "NewNightlyBackup" });
export type NewNightly = z.output<typeof newNightlySchema>;

export const backupEntrySchema = z
  .object({
    name: z.string(),
    /** "" when the backup cannot be read. */
    madeAt: z.string(),
    bytes: z.number().int(),
    madeBy: z.string(),
    schema: z.number().int(),
    organizations: z.array(z.string()),
    shipments: z.number().int(),
    purchases: z.number().int(),
    newestPurchaseAt: z.string().nullable(),
    /**
     * `damaged`: the manifest is unreadable, or a file is missing or has another size. `newer`:
     * needs a newer Packbench. `trial`: from a trial version, which is not supported.
     */
    state: z.enum(["whole", "damaged", "newer", "trial"]),
    /** `isOwn`: from this station. `isFromHere`: made on this computer. */
    isOwn: z.boolean(),
    isFromHere: z.boolean(),
  })
  .meta({ id: "BackupEntry" });
export type BackupEntry = z.infer<typeof backupEntrySchema>;

export const backupPreviewSchema = backupEntrySchema
  .extend({
    /** Purchases and prints since the backup was made, which a restore would lose. */
    lost: z.object({ purchases: z.number().int(), printJobs: z.number().int() }),
    /**
     * Whether carrier passwords stay readable after the restore; otherwise they must be entered
     * again.
     */
    keepsSecrets: z.boolean(),
  })
  .meta({ id: "BackupPreview" });
export type BackupPreview = z.infer<typeof backupPreviewSchema>;

export const inFolderSchema = z.object({ folder });
export const newRestoreSchema = z
  .strictObject({
    folder,
    name: z.string().min(1).max(200),
    /**
     * Required for a backup that was not made on this computer. `moved`: the other computer is no
     * longer used. `copied`: the other computer stays in use.
     */
    became: becameSchema.optional(),
  })
  .meta({ id: "NewRestore" });
export type NewRestore = z.output<typeof newRestoreSchema>;
export const restoreSchema = z
  .object({
    name: z.string(),
    /** Name of the folder that takes the station's replaced data. */
    aside: z.string(),
  })
  .meta({ id: "Restore" });
