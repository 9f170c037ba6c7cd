/**
 * Secrets at rest: passwords and keys of other services are stored encrypted with AES-256-GCM, each
 * with a random nonce. The key comes from the operating system's key store, or from a file that
 * only the user may read.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { errors } from "../base/errors.ts";
import type { Secrets } from "../ports/secrets.ts";
import {
  fingerprintOf,
  KEY_BYTES,
  makeKeyFile,
  readKeyFile,
  SEALED_KEY_FILE,
} from "../base/key-file.ts";

/**
 * Access to the stored fingerprint of the key in use. The fingerprint reveals that a data folder
 * was moved without its key file.
 */
export type KeyMark = { read(): string | undefined; write(fingerprint: string): void };

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1:";

/**
 * Opens secrets whose key is in a file of mode 600. The file is created with the first secret.
 *
 * Creates no new key while secrets of an earlier key are stored, because those secrets could never
 * be read again.
 */
export function fileSecrets(path: string, mark: KeyMark): Secrets {
  return secretsOf("file", path, mark, () => missingText(path));
}

/**
 * Opens secrets whose key the system's key store cannot provide. Reading and writing fail until the
 * key is put back into its file or the secrets are deleted.
 *
 * @param message Advice for the person at the desk.
 */
export function lostSecrets(path: string, mark: KeyMark, message: string): Secrets {
  return secretsOf("os", path, mark, () => message);
}

function secretsOf(
  kind: Secrets["kind"],
  path: string,
  mark: KeyMark,
  missing: () => string,
): Secrets {
  let key: Buffer | undefined;
  const load = (): Buffer => {
    if (key !== undefined) return key;
    const expected = mark.read();
    const found = readKeyFile(path) ?? (expected === undefined ? makeKeyFile(path) : undefined);
    if (found === undefined) throw errors.secretUnreadable(missing());
    const fingerprint = fingerprintOf(found);
    if (expected !== undefined && expected !== fingerprint)
      throw errors.secretUnreadable(
        `The key file ${path} does not have the key of the stored secrets. Put the right file back.`,
      );
    key = found;
    return key;
  };
  /**
   * Returns the key, and stores its fingerprint if none is stored: the transaction that first wrote
   * the fingerprint may have been rolled back.
   */
  const marked = (): Buffer => {
    const found = load();
    if (mark.read() === undefined) mark.write(fingerprintOf(found));
    return found;
  };
  return {
    kind,
    encrypt: (text) => seal(marked(), text),
    decrypt: (text) => unseal(load(), text),
    key: marked,
  };
}

/**
 * Opens secrets with a key from the operating system's key store, which the caller reads at start.
 *
 * @param mark Stores the key's fingerprint with the first secret. The caller has already compared
 *   the key with the stored fingerprint.
 */
export function keySecrets(key: Uint8Array, kind: Secrets["kind"], mark?: KeyMark): Secrets {
  if (key.length !== KEY_BYTES) throw new Error(`a key has ${KEY_BYTES} bytes, not ${key.length}`);
  const marked = (): Uint8Array => {
    if (mark !== undefined && mark.read() === undefined) mark.write(fingerprintOf(key));
    return key;
  };
  return {
    kind,
    encrypt: (text) => seal(marked(), text),
    decrypt: (text) => unseal(key, text),
    key: marked,
  };
}

function missingText(path: string): string {
  const sealed = join(dirname(path), SEALED_KEY_FILE);
  if (existsSync(sealed))
    return `The key of the stored secrets is in the system's key store (${sealed}), which only Packbench's window can read. Open this data folder with the window.`;
  return `The key file ${path} is missing. Put it back, or type the recovery key under Settings, Data and backup; if you have neither, delete the stored secrets there, or start with --give-up-secrets.`;
}

function seal(key: Uint8Array, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

function unseal(key: Uint8Array, text: string): string {
  const bytes = Buffer.from(text.slice(VERSION.length), "base64");
  if (!text.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES)
    throw errors.secretUnreadable();
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") +
      decipher.final("utf8")
    );
  } catch {
    throw errors.secretUnreadable();
  }
}
