/**
 * Puts an object into a store of the hub. The library's own call would read the existing entry
 * first. Any desk may have written that entry, and an invalid entry would block the object.
 */
import { createHash, randomUUID } from "node:crypto";
import type { JetStreamClient } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import { DIGEST, entrySubject } from "./read-objects.ts";

const CHUNK_BYTES = 128 * 1024;
const [ROLLUP, OF_SUBJECT] = ["Nats-Rollup", "sub"];

/**
 * Replaces an object of the same name.
 *
 * @throws Error when the hub rejects the object.
 */
export async function writeObject(
  js: Pick<JetStreamClient, "publish">,
  store: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const nuid = randomUUID().replaceAll("-", "");
  const chunks = Math.ceil(bytes.length / CHUNK_BYTES);
  for (let i = 0; i < chunks; i += 1) {
    await js.publish(
      `$O.${store}.C.${nuid}`,
      bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES),
    );
  }
  const digest = DIGEST + createHash("sha256").update(bytes).digest("base64url").padEnd(44, "=");
  const entry = {
    name,
    bucket: store,
    nuid,
    size: bytes.length,
    chunks,
    digest,
    mtime: new Date().toISOString(),
    deleted: false,
    options: { max_chunk_size: CHUNK_BYTES },
  };
  const rollup = headers();
  rollup.set(ROLLUP, OF_SUBJECT);
  await js.publish(entrySubject(store, name), JSON.stringify(entry), { headers: rollup });
}
