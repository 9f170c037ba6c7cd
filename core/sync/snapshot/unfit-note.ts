/**
 * Reports to the hub that a station cannot merge the newest snapshot. Stations with the
 * organization's data then make a new snapshot, although the newest looks fresh.
 */
import type { KV } from "@nats-io/kv";
import { z } from "zod";
import { SCARCE_BUCKET } from "../hub-names.ts";
import { parseNote } from "../parse-note.ts";
import type { Session } from "../stream/session.ts";

const KEY = "claim.snapshot.unfit";

const noteSchema = z.object({ name: z.string().max(200) });

/**
 * Records that a snapshot cannot be merged. Never rejects: the station takes an earlier snapshot,
 * even if the record fails.
 */
export async function noteUnfit({ js }: Pick<Session, "js">, name: string): Promise<void> {
  await js.publish(`$KV.${SCARCE_BUCKET}.${KEY}`, JSON.stringify({ name })).catch(() => undefined);
}

/** Returns whether a station could not merge the snapshot of that name. */
export async function isUnfit(kv: Pick<KV, "get">, name: string): Promise<boolean> {
  const entry = await kv.get(KEY);
  return entry !== null && parseNote(entry, noteSchema)?.name === name;
}
