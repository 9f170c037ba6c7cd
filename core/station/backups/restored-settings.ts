/**
 * Settings after a restore. Programs, folders, printers, ports, addresses and web pages of this
 * computer are kept, because a backup may come from another computer or may have been edited.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import { readSmallFile } from "../../base/read-small-file.ts";
import { writeWhole } from "../../base/write-whole.ts";
import { SETTINGS_FILE } from "../settings.ts";

/**
 * Limits for a settings file, larger than the settings of a station with hundreds of printers. More
 * deeply nested settings could not be written again.
 */
const LIMITS: TextLimits = { bytes: 4 * 1024 * 1024, depth: 64, values: 100_000 };

/**
 * Settings that are taken from the backup, because they describe the desk's work and name nothing
 * on a computer. This computer's other settings stay, except for the hub's, which `hubOf` chooses.
 */
const FROM_BACKUP: readonly string[] = [
  "packing",
  "deskName",
  "uploadedDocumentsMB",
  "downloadedLabelDays",
];
const HUB = "hub";

const settingsSchema = z.record(z.string(), z.unknown());
type Values = z.output<typeof settingsSchema>;

/**
 * Reads a settings file.
 *
 * @throws Error when the file holds no valid settings
 */
export function readSettings(path: string): Values {
  return parseBounded(readSmallFile(path, LIMITS.bytes), settingsSchema, SETTINGS_FILE, LIMITS);
}

/**
 * Writes the restored settings into the data folder. Repeating it changes nothing.
 *
 * @param folders.staged Staged copy of the backup.
 * @param folders.aside Folder with the old settings.
 */
export function placeSettings(
  folders: { readonly folder: string; readonly staged: string; readonly aside: string },
  isSameStation: boolean,
): void {
  const [target, staged] = [
    join(folders.folder, SETTINGS_FILE),
    join(folders.staged, SETTINGS_FILE),
  ];
  if (!existsSync(staged) && existsSync(target)) return;
  const own = readSettingsOrEmpty(join(folders.aside, SETTINGS_FILE));
  const values = restoredSettings(own, readSettingsOrEmpty(staged), isSameStation);
  writeWhole(target, JSON.stringify(values, null, 2));
  rmSync(staged, { force: true });
}

/** Treats an unreadable file as empty, so that the defaults apply. */
function readSettingsOrEmpty(path: string): Values {
  try {
    return readSettings(path);
  } catch {
    return {};
  }
}

/**
 * Merges the settings of a backup with the settings of this computer.
 *
 * @param own Settings of this computer.
 * @param stated Settings of the backup.
 * @param isSameStation Whether the backup is from the station in this data folder.
 */
function restoredSettings(own: Values, stated: Values, isSameStation: boolean): Values {
  const { [HUB]: ownHub, ...rest } = own;
  const kept = Object.entries(rest).filter(([key]) => !FROM_BACKUP.includes(key));
  const taken = Object.entries(stated).filter(([key]) => FROM_BACKUP.includes(key));
  const hub = hubOf(ownHub, stated[HUB], isSameStation);
  return Object.fromEntries([...kept, ...taken, ...(hub === undefined ? [] : [[HUB, hub]])]);
}

const hubSchema = z.looseObject({ hubID: z.string() });

/**
 * Chooses the hub's settings. The same station keeps its current settings when the backup was made
 * after the station joined that hub, and otherwise gets none. Another station takes the settings
 * from the backup.
 */
function hubOf(own: unknown, stated: unknown, isSameStation: boolean): unknown {
  const [here, there] = [hubSchema.safeParse(own).data, hubSchema.safeParse(stated).data];
  if (!isSameStation) return there;
  return here !== undefined && here.hubID === there?.hubID ? own : undefined;
}
