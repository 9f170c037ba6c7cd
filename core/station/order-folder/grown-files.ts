/**
 * Watches order files for some minutes after they were read: a program that paused for longer than
 * the looks goes on writing into the moved file. Such a file goes back into `in`, and is taken again
 * when it no longer changes; orders that it had before are known. Runs in the folder's thread.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Claim, Place } from "./folder-protocol.ts";
import { claimPath, codeOf, tryRename } from "./move-files.ts";

/** How long a file is watched after it was read, ms. */
const WATCHED_MS = 10 * 60_000;

type Watched = {
  readonly claim: Claim;
  /** Bytes that were read. */
  readonly size: number;
  readonly untilMs: number;
  /** Name in `done`; undefined before the move. */
  as?: string;
};

/** Files of one station; a restart forgets them. */
export type GrownFiles = {
  /** Notes a file that is about to be read. */
  noteRead(place: Place, claim: Claim): void;
  /** Notes that the file was moved into `done` under this name. */
  noteDone(claim: Claim, as: string): void;
  /** Moves files in `done` that have grown since they were read back into `in`. */
  putBack(place: Place): void;
};

/** Creates the list. */
export function createGrownFiles(): GrownFiles {
  const watched = new Map<string, Watched>();
  return {
    noteRead(place, claim) {
      const size = sizeOf(claimPath(place, claim));
      if (size !== undefined)
        watched.set(claim.id, { size, claim, untilMs: performance.now() + WATCHED_MS });
    },
    noteDone(claim, as) {
      const file = watched.get(claim.id);
      if (file !== undefined) file.as = as;
    },
    putBack({ folder }) {
      for (const [id, { size, claim, untilMs, as }] of watched) {
        if (performance.now() > untilMs) watched.delete(id);
        if (as === undefined) continue;
        const path = join(folder, "done", as);
        const now = sizeOf(path);
        // A file of the same name in `in` is taken first.
        const isFree = sizeOf(join(folder, "in", claim.name)) === undefined;
        if (now === undefined) watched.delete(id);
        else if (now > size && isFree) {
          tryRename(path, join(folder, "in", claim.name));
          watched.delete(id);
        }
      }
    },
  };
}

/** Returns a file's size, bytes; undefined for a file that is gone. */
function sizeOf(path: string): number | undefined {
  try {
    return lstatSync(path).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
