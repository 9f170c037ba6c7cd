/**
 * Counts the starts of a new version that did not come to work: `updates/starts.json` in the data
 * folder. A start is written there before the core opens, and taken out once the window can be
 * used. What ends in between, by a crash, a hang or a screen that stays white, stays counted.
 */
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readSmallFile } from "../../core/base/read-small-file.ts";
import { writeWhole } from "../../core/base/write-whole.ts";
import type { Log } from "../../core/base/log.ts";

/** In the data folder. */
export const UPDATES_FOLDER = "updates";
/** Of a record in that folder, bytes. */
export const LARGEST_RECORD = 64_000;
/** A version whose starts failed so often is taken back. */
export const FAILED_STARTS = 2;

const startsSchema = z.object({
  /** The version that was used last. */
  worked: z.string().nullable(),
  trying: z.object({ version: z.string(), starts: z.number().int().min(1) }).nullable(),
  /** The version that was taken back: it is not installed again. */
  wentBackFrom: z.string().nullable(),
});
type Kept = z.infer<typeof startsSchema>;

const NONE: Kept = { worked: null, trying: null, wentBackFrom: null };

/** Reasons of a start that failed which another version would meet too. */
const OF_THE_DESK: ReadonlySet<string> = new Set([
  "FolderInUseError",
  "PortTakenError",
  "DiskFaultError",
  "DataFolderError",
  "OtherMachineError",
  "PolicyError",
  "AddressError",
  "ApiAccessError",
]);

export type Starts = {
  /** Starts of this version that failed, before this one. */
  readonly failed: number;
  /** Whether it was tried already to take this version back: it is done once. */
  readonly wasTakenBack: boolean;
  /** The version that is not installed again; null: none. */
  readonly wentBackFrom: string | null;
  /** The window can be used. */
  works(): void;
  /**
   * This start did not open the station.
   * @param name Of the reason: what is the desk's, and not this version's, does not count.
   */
  failedBy(name: string): void;
  /** Before the version before is put back. Durable when it returns. @throws the system's error */
  takenBack(): void;
};

/**
 * Notes that `version` starts. A folder that cannot be written has no count: its start fails by
 * itself.
 */
export function beginStart(dataFolder: string, version: string, log: Pick<Log, "warn">): Starts {
  const file = join(dataFolder, UPDATES_FOLDER, "starts.json");
  const kept = read(file);
  const isKnown = kept.worked === version;
  const failed = !isKnown && kept.trying?.version === version ? kept.trying.starts : 0;
  const write = (change: Partial<Kept>): void => {
    mkdirSync(join(dataFolder, UPDATES_FOLDER), { recursive: true, mode: 0o700 });
    // A folder in their place would leave every start uncounted.
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
    wasTakenBack: kept.wentBackFrom === version,
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
    takenBack: () => write({ trying: { version, starts: failed + 1 }, wentBackFrom: version }),
  };
}

function read(file: string): Kept {
  try {
    return startsSchema.parse(JSON.parse(readSmallFile(file, LARGEST_RECORD)));
  } catch {
    return NONE; // not there yet, or not written by us
  }
}
