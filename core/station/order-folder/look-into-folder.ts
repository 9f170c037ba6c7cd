/**
 * One look into the watched folder: which files no longer change and are claimed now, and which
 * claims this station has. Runs in the folder's thread.
 *
 * A file is claimed by a rename into a folder of this station, which only one station can make. A
 * station touches the file `alive` in its folder; the claims of a station that has not done so for
 * a quarter of an hour are taken over, by a rename too. The ages are compared by the clock of the
 * share, not of the stations.
 */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import { isClaim, kindOf, newClaim, splitClaimed } from "./file-names.ts";
import {
  NOT_SET_UP,
  SUBFOLDERS,
  type Claim,
  type FolderOperations,
  type Look,
  type Place,
} from "./folder-protocol.ts";
import type { WaitingFile, WaitingReason } from "./order-folder.schema.ts";
import { codeOf, removeEmpty, tryRename, workingFolder } from "./move-files.ts";

/** Looks in which a file's size and time must not have changed before it is taken. */
const STEADY_LOOKS = 2;
/** Looks in which an empty file may still get its content. */
const EMPTY_LOOKS = 15;
/** Looks after which a file that cannot be moved is reported as locked. */
const LOCKED_LOOKS = 5;
/** Files that are claimed, and claims that are returned, in one look. */
const CLAIMED_AT_ONCE = 20;
const LOOKED_AT = 1_000;
/** Order of the names of files with one time: "9.csv" before "10.csv". */
const BY_NUMBER = new Intl.Collator("en", { numeric: true });
const MOST_LISTED = 100;
const MOST_PAPERS = 20_000;
/** How often a station shows that it runs, ms of the machine's clock. */
const ALIVE_EVERY_MS = 30_000;
/** Time without a sign after which the claims of a station are taken over, ms. */
const GONE_AFTER_MS = 15 * 60_000;

/** Codes of the errors of a full share. */
const FULL: readonly string[] = ["ENOSPC", "EDQUOT"];

/** The folder has lost its subfolders. They are not made again, since the share may be away. */
class NotSetUpError extends Error {
  override readonly name = "NotSetUpError";
  readonly code = NOT_SET_UP;
}

type Seen = { readonly size: number; readonly mtimeMs: number; readonly looks: number };
type Kept = {
  seen: Map<string, Seen>;
  refusedMoves: Map<string, number>;
  aliveAtMs: number;
  /** When this station last showed that it runs, by the clock of the share, ms. */
  aliveMs: number;
};

/** Creates the look, which remembers the sizes of files between two looks. */
export function createFolderLook(): FolderOperations["look"] {
  const kept: Kept = { seen: new Map(), refusedMoves: new Map(), aliveAtMs: -Infinity, aliveMs: 0 };
  return ({ now, ...place }): Look => {
    showAlive(kept, place);
    const before = kept.seen;
    kept.seen = new Map();
    const notTaken = takeNew(kept, before, place, now);
    takeOver(kept, place);
    const claims = listClaims(kept, before, place);
    const papers = readdirSync(join(place.folder, "papers"))
      .filter((name) => kindOf(name) === "paper" && splitClaimed(name) !== undefined)
      .toSorted()
      .slice(0, MOST_PAPERS);
    return { claims, papers, notTaken };
  };
}

/**
 * Writes the sign that this station runs, from time to time.
 *
 * @throws ENOENT when the folder is gone; NotSetUpError when it has no folder `in`, as the mount
 *   point of a share that is not connected.
 */
function showAlive(kept: Kept, place: Place): void {
  statSync(place.folder);
  if (statsOf(join(place.folder, "in")) === undefined) throw new NotSetUpError(place.folder);
  const nowMs = performance.now();
  if (nowMs - kept.aliveAtMs < ALIVE_EVERY_MS) return;
  const own = workingFolder(place);
  for (const name of [...SUBFOLDERS, join("working", place.stationID)])
    mkdirSync(join(place.folder, name), { recursive: true });
  const alive = join(own, "alive");
  try {
    writeFileSync(alive, place.stationID);
  } catch (error) {
    // Files can be taken from a full share; a new time needs no space.
    if (!FULL.includes(codeOf(error))) throw error;
    utimesSync(alive, new Date(), new Date());
  }
  kept.aliveMs = statSync(alive).mtimeMs;
  kept.aliveAtMs = nowMs;
}

/** Notes the size and time of a file. @returns In how many looks they have not changed. */
function note(kept: Kept, before: ReadonlyMap<string, Seen>, key: string, stats: Stats): number {
  const { size, mtimeMs } = stats;
  const last = before.get(key);
  const looks = last?.size === size && last.mtimeMs === mtimeMs ? last.looks + 1 : 0;
  kept.seen.set(key, { size, mtimeMs, looks });
  return looks;
}

type Leave = (name: string, reason: WaitingReason) => void;
type Steady = { readonly name: string; readonly stats: Stats; readonly looks: number };

/**
 * Claims files in `in`, the oldest first: a later file may change or cancel orders of an earlier
 * one.
 *
 * @returns The files that cannot be taken yet.
 */
