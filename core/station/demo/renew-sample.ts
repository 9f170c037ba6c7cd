/** Deletes sample data of a trial version, so that this start creates new sample data. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { KEY_FILE, SEALED_KEY_FILE } from "../../base/key-file.ts";
import type { Log } from "../../base/log.ts";
import { BEFORE_UPGRADE } from "../../db/before-upgrade.ts";
import { NUMBERS_FILE } from "../../db/ceilings.ts";
import { DATABASE_FILE } from "../../db/data-folder.ts";
import { isTrialDatabase } from "../../db/describe-database.ts";

/** Files that belong to the old database. */
const COMPANIONS: readonly string[] = [KEY_FILE, SEALED_KEY_FILE, NUMBERS_FILE, BEFORE_UPGRADE];

/**
 * Deletes the sample data of a trial version, so that the sample data is made again.
 *
 * @param folder Data folder with sample data only; no other program has it open.
 */
export function renewSample(folder: string, log: Pick<Log, "warn">): void {
  const path = join(folder, DATABASE_FILE);
  if (!existsSync(path) || !isTrialDatabase(path)) return;
  // Deletes the database last, so that a start after a crash finds it and repeats the deletion.
  const names = readdirSync(folder).filter((name) => name.startsWith(`${DATABASE_FILE}-`));
  for (const name of [...COMPANIONS, ...names, DATABASE_FILE]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  log.warn({ folder }, "the sample data was from a trial version, and is made again");
}
