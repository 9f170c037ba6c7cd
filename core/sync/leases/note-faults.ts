/**
 * Remembers hub records that did not fit their schema: the key, the time, and the stated writer.
 * The hub does not prove who wrote a record.
 */
import type { KvEntry } from "@nats-io/kv";
import { z } from "zod";
import type { SyncDeps } from "../deps.ts";
import { parseNote } from "../parse-note.ts";

/** How long people see a fault. */
const SHOWN_MS = 24 * 60 * 60_000;
const AT_MOST = 20;
const writerSchema = z.looseObject({ by: z.uuid() });

/** `by`: writer stated in the record; undefined if the record states no writer. */
type NoteFault = { readonly key: string; readonly since: string; readonly by: string | undefined };

export type NoteFaults = {
  /** Remembers a record that did not fit its schema and was rewritten. */
  note(entry: Pick<KvEntry, "key" | "operation" | "value">): void;
  /** Lists at most 20 faults of the last day, in the order of their first occurrence. */
  list(): readonly NoteFault[];
};

/** Remembers faults in memory, while the station runs. */
export function createNoteFaults({ now, log }: Pick<SyncDeps, "now" | "log">): NoteFaults {
  const faults = new Map<string, NoteFault>();
  const forgetOld = (): void => {
    const oldestMs = Date.parse(now()) - SHOWN_MS;
    for (const { key, since } of faults.values())
      if (Date.parse(since) <= oldestMs) faults.delete(key);
  };
  return {
    note(entry) {
      const { key } = entry;
      forgetOld();
      if (!faults.has(key)) log.error({ key }, "a record of the hub is invalid and is rewritten");
      if (faults.size >= AT_MOST && !faults.has(key)) return;
      faults.set(key, { key, since: now(), by: parseNote(entry, writerSchema)?.by });
    },
    list() {
      forgetOld();
      return [...faults.values()];
    },
  };
}
