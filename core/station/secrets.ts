/**
 * Secrets at rest: passwords and keys of other services are kept encrypted, AES-256-GCM, one random nonce each.
 * The key is the operating system's where there is a key store, else a file that the user alone may read.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { AppError } from "../base/errors.ts";
import { fingerprintOf, KEY_BYTES, makeKeyFile, readKeyFile, SEALED_KEY_FILE } from "../base/key-file.ts";

export type Secrets = {
  /** @throws AppError E2050 when the key that earlier secrets were written with is gone. */
  encrypt(text: string): string;
  /** @throws AppError E2050 when `text` was written with another key, or changed. */
  decrypt(text: string): string;
  /** Where the key is: the screen shows when it is only a file. */
  readonly kind: "os" | "file";
};

/** The stored fingerprint of the key in use: it shows when a data folder was moved without its key file. */
export type KeyMark = { read(): string | undefined; write(fingerprint: string): void };

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1:";

/**
 * Secrets under a key file, mode 600, made when the first secret is written.
 *
 * No new key is made while secrets of an earlier one are stored: they could never be read again.
 */
export function fileSecrets(path: string, mark: KeyMark): Secrets {
  let key: Buffer | undefined;
  const load = (): Buffer => {
    if (key !== undefined) return key;
    const expected = mark.read();
    const found = readKeyFile(path) ?? (expected === undefined ? makeKeyFile(path) : undefined);
    if (found === undefined) throw new AppError("E2050", missingText(path));
    const fingerprint = fingerprintOf(found);
    if (expected !== undefined && expected !== fingerprint) throw new AppError("E2050", `The key file ${path} is not the one these secrets were written with. Put that one back.`);
    key = found;
    return key;
  };
  return {
    kind: "file",
    encrypt(text) {
      const sealed = seal(load(), text);
      // Each time: the transaction that wrote the mark first may have been rolled back.
      if (mark.read() === undefined && key !== undefined) mark.write(fingerprintOf(key));
      return sealed;
    },
    decrypt: (text) => unseal(load(), text),
  };
}

/**
 * Secrets under a key from the operating system's key store. The caller reads the key from there at start.
 *
 * @param mark Stores the key's fingerprint with the first secret. The caller has already compared the key with it.
 */
export function keySecrets(key: Uint8Array, kind: Secrets["kind"], mark?: KeyMark): Secrets {
  if (key.length !== KEY_BYTES) throw new Error(`a key has ${KEY_BYTES} bytes, not ${key.length}`);
  return {
    kind,
    encrypt(text) {
      const sealed = seal(key, text);
      if (mark !== undefined && mark.read() === undefined) mark.write(fingerprintOf(key));
      return sealed;
    },
    decrypt: (text) => unseal(key, text),
  };
}

/** Secrets whose key cannot be had now: none is read, and none is written under another key. */
export function lostSecrets(kind: Secrets["kind"], message: string): Secrets {
  const refuse = (): never => {
    throw new AppError("E2050", message);
  };
  return { kind, encrypt: refuse, decrypt: refuse };
}

function missingText(path: string): string {
  const sealed = join(dirname(path), SEALED_KEY_FILE);
  if (existsSync(sealed)) return `The key of the stored secrets is kept by the system's key store (${sealed}), which only the desktop's window can ask. Open this folder with the window.`;
  return `The key file ${path} is missing. Put it back, or unlink the accounts and link them anew.`;
}

function seal(key: Uint8Array, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

function unseal(key: Uint8Array, text: string): string {
  const bytes = Buffer.from(text.slice(VERSION.length), "base64");
  if (!text.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) throw new AppError("E2050");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    throw new AppError("E2050");
  }
}
