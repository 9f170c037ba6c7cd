/**
 * Operations of the backup thread and their types. Each backup, list, preview and restore gets a
 * separate thread, because a network share may block a thread.
 */
import { createThreadCalls, type ThreadCalls } from "../../base/threads/thread-calls.ts";
import type { BackupEntry } from "./backups.schema.ts";
import type { Target } from "./stage-restore.ts";
import type { BackupPlan, writeBackup } from "./write-backup.ts";

type OneBackup = { readonly folder: string; readonly name: string; readonly target: Target };

export type BackupOperations = {
  checkRoom(input: { readonly folder: string; readonly bytes: number }): void;
  /** `progress`: one Int32, the copied thousandths of the database. Returns as `writeBackup`. */
  write(input: {
    readonly plan: BackupPlan;
    readonly progress: SharedArrayBuffer;
  }): ReturnType<typeof writeBackup>;
  list(input: { readonly folder: string; readonly target: Target }): BackupEntry[];
  /** `newest`: ids of the backup's last purchase and print; null for a damaged backup. */
  preview(input: OneBackup): {
    readonly entry: BackupEntry;
    readonly keepsSecrets: boolean;
    readonly newest: { readonly purchaseID: string; readonly printID: string } | null;
  };
  /** Copies the backup into the data folder. */
  stage(input: OneBackup): {
    readonly isFromHere: boolean;
    readonly isSameStation: boolean;
    readonly keepsKeys: boolean;
  };
};

/** Opens a new thread for backups, which the caller closes. */
export function openBackupThread(): ThreadCalls<BackupOperations> {
  return createThreadCalls<BackupOperations>({
    url: new URL("./backup-worker.ts", import.meta.url),
    name: "backup",
    ending: "asked",
  });
}
