/**
 * Signs and verifies messages, so that each proves its sender; the subject does not. The server
 * lets a desk publish only under its own subject. But the server also delivers stored messages to
 * any subject that a desk names. So a desk could have its message stored under another desk's
 * subject.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { promisify } from "node:util";

/** Signs a text; the signature is base64. */
export type Sign = (text: string) => string;

/** Signed fields. `hash`: SHA-256 of the packed body, hex. */
export type Signable = {
  readonly subject: string;
  readonly id: string;
  readonly number: number;
  readonly hlc: string;
  readonly version: number;
  readonly hash: string;
};

const verifyAsync = promisify(
  (
    text: Buffer,
    key: KeyObject,
    signature: Buffer,
    done: (error: Error | null, isGood: boolean) => void,
  ) => verify(null, text, key, signature, done),
);

/** DER prefix of an Ed25519 key before its 32 bytes. */
const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_DER = Buffer.from("302a300506032b6570032100", "hex");
const KEY_BYTES = 32;
/** Bytes before the key in the text of a seed and of a public key. */
const [SEED_PREFIX, PUBLIC_PREFIX] = [2, 1];

/** Makes the text that is signed. Only the last field can contain a line break. */
export function signedText({ subject, id, number, hlc, version, hash }: Signable): string {
  return ["packbench message", subject, number, hlc, version, hash, id].join("\n");
}

/** Computes the SHA-256 of a packed body, hex. */
export function hashOf(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

/**
 * Makes the signer of a station.
 *
 * @param seed Text of the station's credential nkey, "SU…".
 */
export function signerOf(seed: string): Sign {
  const raw = rawOf(seed, SEED_PREFIX);
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_DER, raw]),
    format: "der",
    type: "pkcs8",
  });
  return (text) => sign(null, Buffer.from(text), key).toString("base64");
}

/**
 * Makes the key that verifies a station's signatures.
 *
 * @param userKey Public nkey, "U…".
 * @throws Error for another text.
 */
export function verifierOf(userKey: string): KeyObject {
  const raw = rawOf(userKey, PUBLIC_PREFIX);
  return createPublicKey({ key: Buffer.concat([PUBLIC_DER, raw]), format: "der", type: "spki" });
}

/**
 * Verifies a signature in a runtime thread.
 *
 * @returns Whether one of the keys signed the text.
 */
export async function isSigned(
  text: string,
  signature: string,
  keys: readonly KeyObject[],
): Promise<boolean> {
  const [bytes, given] = [Buffer.from(text), Buffer.from(signature, "base64")];
  for (const key of keys) if (await verifyAsync(bytes, key, given)) return true;
  return false;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes the key's bytes in the text of an nkey: base32 of a prefix, the key and a checksum. */
function rawOf(text: string, prefix: number): Buffer {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const letter of text) {
    value = ((value << 5) | LETTERS.indexOf(letter)) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  const raw = Buffer.from(bytes.slice(prefix, prefix + KEY_BYTES));
  if (raw.length !== KEY_BYTES || [...text].some((letter) => !LETTERS.includes(letter)))
    throw new Error("not the text of an nkey");
  return raw;
}
