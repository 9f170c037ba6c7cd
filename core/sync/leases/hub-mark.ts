/** The mark that identifies the history of what the hub has granted. */
import { randomUUID } from "node:crypto";
import type { KV } from "@nats-io/kv";
import { z } from "zod";
import type { SyncDeps } from "../deps.ts";
import { changeDocument, type DocumentSpec } from "./scarce-bucket.ts";

export const KEY = "mark";
export const CALL_MS = 5_000;

export const markSchema = z.object({
  /** Id of the history; changes after each loss. */
  id: z.string().max(64),
  /** When a loss was found; null: the bucket is whole. */
  lostAt: z.iso.datetime().nullable(),
  /** Stations that, after the loss, have reported what they hold. */
  reported: z.array(z.uuid()).max(10_000),
});
export type Mark = z.output<typeof markSchema>;
const NO_MARK: Mark = { id: "", lostAt: null, reported: [] };
export const MARK_DOCUMENT: DocumentSpec<Mark> = { key: KEY, schema: markSchema, none: NO_MARK };

/**
 * Marks an emptied hub as restored before other stations may join it, so that nothing is leased
 * until every station has reported what it holds.
 *
 * @throws Error when the hub does not answer.
 */
export async function markSetBack(kv: KV, { now }: Pick<SyncDeps, "now">): Promise<void> {
  const lost: Mark = { id: randomUUID(), lostAt: now(), reported: [] };
  const mark = await changeDocument(
    kv,
    MARK_DOCUMENT,
    (known) => (known.id === "" ? lost : known),
    performance.now() + CALL_MS,
  );
  if (mark === undefined)
    throw new Error("the hub did not answer when it was to be marked as restored");
}
