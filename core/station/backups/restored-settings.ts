/**
 * Settings after a restore. Programs, folders, printers, ports, addresses and web pages that this
 * computer works with are its own: a backup may be of another computer, or have been edited.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import { readSmallFile } from "../../base/read-small-file.ts";
import { writeWhole } from "../../base/write-whole.ts";
import { SETTINGS_FILE } from "../settings.ts";

/**
 * More than a station with hundreds of printers has. What is nested deeper cannot be written again.
 */
const LIMITS: TextLimits = { bytes: 4 * 1024 * 1024, depth: 64, values: 100_000 };

/**
 * Settings that say how a desk works, and name nothing of a computer. All others stay as they are
 * here.
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

/** @throws Error for what is no file of settings */
export function readSettings(path: string): Values {
  return parseBounded(readSmallFile(path, LIMITS.bytes), settingsSchema, SETTINGS_FILE, LIMITS);
}

/**
 * Puts the settings of after a restore into the data folder. Doing it again changes nothing more.
 *
 * @param place.staged The copy of the backup. @param place.aside Has the settings of before.
 */
export function placeSettings(
  place: { readonly folder: string; readonly staged: string; readonly aside: string },
  isSameStation: boolean,
): void {
  const [target, staged] = [join(place.folder, SETTINGS_FILE), join(place.staged, SETTINGS_FILE)];
  if (!existsSync(staged) && existsSync(target)) return;
  const own = readOr(join(place.aside, SETTINGS_FILE));
  const values = restoredSettings(own, readOr(staged), isSameStation);
  writeWhole(target, JSON.stringify(values, null, 2));
  rmSync(staged, { force: true });
}

/** A file that cannot be read names nothing: the usual settings hold. */
function readOr(path: string): Values {
  try {
    return readSettings(path);
  } catch {
    return {};
  }
}

/**
 * @param own Of this computer. @param stated Of the backup.
 * @param isSameStation The backup is of the station that is here.
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
 * How the hub is reached, where the backup was made after the station had joined it: as this
 * station knows it. On a new computer nobody knows it but the backup.
 */
function hubOf(own: unknown, stated: unknown, isSameStation: boolean): unknown {
  const [here, there] = [hubSchema.safeParse(own).data, hubSchema.safeParse(stated).data];
  if (!isSameStation) return there;
  return here !== undefined && here.hubID === there?.hubID ? own : undefined;
}
