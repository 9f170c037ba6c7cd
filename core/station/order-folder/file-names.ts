/**
 * Names of files in the watched folder: which names are taken, and the names that the station
 * gives.
 */
import { randomBytes } from "node:crypto";
import { extname } from "node:path";

/** Kind of a file by its name. `other`: a file that cannot be used, which is refused. */
export type FileKind = "orders" | "paper" | "other";

const ORDER_ENDINGS: readonly string[] = [".csv", ".txt", ".xlsx"];
/** Endings under which programs write a file before they rename it. */
const DRAFT_ENDINGS: readonly string[] = [".tmp", ".part", ".crdownload", ".partial", ".new"];
/** Files that systems put into folders by themselves. */
const SYSTEM_FILES: readonly string[] = ["thumbs.db", "desktop.ini"];
/** Longest name that file systems accept, bytes. */
const LONGEST_NAME = 255;
/** Order numbers that are looked up for one name. */
const MOST_NUMBERS = 40;
/** Bytes that are left for the names of the files that describe a file. */
const LONGEST_ENDING = 30;

/**
 * Returns the kind of a file; undefined for a draft or a lock file, which is left alone without a
 * word.
 */
export function kindOf(name: string): FileKind | undefined {
  const lower = name.toLowerCase();
  if (lower.startsWith(".") || lower.startsWith("~$") || SYSTEM_FILES.includes(lower))
    return undefined;
  const ending = extname(lower);
  if (DRAFT_ENDINGS.includes(ending)) return undefined;
  if (ending === ".pdf") return "paper";
  return ORDER_ENDINGS.includes(ending) ? "orders" : "other";
}

/**
 * Makes the id of a claim: its time in UTC, its place among the claims of one look, and a random
 * part. Sorts in the order in which files were claimed.
 *
 * @param place 0 to 255.
 */
export function newClaim(now: string, place: number): string {
  const ms = now.slice(20, 23);
  const at = place.toString(16).padStart(2, "0");
  return `${compactTime(now)}${ms}-${at}${randomBytes(3).toString("hex")}`;
}

/** Returns an instant for a file's name: "20261130T224735". */
export function compactTime(instant: string): string {
  return instant.slice(0, 19).replaceAll(/[-:]/g, "");
}

const CLAIM = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})-[0-9a-f]{8}/;
const CLAIM_LENGTH = "20261130T224735123-0123abcd".length;

/** Returns whether a name is the id of a claim. */
export function isClaim(name: string): boolean {
  return name.length === CLAIM_LENGTH && CLAIM.test(name);
}

/** Splits a name that `claimedName` made; undefined for another name. */
export function splitClaimed(
  name: string,
): { readonly claim: string; readonly name: string; readonly atMs: number } | undefined {
  const [claim, y, mo, d, h, mi, s, ms] = CLAIM.exec(name) ?? [];
  if (claim === undefined || name[CLAIM_LENGTH] !== "-") return undefined;
  const atMs = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`);
  return { claim, name: name.slice(CLAIM_LENGTH + 1), atMs };
}

/** Returns a file's name with its claim before it, shortened to what file systems accept. */
export function claimedName(claim: string, name: string): string {
  const ending = extname(name);
  let stem = name.slice(0, name.length - ending.length);
  const most = LONGEST_NAME - LONGEST_ENDING - Buffer.byteLength(`${claim}-${ending}`);
  while (Buffer.byteLength(stem) > most) stem = [...stem].slice(0, -1).join("");
  return `${claim}-${stem}${ending}`;
}

/**
 * Lists the order numbers that the name of a paper may mean, the likeliest first: the whole name
 * without its ending, then its parts before an underscore that a letter follows. Without that
 * letter, "2026_1001" could mean the order 2026. A character that file names cannot have is written
 * as `%2F`, or every such character as `-`.
 */
export function orderNumbersIn(name: string): readonly string[] {
  const stem = name.slice(0, name.length - extname(name).length).normalize("NFC");
  const parts = stem.split("_");
  const stems = parts
    .map((_, i) => parts.length - i)
    .filter((end) => end === parts.length || /^\p{L}/u.test(parts[end] ?? ""))
    .map((end) => parts.slice(0, end).join("_").trim());
  const numbers = stems.flatMap((one) => [
    one,
    decoded(one),
    ...["/", "\\", ":"].map((sign) => one.replaceAll("-", sign)),
  ]);
  return [...new Set(numbers)].filter((one) => one !== "").slice(0, MOST_NUMBERS);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
