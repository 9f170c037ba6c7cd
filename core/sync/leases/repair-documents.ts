/**
 * Rewrites the hub's documents of numbers and money soon after another desk has overwritten them.
 * Otherwise the last good revision could be lost: a range's document may be used only once a week,
 * and the hub keeps twenty revisions.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { KV, KvEntry } from "@nats-io/kv";
import { listRanges } from "../../db/raise-ranges.ts";
import type { SyncDeps } from "../deps.ts";
import { parseNote } from "../parse-note.ts";
import { moneyDocument } from "./obtain-money.ts";
import { NUMBERS, numbersDocument } from "./obtain-numbers.ts";
import { changeDocument, type DocumentSpec, type ScarceBucket } from "./scarce-bucket.ts";

const CALL_MS = 5_000;

type RepairSetup = {
  readonly deps: Pick<SyncDeps, "db" | "log" | "syncTimes">;
  readonly kv: KV;
  /** Rejects every call while the hub is not whole. */
  readonly whole: ScarceBucket;
  readonly organizationID: string;
};

/**
 * Follows the documents until the returned function is called. A document without a good revision
 * stays as it is: the station that needs it next reports the loss. A key that never had a good
 * revision is not a loss.
 *
 * @returns A function that stops following.
 */
export async function repairDocuments({
  deps: { db, log, syncTimes },
  kv,
  whole,
  organizationID,
}: RepairSetup): Promise<() => void> {
  const money = moneyDocument(organizationID);
  const bucket: ScarceBucket = { ...whole, onLost: () => false };
  const watch = await kv.watch({ key: [money.key, `${NUMBERS}>`] });
  const over = new AbortController();
  const repairing = new Set<string>();
  const repair = async <T extends object>(document: DocumentSpec<T>): Promise<void> => {
    if (repairing.has(document.key)) return;
    repairing.add(document.key);
    try {
      await sleep(syncTimes.noteAgainMs, undefined, { ref: false, signal: over.signal });
      repairing.delete(document.key);
      await changeDocument(bucket, document, (known) => known, performance.now() + CALL_MS);
    } catch (err) {
      repairing.delete(document.key);
      if (!over.signal.aborted)
        log.info({ err, key: document.key }, "a record of the hub was not rewritten");
    }
  };
  const meet = (entry: KvEntry): void => {
    if (entry.key === money.key)
      return parseNote(entry, money.schema) === undefined ? void repair(money) : undefined;
    const ranges = listRanges(db).map(numbersDocument);
    const document = ranges.find(({ key }) => key === entry.key);
    if (document !== undefined && parseNote(entry, document.schema) === undefined)
      void repair(document);
  };
  void (async () => {
    for await (const entry of watch) meet(entry);
  })().catch((err: unknown) => log.info({ err }, "the hub's records are no longer followed"));
  return () => {
    over.abort();
    watch.stop();
  };
}
