/**
 * What the thread of backups does, and how it is called: each piece of work has a thread of its
 * own, since one may hang at a share.
 */
import { createThreadCalls, type ThreadCalls } from "../../base/threads/thread-calls.ts";
import type { BackupEntry } from "./backups.schema.ts";
import type { Target } from "./stage-restore.ts";
import type { BackupPlan } from "./write-backup.ts";

type OneBackup = { readonly folder: string; readonly name: string; readonly target: Target };

export type BackupOperations = {
  checkRoom(input: { readonly folder: string; readonly bytes: number }): void;
  /** `progress`: one Int32, thousandths of the database that are copied. */
  write(input: {
    readonly plan: BackupPlan;
    readonly progress: SharedArrayBuffer;
  }): Promise<{ readonly bytes: number }>;
  list(input: { readonly folder: string; readonly target: Target }): BackupEntry[];
  /** `newest`: ids of its last purchase and print; null for a damaged one. */
  preview(input: OneBackup): {
    readonly entry: BackupEntry;
    readonly keepsSecrets: boolean;
    readonly newest: { readonly purchaseID: string; readonly printID: string } | null;
  };
  /** Leaves the copy in the data folder. */
  stage(input: OneBackup): {
    readonly isFromHere: boolean;
    readonly isSameStation: boolean;
    readonly keepsKeys: boolean;
  };
};

/** @returns A new thread, which its caller closes. */
export function openBackupThread(): ThreadCalls<BackupOperations> {
  return createThreadCalls<BackupOperations>({
    url: new URL("./backup-worker.ts", import.meta.url),
    name: "backup",
    ending: "asked",
  });
}
