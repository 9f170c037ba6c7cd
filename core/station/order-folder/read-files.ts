/** Reads files of the watched folder. Runs in the folder's thread. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FolderOperations, ReadOrders, ReadPaper } from "./folder-protocol.ts";
import { claimPath, codeOf } from "./move-files.ts";

/** Largest order file, as the import accepts it, bytes. */
const LARGEST_ORDERS = 16 * 1024 * 1024;
/** Largest document that can be printed, bytes. */
const LARGEST_PAPER = 5 * 1024 * 1024;
/** Part of a PDF's end in which its last line must be, bytes. */
const TAIL = 2_048;
/** Matches the entry of an encrypted PDF's trailer, a reference or a dictionary. */
const ENCRYPTED = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;

type Bytes =
  | { readonly state: "gone" | "changed" | "locked" | "empty" | "tooLarge" }
  | { readonly state: "read"; readonly bytes: Buffer };

/**
 * Reads a regular file, which must not change meanwhile. Follows no link.
 *
 * @throws The system's error.
 */
function readBytes(path: string, largest: number): Bytes {
  let file: number;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for ever.
    file = openSync(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ELOOP") return { state: "gone" };
    if (["EACCES", "EPERM", "EBUSY"].includes(codeOf(error))) return { state: "locked" };
    throw error;
  }
  try {
    const before = fstatSync(file);
    if (!before.isFile()) return { state: "gone" };
    if (before.size === 0) return { state: "empty" };
    if (before.size > largest) return { state: "tooLarge" };
    const bytes = readFileSync(file);
    const after = fstatSync(file);
    return after.size === bytes.length && after.mtimeMs === before.mtimeMs
      ? { state: "read", bytes }
      : { state: "changed" };
  } finally {
    closeSync(file);
  }
}

/** Reads a claimed order file. */
export const readOrders: FolderOperations["readOrders"] = ({ claim, ...place }): ReadOrders => {
  const read = readBytes(claimPath(place, claim), LARGEST_ORDERS);
  if (read.state !== "read") return read;
  const fileName = claim.name.toWellFormed().trim() || claim.id;
  const body = new TextEncoder().encode(
    JSON.stringify({ fileName, content: read.bytes.toString("base64") }),
  );
  return { state: "read", body };
};

/** Reads a paper, and checks that it is a whole PDF without a password. */
export const readPaper: FolderOperations["readPaper"] = (input): ReadPaper => {
  const path =
    "claim" in input ? claimPath(input, input.claim) : join(input.folder, "papers", input.name);
  const read = readBytes(path, LARGEST_PAPER);
  if (read.state !== "read") return read;
  const { bytes } = read;
  if (bytes.subarray(0, 1_024).indexOf("%PDF-") === -1) return { state: "notPDF" };
  if (bytes.subarray(-TAIL).indexOf("%%EOF") === -1) return { state: "cutOff" };
  if (ENCRYPTED.test(bytes.toString("latin1"))) return { state: "encrypted" };
  return { state: "read", content: bytes.toString("base64") };
};
