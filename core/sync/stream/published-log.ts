/**
 * Records when this station's transactions were published: the outbox keeps a published transaction
 * for a week, so that its changes can be sent again to a hub that loses them.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { dropMeta, findMeta, writeMeta } from "../../db/station-meta.ts";
import type { SyncDeps } from "../deps.ts";
import { dropCursor, moveCursor } from "../../db/outbox/outbox.service.ts";

/** The outbox reader that prevents pruning of what was published less than a week ago. */
const KEPT = "sync_kept";
const META = "published_log";
const KEPT_MS = 7 * 24 * 60 * 60_000;
const ENTRY_EACH_MS = 60 * 60_000;

/**
 * Entries: ms since the epoch, and the outbox row up to which everything was published at that
 * time.
 */
const logSchema = z.array(z.tuple([z.number(), z.number().int()]));

/** Records how far this station has published now. Needs an open transaction. */
export function logPublished(deps: Pick<SyncDeps, "db" | "now">, published: number): void {
  const text = findMeta(deps.db, META);
  const log =
    text === undefined ? [] : parseJson(text, logSchema, "when this station has published");
  const nowMs = Date.parse(deps.now());
  const last = log.at(-1);
  if (last !== undefined && nowMs - last[0] < ENTRY_EACH_MS) return;
  const old = log.filter(([atMs]) => atMs <= nowMs - KEPT_MS);
  moveCursor(deps, KEPT, old.at(-1)?.[1] ?? 0);
  writeMeta(
    deps.db,
    META,
    JSON.stringify([...old.slice(-1), ...log.slice(old.length), [nowMs, published]]),
  );
}

/** Deletes the record when the station leaves the hub. Needs an open transaction. */
export function forgetPublished(deps: ReadDeps): void {
  dropMeta(deps.db, META);
  dropCursor(deps, KEPT);
}
