/**
 * The join code: one word with everything that a desk needs to find its organization's hub, verify
 * the hub's identity, and be admitted once.
 *
 * Part of the fingerprint of the hub's authority is included, so that a desk trusts no other
 * machine at that address. The word uses Crockford's base 32: it has no characters that chat
 * programs treat as markup, ignores case, and reads letters that look like digits as digits. The
 * word contains its own length, so text around the word does no harm.
 */
import { createHash } from "node:crypto";
import { isIPv4 } from "node:net";

export type JoinCode = {
  /** Addresses and names of the hub's machine, the likeliest first. */
  readonly hosts: readonly string[];
  readonly port: number;
  /** Fingerprint of the hub's certificate authority: `fingerprintOfAuthority`. */
  readonly fingerprint: string;
  /** 10 hex digits. */
  readonly id: string;
  /** 32 hex digits, known to the hub and to holders of the code. */
  readonly secret: string;
};

const PREFIX = "PB1-";
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHECK_BYTES = 4;
const FINGERPRINT_BYTES = 16;
const ID_BYTES = 5;
const SECRET_BYTES = 16;
/** Length, port, fingerprint, id, secret: everything except the hosts and the check. */
const FIXED_BYTES = 1 + 2 + FINGERPRINT_BYTES + ID_BYTES + SECRET_BYTES;
/** Four bytes of an IPv4 address follow; any other number is the length of a name. */
const IPV4 = 0;
/**
 * Characters that mail and chat programs insert into a long word: spaces, line breaks, quotation
 * marks, zero-width characters.
 */
const WITHIN = /[\s>\u00AD\u200B-\u200D\u2060]/;

/**
 * Computes the fingerprint of a certificate authority: 32 hex digits. Half of SHA-256 is enough to
 * prevent a second certificate with the same digits.
 *
 * @param der The authority's certificate.
 */
export function fingerprintOfAuthority(der: Uint8Array): string {
  return createHash("sha256")
    .update(der)
    .digest("hex")
    .slice(0, FINGERPRINT_BYTES * 2);
}

/**
 * Writes a join code as one word. If there are too many hosts, the later hosts are omitted, except
 * the last.
 *
 * @throws RangeError without a host, or when the last host's name is too long.
 */
export function makeJoinCode(code: JoinCode): string {
  const room = 255 - FIXED_BYTES - CHECK_BYTES;
  const encoded = code.hosts.map(hostBytes);
  const last = encoded.pop();
  if (last === undefined) throw new RangeError("a join code has at least one host");
  const hosts: Buffer[] = [];
  for (const host of encoded) if (byteLength([...hosts, host, last]) <= room) hosts.push(host);
  hosts.push(last);
  const length = FIXED_BYTES + byteLength(hosts) + CHECK_BYTES;
  if (length > 255) throw new RangeError("the host's name is too long for a join code");
  const port = Buffer.alloc(2);
  port.writeUInt16BE(code.port);
  const body = Buffer.concat([
    Buffer.from([length]),
    port,
    Buffer.from(code.fingerprint, "hex"),
    Buffer.from(code.id, "hex"),
    Buffer.from(code.secret, "hex"),
    ...hosts,
  ]);
  return PREFIX + toBase32(Buffer.concat([body, checkOf(body)]));
}

/**
 * Finds a join code in any text, such as a line of JSON or a mail, also with line breaks inside the
 * code.
 *
 * @returns The first complete code; undefined without a code, or when a character is wrong or
 *   missing.
 */
export function findJoinCode(text: string): JoinCode | undefined {
  for (const { index } of text.matchAll(/PB1-/gi)) {
    const code = readFrom(text.slice(index + PREFIX.length));
    if (code !== undefined) return code;
  }
  return undefined;
}

function readFrom(text: string): JoinCode | undefined {
  const bytes = fromBase32(text);
  const length = bytes[0];
  if (length === undefined || length <= FIXED_BYTES + CHECK_BYTES || bytes.length < length)
    return undefined;
  const body = bytes.subarray(0, length - CHECK_BYTES);
  if (!checkOf(body).equals(bytes.subarray(body.length, length))) return undefined;
  let at = 3;
  const hex = (count: number): string => body.subarray(at, (at += count)).toString("hex");
  const [fingerprint, id, secret] = [hex(FINGERPRINT_BYTES), hex(ID_BYTES), hex(SECRET_BYTES)];
  return { hosts: hostsOf(body.subarray(at)), port: body.readUInt16BE(1), fingerprint, id, secret };
}

function hostBytes(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([IPV4, ...host.split(".").map(Number)]);
  const name = Buffer.from(host, "ascii");
  return Buffer.concat([Buffer.from([name.length]), name]);
}

function hostsOf(bytes: Buffer): string[] {
  const hosts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const kind = bytes[at] ?? 0;
    const end = at + 1 + (kind === IPV4 ? 4 : kind);
    const part = bytes.subarray(at + 1, end);
    hosts.push(kind === IPV4 ? part.join(".") : part.toString("ascii"));
    at = end;
  }
  return hosts;
}

function byteLength(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function checkOf(body: Uint8Array): Buffer {
  return createHash("sha256")
    .update("packbench join code")
    .update(body)
    .digest()
    .subarray(0, CHECK_BYTES);
}

function toBase32(bytes: Uint8Array): string {
  let [text, bits, value] = ["", 0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(value << (5 - bits)) & 31];
}

/** Decodes up to the first character that cannot be part of a code. */
function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const sign of text) {
    if (WITHIN.test(sign)) continue;
    const digit = ALPHABET.indexOf(sign.toUpperCase().replace("O", "0").replace(/[IL]/, "1"));
    if (digit === -1) break;
    value = (value << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(value >>> bits);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
