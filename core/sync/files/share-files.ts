/** Carriers' label files go into the hub's store, also those of a time without it, and come from there by their hash. */
import { setTimeout as sleep } from "node:timers/promises";
import { Objm, type ObjectStore } from "@nats-io/obj";
import type { Deps } from "../../deps.ts";
import { nextToShare, noteShared } from "../../documents/shared-files.ts";
import { FILE_STORE } from "../hub-names.ts";
import type { Session } from "../stream/link.ts";

/** While the station waits for a new one. */
const LOOK_MS = 1_000;
const AGAIN_MS = 5_000;
/** As long as a print waits for its file. */
const ANSWER_MS = 5_000;

/** @returns Ends it. */
export async function shareFiles(deps: Deps, { js }: Pick<Session, "js">, organizationID: string): Promise<() => void> {
  const files = await new Objm(js).open(FILE_STORE);
  const over = new AbortController();
  const stopUsing = deps.files.use({ get: (hash) => getFile(deps, files, hash) });
  void putFiles(deps, files, organizationID, over.signal);
  return () => {
    over.abort();
    stopUsing();
  };
}

async function getFile({ log }: Pick<Deps, "log">, files: ObjectStore, hash: string): Promise<Uint8Array | undefined> {
  try {
    return (await Promise.race([files.getBlob(hash), sleep(ANSWER_MS, undefined, { ref: false })])) ?? undefined;
  } catch (err) {
    log.info({ err, hash }, "the hub did not give a label file");
    return undefined;
  }
}

/** Never rejects. */
async function putFiles(deps: Deps, files: ObjectStore, organizationID: string, signal: AbortSignal): Promise<void> {
  const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  while (!signal.aborted) {
    try {
      const next = nextToShare(deps, organizationID);
      if (next === undefined) {
        await wait(LOOK_MS);
        continue;
      }
      // What is there already is put there once more: the store keeps the last one.
      await files.putBlob({ name: next.hash }, next.bytes);
      if (!signal.aborted) noteShared(deps, next.hash);
    } catch (err) {
      if (!signal.aborted) deps.log.warn({ err }, "the hub did not take a label file; it is put there again");
      await wait(AGAIN_MS);
    }
  }
}
