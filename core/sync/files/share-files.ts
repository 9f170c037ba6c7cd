/**
 * Puts carriers' label files into the hub's store, including files from before the join, and gets
 * files from the store by their hash.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import {
  FIRST_TO_SHARE,
  findSharedBytes,
  listUnshared,
  noteShared,
  type SharePosition,
} from "../../db/documents/shared-files.ts";
import { FILE_STORE } from "../hub-names.ts";
import { findObject, hasUnreadable, readObject } from "../objects/read-objects.ts";
import { writeObject } from "../objects/write-object.ts";
import type { Session } from "../stream/session.ts";

/**
 * Interval after which the list of files is read from its beginning again, ms. New files are at the
 * end of the list, but after the clock was set back they may be before files already read.
 */
const FROM_START_EACH_MS = 10 * 60_000;
/** How long a print waits for its file, ms. */
const ANSWER_MS = 5_000;
/** Largest accepted file, bytes; carriers' labels have a few hundred kilobytes. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Shares carriers' label files with other stations.
 *
 * @returns A function that stops sharing.
 */
export function shareFiles(
  deps: WriteDeps & Pick<SyncDeps, "files" | "syncTimes">,
  { js }: Pick<Session, "js">,
  organizationID: string,
): () => void {
  const over = new AbortController();
  const stopUsing = deps.files.use({ get: (hash) => getFile(deps, js, hash) });
  void putFiles(deps, js, organizationID, over.signal);
  return () => {
    over.abort();
    stopUsing();
  };
}

async function getFile(
  { log }: Pick<SyncDeps, "log">,
  js: Session["js"],
  hash: string,
): Promise<Uint8Array | undefined> {
  try {
    return (
      (await Promise.race([readBlob(js, hash), sleep(ANSWER_MS, undefined, { ref: false })])) ??
      undefined
    );
  } catch (err) {
    log.info({ err, hash }, "a label file could not be fetched from the hub");
    return undefined;
  }
}

/**
 * Reads a file from the store. Every desk may store anything under any hash, so the caller must
 * verify the bytes.
 *
 * @throws Error for a file of more than `MOST_BYTES`.
 */
async function readBlob(js: Session["js"], hash: string): Promise<Uint8Array | undefined> {
  const found = await findObject(js, FILE_STORE, hash);
  if (found === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readObject(js, FILE_STORE, found)) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new Error("a label file in the hub's store is larger than a label can be");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Puts a file into the store, even if it exists: the store keeps the last upload. */
async function putFile(
  { log }: Pick<SyncDeps, "log">,
  js: Session["js"],
  hash: string,
  bytes: Uint8Array,
): Promise<void> {
  if (await hasUnreadable(js, FILE_STORE, hash))
    log.warn(
      { hash },
      "the entry of a label file in the hub's store cannot be read and is replaced",
    );
  await writeObject(js, FILE_STORE, hash, bytes);
}

/** Uploads files until the session ends; never rejects. */
async function putFiles(
  deps: WriteDeps & Pick<SyncDeps, "syncTimes">,
  js: Session["js"],
  organizationID: string,
  signal: AbortSignal,
): Promise<void> {
  const wait = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  // The position is kept between passes, so that documents of other organizations are skipped once,
  // not on each pass.
  let place: SharePosition = FIRST_TO_SHARE;
  let startedAt = performance.now();
  while (!signal.aborted) {
    try {
      if (performance.now() - startedAt > FROM_START_EACH_MS)
        [place, startedAt] = [FIRST_TO_SHARE, performance.now()];
      const part = listUnshared(deps, organizationID, place);
      if (part.length === 0) await wait(deps.syncTimes.filesLookMs);
      for (const { hash, isOwn, ...here } of part) {
        const bytes = isOwn === 1 ? findSharedBytes(deps, hash) : undefined;
        if (bytes !== undefined) await putFile(deps, js, hash, bytes);
        if (signal.aborted) return;
        if (bytes !== undefined) noteShared(deps, hash);
        place = here;
      }
      await nextTurn();
    } catch (err) {
      if (!signal.aborted)
        deps.log.warn({ err }, "the hub did not accept a label file; the upload is retried");
      await wait(deps.syncTimes.filesAgainMs);
    }
  }
}
