/**
 * Notes of the hub that did not fit: which, since when, and who is stated to have written them.
 * The hub does not say who wrote a note.
 */
import type { KvEntry } from "@nats-io/kv";
import { z } from "zod";
import type { SyncDeps } from "../deps.ts";
import { parseNote } from "../parse-note.ts";

/** As long as people see it. */
const SHOWN_MS = 24 * 60 * 60_000;
const AT_MOST = 20;
const writerSchema = z.looseObject({ by: z.uuid() });

/** `by`: as the note states; undefined: it states nobody. */
type NoteFault = { readonly key: string; readonly since: string; readonly by: string | undefined };

export type NoteFaults = {
  /** A note did not fit, and was written again. */
  note(entry: Pick<KvEntry, "key" | "operation" | "value">): void;
  /** Those of the last day, the newest last. */
  list(): readonly NoteFault[];
};

export function createNoteFaults({ now, log }: Pick<SyncDeps, "now" | "log">): NoteFaults {
  const faults = new Map<string, NoteFault>();
  return {
    note(entry) {
      const { key } = entry;
      if (!faults.has(key))
        log.error({ key }, "a note of the hub does not fit and is written again");
      if (faults.size >= AT_MOST && !faults.has(key)) return;
      faults.set(key, { key, since: now(), by: parseNote(entry, writerSchema)?.by });
    },
    list: () =>
      [...faults.values()].filter(({ since }) => Date.parse(now()) - Date.parse(since) < SHOWN_MS),
  };
}
