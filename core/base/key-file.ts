/** The files that hold the key to this folder's secrets, and how a key is told from another without showing it. */
import { createHash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "./errors.ts";

/** The key as it is, base64: where there is no key store. */
export const KEY_FILE = "secrets.key";
/** The key as the operating system's key store sealed it: it opens for this user alone. */
export const SEALED_KEY_FILE = "secrets.sealed";

export const KEY_BYTES = 32;

/** @returns Undefined when there is no file. @throws AppError E2050 when what is in it is no key. */
export function readKeyFile(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const key = keyOf(text);
  if (key === undefined) throw new AppError("E2050", `The key file ${path} is damaged. Put a good copy back.`);
  return key;
}

export function makeKeyFile(path: string): Buffer {
  const key = newKey();
  writeWhole(path, `${textOf(key)}\n`);
  return key;
}

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Base64, as a key is written. */
export function textOf(key: Uint8Array): string {
  return Buffer.from(key).toString("base64");
}

/** @returns Undefined when the text is no key. */
export function keyOf(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), "base64");
  return key.length === KEY_BYTES ? key : undefined;
}

/** Written under another name, then renamed, mode 600: the file is there whole or not at all, also after a power cut. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, "wx", 0o600);
  try {
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
  syncFolder(dirname(path));
}

/** Makes the rename last. Windows cannot open a folder, and needs none of it. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Kept beside the data: it tells which key, and nothing of it. */
export function fingerprintOf(key: Uint8Array): string {
  return createHash("sha256").update("packbench key").update(key).digest("hex").slice(0, 32);
}
