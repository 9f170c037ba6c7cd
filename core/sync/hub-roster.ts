/**
 * Signs and reads the hub's list of stations. The hub signs each entry: JetStream lets a desk copy
 * a stored message to any subject, so the bucket alone does not prove who wrote an entry.
 */
import { verify } from "node:crypto";
import { fromSeed } from "@nats-io/nkeys";
import { z } from "zod";
import { verifierOf } from "./stream/message-signature.ts";

const entrySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Key with which the organization's secrets are sealed for this station. */
  boxPublicKey: z.string(),
  enrolledAt: z.iso.datetime(),
  /**
   * Time from which the station's credential is invalid and its leases must be closed. Null: the
   * station may connect.
   */
  revokedAt: z.iso.datetime().nullable(),
  /**
   * Public nkeys, "U…", of the station's message signatures: the current key first, then earlier
   * keys.
   */
  keys: z.array(z.string()).max(20).optional(),
  /**
   * State at the station's last revocation: the incarnation in which it published last, and the
   * last row of its outbox that the hub has. Absent: the station was never revoked, or never
   * connected.
   */
  ended: z.object({ incarnation: z.int().min(0), lastNumber: z.int().min(0) }).optional(),
});
type Listed = Readonly<z.infer<typeof entrySchema>>;
/** `signed`: the entry as the hub wrote it; absent if no hub lists the stations. */
export type RosterEntry = Listed & { readonly signed?: string };

const signedSchema = z.object({ text: z.string(), signature: z.string() });
const PURPOSE = "packbench roster\n";
/** Longest signed entry that is read, in characters. Entries of the hub have a few hundred. */
const MOST_CHARACTERS = 8_192;

/**
 * Signs an entry of the hub's list of stations.
 *
 * @param seed Seed of the hub's key. Equal entries give equal texts.
 */
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
 * Reads an entry of the hub's list of stations and checks its signature.
 *
 * @param hubKey Public key of the hub, from the enrolment.
 * @returns Undefined when the hub did not sign the entry. A copy of an older entry is signed too:
 *   callers must prefer the entry with the later `enrolledAt` or `revokedAt`.
 */
export function readRosterEntry(value: string, hubKey: string): RosterEntry | undefined {
  if (hubKey === "" || value.length > MOST_CHARACTERS) return undefined;
  try {
    const { text, signature } = signedSchema.parse(JSON.parse(value));
    // The nkeys library is a hundred times slower than node:crypto, and a desk may write any number
    // of entries.
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
