/**
 * Rewrites the hub's documents of numbers and money soon after another desk has overwritten them. A
 * range's document may be used only once a week, and the hub keeps twenty revisions.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { KV, KvEntry } from "@nats-io/kv";
import { listRanges } from "../../db/raise-ranges.ts";
import type { SyncDeps } from "../deps.ts";
import { parseNote } from "../parse-note.ts";
import { placeOfMoney } from "./obtain-money.ts";
import { NUMBERS, placeOfNumbers } from "./obtain-numbers.ts";
import { changeDocument, type Place, type ScarceBucket } from "./scarce-bucket.ts";

const CALL_MS = 5_000;

type Parts = {
  readonly deps: Pick<SyncDeps, "db" | "log" | "syncTimes">;
  readonly kv: KV;
  /** Closed while the hub is not whole. */
  readonly whole: ScarceBucket;
  readonly organizationID: string;
};

/**
 * Follows the documents until it is stopped. A document without a good revision stays as it is: the
 * station that needs it next reports the loss. Keys that never had a good revision are not a loss.
 *
 * @returns A function that stops it.
 */
export async function keepNotes({
  deps: { db, log, syncTimes },
  kv,
  whole,
  organizationID,
}: Parts): Promise<() => void> {
  const money = placeOfMoney(organizationID);
  const bucket: ScarceBucket = { ...whole, onLost: () => false };
  const watch = await kv.watch({ key: [money.key, `${NUMBERS}>`] });
  const over = new AbortController();
  const mending = new Set<string>();
  const mend = async <T extends object>(place: Place<T>): Promise<void> => {
    if (mending.has(place.key)) return;
    mending.add(place.key);
    try {
      await sleep(syncTimes.noteAgainMs, undefined, { ref: false, signal: over.signal });
      mending.delete(place.key);
      await changeDocument(bucket, place, (known) => known, performance.now() + CALL_MS);
    } catch (err) {
      mending.delete(place.key);
      if (!over.signal.aborted)
        log.info({ err, key: place.key }, "a record of the hub was not rewritten");
    }
  };
  const meet = (entry: KvEntry): void => {
    if (entry.key === money.key)
      return parseNote(entry, money.schema) === undefined ? void mend(money) : undefined;
    const ranges = listRanges(db).map(placeOfNumbers);
    const place = ranges.find(({ key }) => key === entry.key);
    if (place !== undefined && parseNote(entry, place.schema) === undefined) void mend(place);
  };
  void (async () => {
    for await (const entry of watch) meet(entry);
  })().catch((err: unknown) => log.info({ err }, "the hub's records are no longer followed"));
  return () => {
    over.abort();
    watch.stop();
  };
}
