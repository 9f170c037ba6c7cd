/**
 * Leaves the facts and events of old shipments to the stations that keep everything. A station deletes those of a shipment only after another one
 * has confirmed, then and there, that it has exactly these; it compares them once more in the transaction that deletes. So what is deleted here is
 * elsewhere, also after a loss or a restore in between.
 */
import type { NatsConnection } from "@nats-io/transport-node";
import { setTimeout as sleep } from "node:timers/promises";
import { stepAside } from "../../base/step-aside.ts";
import { inTransaction } from "../../db/change.ts";
import { msOf } from "../../db/hlc.ts";
import type { Deps } from "../../deps.ts";
import type { Keeper } from "./bring-back.ts";
import { askStation } from "../ask.ts";
import { digestOf, hasSchema, pack, PACKED_ANSWER, unpack } from "./details-message.ts";
import { isAtRest, listDetails, listEnded, thin, type EndedPlace, type EndedRow } from "./details.store.ts";

/** Shipments of one question. */
const AT_ONCE = 40;
/** Of the core's thread, without a COMMIT. */
const TURN_MS = 4;
const ANSWER_MS = 2_000;
/** While a parcel is being packed. */
const BUSY_MS = 1_000;

export type ThinParts = {
  readonly deps: Pick<Deps, "db" | "now" | "newId" | "log">;
  readonly nc: NatsConnection;
  readonly organizationID: string;
  readonly keepers: () => readonly Keeper[];
  /** A number that is another one after each change of what this station keeps; undefined while it may not thin: it keeps everything, or is not in step. */
  readonly mayThin: () => number | undefined;
  readonly isPacking: () => boolean;
};

/** A shipment at rest, and what it has here. */
type Candidate = { readonly row: EndedRow; readonly digest: string };

/**
 * Goes once through the shipments that ended and were not changed since `before`, in short turns.
 *
 * @returns How many were thinned. It ends early when no station confirms any more, and when this one may no longer thin.
 */
export async function thinOld(parts: ThinParts, before: string, signal: AbortSignal): Promise<number> {
  const { deps, organizationID } = parts;
  let after: EndedPlace = { at: "", seq: 0 };
  let thinned = 0;
  while (!signal.aborted) {
    const allowed = parts.mayThin();
    if (allowed === undefined) break;
    if (parts.isPacking()) {
      await sleep(BUSY_MS, undefined, { ref: false });
      continue;
    }
    const rows = listEnded(deps.db, { organizationID, after, before, atMost: AT_ONCE });
    const { looked, found } = candidates(parts, rows, before);
    const last = looked.at(-1);
    if (last === undefined) break;
    after = last;
    await stepAside();
    if (found.length === 0) continue;
    const confirmed = await confirm(parts, found);
    if (confirmed === undefined) break;
    for (let left: readonly Candidate[] = found.filter(({ row }) => confirmed.has(row.id)); left.length > 0 && parts.mayThin() === allowed && !signal.aborted; ) {
      const { done, rest } = thinSome(parts, left, before);
      thinned += done;
      left = rest;
      await stepAside();
    }
  }
  return thinned;
}

function candidates({ deps: { db } }: ThinParts, rows: readonly EndedRow[], before: string): { looked: EndedRow[]; found: Candidate[] } {
  const until = performance.now() + TURN_MS;
  const [looked, found]: [EndedRow[], Candidate[]] = [[], []];
  for (const row of rows) {
    looked.push(row);
    const digest = digestAtRest(db, row, before);
    if (digest !== undefined) found.push({ row, digest: digest.digest });
    if (performance.now() > until) break;
  }
  return { looked, found };
}

/** Undefined when the shipment stays: something of it is open, is younger, or there is nothing to leave to others. */
function digestAtRest(db: Deps["db"], { seq, id }: EndedRow, before: string): { readonly digest: string; readonly rows: number } | undefined {
  if (!isAtRest(db, { seq, before })) return undefined;
  const rows = listDetails(db, id);
  const beforeMs = Date.parse(before);
  return rows.length === 0 || rows.some(({ hlc }) => msOf(hlc) >= beforeMs) ? undefined : { digest: digestOf(rows), rows: rows.length };
}

/** @returns Those that a station which keeps everything has exactly so; undefined when none answers. */
async function confirm({ deps, nc, keepers }: ThinParts, found: readonly Candidate[]): Promise<ReadonlySet<string> | undefined> {
  const question = pack({ ask: "has", shipments: found.map(({ row, digest }) => [row.id, digest]) });
  let confirmed: Set<string> | undefined;
  for (const { id, keepsEverything } of keepers()) {
    if (!keepsEverything) continue;
    try {
      const answer = await askStation(nc, { to: id, from: deps.db.stationID, kind: "details", question, timeout: ANSWER_MS });
      confirmed = new Set([...(confirmed ?? []), ...unpack(answer, hasSchema, PACKED_ANSWER).shipmentIDs]);
      if (confirmed.size >= found.length) break;
    } catch (err) {
      deps.log.info({ err, station: id }, "a station that keeps everything did not say what it has");
    }
  }
  return confirmed;
}

function thinSome({ deps }: ThinParts, confirmed: readonly Candidate[], before: string): { readonly done: number; readonly rest: readonly Candidate[] } {
  const until = performance.now() + TURN_MS;
  let [done, at] = [0, 0];
  inTransaction(deps, () => {
    for (const { row, digest } of confirmed) {
      at += 1;
      const now = digestAtRest(deps.db, row, before);
      if (now?.digest === digest) {
        thin(deps.db, row, now.rows);
        done += 1;
      }
      if (performance.now() > until) break;
    }
  });
  return { done, rest: confirmed.slice(at) };
}
