/**
 * Reads and makes the files with the key to a data folder's secrets, and computes the fingerprint
 * of a key, which identifies the key without revealing it.
 */
import { createHash, randomBytes } from "node:crypto";
import { asDiskFull } from "./disk.ts";
import { errors } from "./errors.ts";
import { readSmallFile } from "./read-small-file.ts";
import { writeWhole } from "./write-whole.ts";

/** Name of the file with the unencrypted key, base64, for systems without a key store. */
export const KEY_FILE = "secrets.key";
/**
 * Name of the file with the key sealed by the operating system's key store: only this user can open
 * it.
 */
export const SEALED_KEY_FILE = "secrets.sealed";

export const KEY_BYTES = 32;
/** Maximum size of a key file, bytes. A key file has one short line. */
export const LARGEST_KEY_FILE = 4_096;

/**
 * Reads the key from a key file.
 *
 * @returns Undefined when the file does not exist.
 * @throws AppError E2050 when the file cannot be read or does not contain a key.
 */
export function readKeyFile(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readSmallFile(path, LARGEST_KEY_FILE);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") return undefined;
    throw errors.secretUnreadable(
      `The key file ${path} cannot be read (${code}). Make it readable for this user.`,
    );
  }
  const key = keyOf(text);
  if (key === undefined)
    throw errors.secretUnreadable(`The key file ${path} is damaged. Put a good copy back.`);
  return key;
}

/**
 * Finds the key in a key file, without an error for a bad file.
 *
 * @returns Undefined also for a file that is damaged or cannot be read.
 */
export function findKeyFile(path: string): Buffer | undefined {
  try {
    return readKeyFile(path);
  } catch {
    return undefined;
  }
}

/**
 * Makes a random key and stores it in a file.
 *
 * @throws AppError E2036 when the disk rejects the file; then the key is neither stored nor in use.
 */
export function makeKeyFile(path: string): Buffer {
  const key = newKey();
  try {
    writeWhole(path, `${textOf(key)}\n`);
  } catch (error) {
    throw asDiskFull(error);
  }
  return key;
}

/** Returns a random key for sealing secrets, `KEY_BYTES` long. */
export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Encodes a key as base64, its written form. */
export function textOf(key: Uint8Array): string {
  return Buffer.from(key).toString("base64");
}

/**
 * Reads a key from its written form, base64.
 *
 * @returns Undefined when the text is not a key.
 */
export function keyOf(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), "base64");
  return key.length === KEY_BYTES ? key : undefined;
}

/**
 * Computes a key's fingerprint: 32 hex digits, stored in the database, which identify the key
 * without revealing it.
 */
export function fingerprintOf(key: Uint8Array): string {
  return createHash("sha256").update("packbench key").update(key).digest("hex").slice(0, 32);
}
