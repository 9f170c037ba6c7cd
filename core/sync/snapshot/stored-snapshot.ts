/** A snapshot as the hub's store lists it. */
import type { ObjectInfo } from "@nats-io/obj";

/** `seq`: how far in the stream it goes. `bytes`: compressed. */
export type StoredSnapshot = { readonly name: string; readonly seq: number; readonly schema: number; readonly madeAt: string; readonly bytes: number };

/** What its metadata state of it. */
export function describeSnapshot({ name, size, metadata }: ObjectInfo): StoredSnapshot {
  return { name, seq: Number(metadata?.["seq"] ?? 0), schema: Number(metadata?.["schema"] ?? 0), madeAt: metadata?.["madeAt"] ?? "", bytes: size };
}