function takeNew(
  kept: Kept,
  before: ReadonlyMap<string, Seen>,
  place: Place,
  now: string,
): WaitingFile[] {
  const notTaken: WaitingFile[] = [];
  const leave: Leave = (name, reason) => {
    if (notTaken.length < MOST_LISTED)
      notTaken.push({ name: name.toWellFormed(), reason, code: "", detail: "" });
  };
  const moves = new Map<string, number>();
  let taken = 0;
  let isFull = false;
  for (const { name, stats, looks } of listSteady(kept, before, place, leave)) {
    if (taken >= CLAIMED_AT_ONCE) break;
    // Later files wait too, although space may have come meanwhile: they may change older orders.
    const outcome = isFull ? "full" : claimFile(place, name, newClaim(now, taken));
    if (outcome === "full") {
      isFull = true;
      leave(name, "FULL");
      continue;
    }
    if (outcome !== "locked") {
      taken += 1;
      if (outcome !== "gone") kept.seen.set(outcome, { ...stats, looks });
      continue;
    }
    const times = (kept.refusedMoves.get(name) ?? 0) + 1;
    moves.set(name, times);
    leave(name, times >= LOCKED_LOOKS ? "LOCKED" : "GROWING");
  }
  kept.refusedMoves = moves;
  return notTaken;
}

/** Lists the files in `in` that no longer change, the oldest first. */
function listSteady(
  kept: Kept,
  before: ReadonlyMap<string, Seen>,
  place: Place,
  leave: Leave,
): Steady[] {
  const folder = join(place.folder, "in");
  const steady: Steady[] = [];
  for (const name of readdirSync(folder).toSorted(BY_NUMBER.compare).slice(0, LOOKED_AT)) {
    if (kindOf(name) === undefined) continue;
    const stats = statsOf(join(folder, name));
    // A name in another encoding is not found by what was read of it.
    if (stats === undefined) {
      if (name.includes("\uFFFD")) leave(name, "BAD_NAME");
      continue;
    }
    if (!stats.isFile()) {
      leave(name, "NOT_A_FILE");
      continue;
    }
    const looks = note(kept, before, `in/${name}`, stats);
    if (looks < (stats.size === 0 ? EMPTY_LOOKS : STEADY_LOOKS)) leave(name, "GROWING");
    else steady.push({ name, stats, looks });
  }
  return steady.toSorted((a, b) => a.stats.mtimeMs - b.stats.mtimeMs);
}

/** Returns undefined for a file that is gone. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Claims a file.
 *
 * @returns The claim's id; `gone` when another station has it; `locked` when the system does not
 *   let it be moved, mostly because a program has it open; `full` when the share has no space for
 *   the claim's folder.
 */
function claimFile(place: Place, name: string, id: string): string {
  const folder = join(workingFolder(place), id);
  const target = join(folder, name);
  try {
    mkdirSync(folder);
    if (tryRename(join(place.folder, "in", name), target)) return id;
  } catch (error) {
    removeEmpty(folder);
    if (FULL.includes(codeOf(error))) return "full";
    if (["EBUSY", "EPERM", "EACCES"].includes(codeOf(error))) return "locked";
    throw error;
  }
  // A share may answer a repeated rename with ENOENT after the first one has succeeded.
  if (statsOf(target) !== undefined) return id;
  removeEmpty(folder);
  return "gone";
}

/** Takes over the claims of stations that have not run for long. */
function takeOver(kept: Kept, place: Place): void {
  const working = join(place.folder, "working");
  for (const station of readdirSync(working)) {
    if (station === place.stationID || station.startsWith(".")) continue;
    const folder = join(working, station);
    const alive = statsOf(join(folder, "alive")) ?? statsOf(folder);
    if (alive === undefined || kept.aliveMs - alive.mtimeMs < GONE_AFTER_MS) continue;
    for (const claim of namesIn(folder))
      if (isClaim(claim)) tryRename(join(folder, claim), join(workingFolder(place), claim));
  }
}

/** Lists this station's claims whose files no longer change, and removes empty claims. */
function listClaims(kept: Kept, before: ReadonlyMap<string, Seen>, place: Place): Claim[] {
  const own = workingFolder(place);
  const claims: Claim[] = [];
  for (const id of namesIn(own).filter(isClaim).toSorted()) {
    if (claims.length >= CLAIMED_AT_ONCE) break;
    // Other systems put files such as Thumbs.db into folders that they show.
    const name = namesIn(join(own, id)).find((one) => kindOf(one) !== undefined);
    if (name === undefined) {
      removeEmpty(join(own, id));
      continue;
    }
    const stats = statsOf(join(own, id, name));
    if (stats === undefined) continue;
    const isNew = kept.seen.has(id);
    const looks = isNew ? STEADY_LOOKS : note(kept, before, id, stats);
    if (looks >= 1) claims.push({ id, name, kind: kindOf(name) ?? "other" });
  }
  return claims;
}

/** Lists the names in a folder; empty for a folder that is gone. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return [];
    throw error;
  }
}
