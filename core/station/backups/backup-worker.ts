/**
 * Thread of one backup or restore. It may wait for slow disks and shares without blocking the
 * station.
 */
import { join } from "node:path";
import { z } from "zod";
import { openThread } from "../../base/threads/serve-calls.ts";
import type { BackupOperations } from "./backup-thread.ts";
import { readManifest } from "./manifest.ts";
import {
  describeBackup,
  isFromHere,
  keepsKeys,
  keepsSecrets,
  listBackups,
  stageBackup,
} from "./stage-restore.ts";
import { checkRoom, writeBackup } from "./write-backup.ts";

const thread = openThread<BackupOperations>(z.undefined());
const isWanted = (): boolean => thread.isWanted();
const THOUSANDTHS = 1_000;

thread.serve({
  checkRoom,
  write({ plan, progress }) {
    const copied = new Int32Array(progress);
    return writeBackup(plan, isWanted, (share) =>
      Atomics.store(copied, 0, Math.round(share * THOUSANDTHS)),
    );
  },
  list: listBackups,
  preview({ folder, name, target }) {
    const entry = describeBackup(folder, name, target);
    if (entry.state === "damaged") return { entry, keepsSecrets: false, newest: null };
    const manifest = readManifest(join(folder, name));
    return {
      entry,
      keepsSecrets: keepsSecrets(manifest, target),
      newest: {
        purchaseID: manifest.holds.newestPurchaseID,
        printID: manifest.holds.newestPrintID,
      },
    };
  },
  stage({ folder, name, target }) {
    const manifest = stageBackup(join(folder, name), target, isWanted);
    return {
      isFromHere: isFromHere(manifest, target),
      isSameStation: manifest.holds.stationID === target.stationID,
      keepsKeys: keepsKeys(manifest, target),
    };
  },
});
