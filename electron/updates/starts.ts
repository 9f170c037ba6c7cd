/**
 * Counts failed starts of a new version in `updates/starts.json` of the data folder. A start is
 * recorded before the core opens and removed once the window is usable. A start that never makes
 * the window usable, because of a crash, a hang or a blank screen, stays counted.
 */
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readSmallFile } from "../../core/base/read-small-file.ts";
import { writeWhole } from "../../core/base/write-whole.ts";
import type { Log } from "../../core/base/log.ts";

/** Folder name in the data folder. */
export const UPDATES_FOLDER = "updates";
/** Limit of a record in that folder, bytes. */
export const LARGEST_RECORD = 64_000;
/** Number of failed starts after which a version is replaced by the previous one. */
export const FAILED_STARTS = 2;

const startsSchema = z.object({
  /** The last version that worked. */
  worked: z.string().nullable(),
  trying: z.object({ version: z.string(), starts: z.number().int().min(1) }).nullable(),
  /** The version that was replaced by the previous one; it is not installed again. */
  wentBackFrom: z.string().nullable(),
});
type Kept = z.infer<typeof startsSchema>;

const NONE: Kept = { worked: null, trying: null, wentBackFrom: null };

/** Causes of failed starts that another version would meet too. */
const OF_THE_DESK: ReadonlySet<string> = new Set([
  "FolderInUseError",
  "PortTakenError",
  "DiskFaultError",
  "DataFolderError",
  "DamagedDatabaseError",
  "OtherMachineError",
  "PolicyError",
  "AddressError",
  "ApiAccessError",
]);

export type Starts = {
  /** Failed starts of this version before this one. */
  readonly failed: number;
  /** Whether reinstalling the previous version was tried already; it is tried only once. */
  readonly wasRolledBack: boolean;
  /** The version that is not installed again; null: none. */
  readonly wentBackFrom: string | null;
  /** Called when the window is usable. */
  works(): void;
  /**
   * Called when this start did not open the station.
   *
   * @param name Name of the cause; a cause outside this version does not count.
   */
  failedBy(name: string): void;
  /**
   * Called before the previous version is reinstalled. The mark is durable when the function
   * returns. @throws the system's error
   */
  markRolledBack(): void;
};

/**
 * Records a start of `version`, unless this version has worked before. If the folder cannot be
 * written, nothing is counted, and the start fails anyway, because the core needs the same folder.
 */
export function beginStart(dataFolder: string, version: string, log: Pick<Log, "warn">): Starts {
  const file = join(dataFolder, UPDATES_FOLDER, "starts.json");
  const kept = read(file);
  const isKnown = kept.worked === version;
  const failed = !isKnown && kept.trying?.version === version ? kept.trying.starts : 0;
  const write = (change: Partial<Kept>): void => {
    mkdirSync(join(dataFolder, UPDATES_FOLDER), { recursive: true, mode: 0o700 });
    // A folder at one of these paths would leave every start uncounted.
    for (const place of [file, `${file}.new`])
      if (statSync(place, { throwIfNoEntry: false })?.isDirectory() === true)
        rmSync(place, { recursive: true });
    writeWhole(file, `${JSON.stringify({ ...kept, ...change })}\n`);
  };
  const note = (change: Partial<Kept>): void => {
    try {
      write(change);
    } catch (err) {
      log.warn({ err }, "the starts of this version could not be counted");
    }
  };
  if (!isKnown) note({ trying: { version, starts: failed + 1 } });
  return {
    failed,
    wasRolledBack: kept.wentBackFrom === version,
    wentBackFrom: kept.wentBackFrom,
    works() {
      if (isKnown && kept.trying === null) return;
      note({
        worked: version,
        trying: null,
        wentBackFrom: kept.wentBackFrom === version ? null : kept.wentBackFrom,
      });
    },
    failedBy(name) {
      if (!isKnown && OF_THE_DESK.has(name))
        note({ trying: failed === 0 ? null : { version, starts: failed } });
    },
    markRolledBack: () => write({ trying: { version, starts: failed + 1 }, wentBackFrom: version }),
  };
}

function read(file: string): Kept {
  try {
    return startsSchema.parse(JSON.parse(readSmallFile(file, LARGEST_RECORD)));
  } catch {
    return NONE; // not there yet, or invalid
  }
}
