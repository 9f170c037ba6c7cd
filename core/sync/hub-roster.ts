/**
 * The hub's list of stations, as each station reads it. An entry is signed by the hub: JetStream
 * lets a desk copy a stored message under any subject, so the bucket alone does not prove who wrote
 * an entry.
 */
import { verify } from "node:crypto";
import { fromSeed } from "@nats-io/nkeys";
import { z } from "zod";
import { verifierOf } from "./stream/message-signature.ts";

const entrySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** To it secrets of the organization are sealed for this station. */
  boxPublicKey: z.string(),
  enrolledAt: z.iso.datetime(),
  /**
   * From then on its credential does not work; what it had leased is to be closed. Null: it may
   * come in.
   */
  revokedAt: z.iso.datetime().nullable(),
  /**
   * Public nkeys, "U…", by which it signs its messages: the one of now first, then earlier ones.
   */
  keys: z.array(z.string()).max(20).optional(),
  /**
   * At its last revocation: as which incarnation it had published last, and the last row of its
   * outbox that the hub has. Absent: it was never revoked, or never there.
   */
  ended: z.object({ incarnation: z.int().min(0), lastNumber: z.int().min(0) }).optional(),
});
type Listed = Readonly<z.infer<typeof entrySchema>>;
/** `signed`: the entry as the hub wrote it; absent where no hub lists the stations. */
export type RosterEntry = Listed & { readonly signed?: string };

const signedSchema = z.object({ text: z.string(), signature: z.string() });
const PURPOSE = "packbench roster\n";
/** Of a signed entry; the hub's own have some hundred. */
const MOST_CHARACTERS = 8_192;

/** @param seed Of the hub's key. The same entry always gives the same text. */
export function signRosterEntry(
  { id, name, boxPublicKey, enrolledAt, revokedAt, keys, ended }: Listed,
  seed: string,
): string {
  const text = JSON.stringify({
    id,
    name,
    boxPublicKey,
    enrolledAt,
    revokedAt,
    ...(keys === undefined ? {} : { keys }),
    ...(ended === undefined ? {} : { ended }),
  } satisfies Listed);
  const signature = fromSeed(new TextEncoder().encode(seed)).sign(signedBytes(text));
  return JSON.stringify({ text, signature: Buffer.from(signature).toString("base64") });
}

/**
 * @param hubKey From the enrolment.
 * @returns Undefined when the hub did not sign it. A copy of an older entry is signed too: the
 *   later of `enrolledAt` and `revokedAt` decides which of two entries counts.
 */
export function readRosterEntry(value: string, hubKey: string): RosterEntry | undefined {
  if (hubKey === "" || value.length > MOST_CHARACTERS) return undefined;
  try {
    const { text, signature } = signedSchema.parse(JSON.parse(value));
    // The library of nkeys takes a hundred times as long, and a desk may write any number of
    // entries.
    if (!verify(null, signedBytes(text), verifierOf(hubKey), Buffer.from(signature, "base64")))
      return undefined;
    return { ...entrySchema.parse(JSON.parse(text)), signed: value };
  } catch {
    return undefined;
  }
}

function signedBytes(text: string): Uint8Array {
  return new TextEncoder().encode(PURPOSE + text);
}
