/**
 * Has the hub's documents of numbers and money written again soon after another desk has written
 * over them. A document of a range may be used once a week, and the hub keeps twenty revisions.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { KV } from "@nats-io/kv";
import type { Log } from "../../base/log.ts";
import { parseNote } from "../parse-note.ts";
import { placeOfMoney } from "./obtain-money.ts";
import { NUMBER_KEYS, placeOfNumberKey } from "./obtain-numbers.ts";
import { changeDocument, type Place, type ScarceBucket } from "./scarce-bucket.ts";

/** However fast a desk writes over a document, it is written again so often. */
const AGAIN_MS = 1_000;
const CALL_MS = 5_000;

type Parts = {
  readonly kv: KV;
  /** Closed while the hub is not whole. */
  readonly whole: ScarceBucket;
  readonly organizationID: string;
  readonly log: Log;
};

/** Follows the documents until it is stopped. @returns Stops it. */
export async function keepNotes({ kv, whole, organizationID, log }: Parts): Promise<() => void> {
  const money = placeOfMoney(organizationID);
  const watch = await kv.watch({ key: [money.key, NUMBER_KEYS] });
  const over = new AbortController();
  const mending = new Set<string>();
  const mend = async <T extends object>(place: Place<T>): Promise<void> => {
    if (mending.has(place.key)) return;
    mending.add(place.key);
    try {
      await sleep(AGAIN_MS, undefined, { ref: false, signal: over.signal });
      mending.delete(place.key);
      await changeDocument(whole, place, (known) => known, performance.now() + CALL_MS);
    } catch (err) {
      mending.delete(place.key);
      if (!over.signal.aborted) log.info({ err, key: place.key }, "a note of the hub was not written again");
    }
  };
  const meet = <T extends object>(place: Place<T>, entry: Parameters<typeof parseNote>[0]): void => {
    if (parseNote(entry, place.schema) === undefined) void mend(place);
  };
  void (async () => {
    for await (const entry of watch) {
      if (entry.key === money.key) meet(money, entry);
      else meet(placeOfNumberKey(entry.key), entry);
    }
  })().catch((err: unknown) => log.info({ err }, "the hub's notes are no longer followed"));
  return () => {
    over.abort();
    watch.stop();
  };
}
