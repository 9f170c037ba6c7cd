/**
 * Whose hub it is: the first station to join brings its organization, every later one gets it. Two that come at once are parted by
 * the hub, which takes one claim alone.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import { z } from "zod";

/** Of the bucket of what stations share and change one after the other. */
const KEY = "organization";
const EXISTS = 10071;
const ASKED_EVERY_MS = 250;

/** `id` is null while its first station brings the data. */
const claimSchema = z.object({ id: z.string().nullable(), founder: z.string() });
type Claim = z.output<typeof claimSchema>;

/**
 * Claims the hub for this station's organization, or finds out whose it is.
 *
 * @param waitMs How long a first station that is bringing its data is waited for.
 * @returns The organization's id; undefined: this station is the first, and is to bring its own.
 * @throws Error when the first station does not come to its end in time.
 */
export async function claimOrganization(kv: KV, stationID: string, waitMs: number): Promise<string | undefined> {
  for (const end = Date.now() + waitMs; ; await sleep(ASKED_EVERY_MS)) {
    const claim = await read(kv);
    if (claim === undefined) {
      if (await tryCreate(kv, { id: null, founder: stationID })) return undefined;
    } else if (claim.id !== null) return claim.id;
    else if (claim.founder === stationID) return undefined;
    else if (Date.now() > end) throw new Error("the first station of this hub has begun to bring its data and has not come to its end; start that station, then join again");
  }
}

/** The first station's data is with the hub. */
export async function settleClaim(kv: KV, claim: { readonly id: string; readonly founder: string }): Promise<void> {
  await kv.put(KEY, JSON.stringify(claim));
}

/** The organization of the hub as it is noted there; undefined when the hub has lost it, or none has come. */
export async function findOrganization(kv: KV): Promise<string | undefined> {
  return (await read(kv))?.id ?? undefined;
}

async function read(kv: KV): Promise<Claim | undefined> {
  const entry = await kv.get(KEY);
  return entry === null || entry.operation !== "PUT" ? undefined : claimSchema.parse(entry.json());
}

async function tryCreate(kv: KV, claim: Claim): Promise<boolean> {
  try {
    await kv.create(KEY, JSON.stringify(claim));
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === EXISTS) return false;
    throw error;
  }
}
