/** Wire shapes of backups. */
import { z } from "zod";
import { becameSchema } from "../../db/machine.schema.ts";

/** Of the last backup that ended well. `file`: its folder. */
export const lastBackupSchema = z.object({
  at: z.string(),
  file: z.string(),
  bytes: z.number().int(),
});

/** Of how many days, weeks and months the newest backup is kept. */
const keepSchema = z.strictObject({
  daily: z.number().int().min(1).max(3_650),
  weekly: z.number().int().min(0).max(520),
  monthly: z.number().int().min(0).max(120),
});
export type BackupKeep = z.infer<typeof keepSchema>;

export const nightlySchema = z.object({
  /** Absolute, or a share; null: no backups are made by themselves. */
  folder: z.string().nullable(),
  keep: keepSchema,
  /** Why none was made at the last try; null when one was. */
  failure: z.object({ at: z.string(), reason: z.string() }).nullable(),
});
/** As it is in `station.json`. */
export type KeptNightly = z.infer<typeof nightlySchema>;

export const backupSchema = z
  .object({
    /** `failed`: since the last start of the station, and none was begun after it. */
    step: z.enum(["none", "running", "done", "stopped", "failed"]),
    /** While it runs: bytes written, of about so many. */
    written: z.number().int(),
    of: z.number().int(),
    last: lastBackupSchema.nullable(),
    /**
     * `keepDays`: set by the policy of the company's IT, with the folder, and not changeable here:
     * backups stay for so many days. null: it sets nothing.
     */
    nightly: nightlySchema.extend({ keepDays: z.number().int().nullable() }),
  })
  .meta({ id: "Backup" });
export type Backup = z.infer<typeof backupSchema>;

const folder = z.string().min(1).max(4_096);

export const newBackupSchema = z
  .object({
    /** Absolute, on this machine or a share. */
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
    /** "" when it cannot be read. */
    madeAt: z.string(),
    bytes: z.number().int(),
    madeBy: z.string(),
    schema: z.number().int(),
    organizations: z.array(z.string()),
    shipments: z.number().int(),
    purchases: z.number().int(),
    newestPurchaseAt: z.string().nullable(),
    /** `damaged`: a file is missing or has another size. `newer`: it needs a newer Packbench. */
    state: z.enum(["whole", "damaged", "newer", "trial"]),
    /** Whether it is of this station, and was made on this computer. */
    isOwn: z.boolean(),
    isFromHere: z.boolean(),
  })
  .meta({ id: "BackupEntry" });
export type BackupEntry = z.infer<typeof backupEntrySchema>;

export const backupPreviewSchema = backupEntrySchema
  .extend({
    /** What this station has done since the backup was made, and would no longer know of. */
    lost: z.object({ purchases: z.number().int(), printJobs: z.number().int() }),
    /** Whether passwords of carriers can be read afterwards without being entered again. */
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
     * Of a backup from another computer or station: needed then. `moved`: that one is no longer
     * used.
     */
    became: becameSchema.optional(),
  })
  .meta({ id: "NewRestore" });
export type NewRestore = z.output<typeof newRestoreSchema>;
export const restoreSchema = z
  .object({
    name: z.string(),
    /** Where the data lies that the station had until now. */
    aside: z.string(),
  })
  .meta({ id: "Restore" });
