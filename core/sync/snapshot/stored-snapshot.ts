/** Describes a snapshot as the hub's store lists it. Another desk may have forged the entry. */
import type { StoredObject } from "../objects/read-objects.ts";

/**
 * `seq`: the snapshot's position in the stream. `madeAt`: never later than the time when the hub
 * stored the snapshot.
 */
export type StoredSnapshot = {
  readonly name: string;
  readonly seq: number;
  readonly madeAt: string;
  readonly object: StoredObject;
};

const SEQ = /^\d{1,15}$/;

/** Describes a stored snapshot; an empty list when the entry states no position in the stream. */
export function describeSnapshot(object: StoredObject): StoredSnapshot[] {
  const { name, metadata, storedAt } = object;
  const seq = metadata["seq"] ?? "";
  if (!SEQ.test(seq)) return [];
  const statedAt = Date.parse(metadata["madeAt"] ?? "");
  const madeAt = new Date(statedAt < storedAt ? statedAt : storedAt).toISOString();
  return [{ name, seq: Number(seq), madeAt, object }];
}

/**
 * Sorts snapshots, the newest first. Snapshots ahead of the stream are last: the hub has lost
 * messages, or their entries are wrong.
 */
export function newestFirst(all: readonly StoredSnapshot[], lastSeq: number): StoredSnapshot[] {
  const rank = ({ seq }: StoredSnapshot): number => (seq > lastSeq ? -1 : seq);
  return all.toSorted((a, b) => rank(b) - rank(a) || b.object.storedAt - a.object.storedAt);
}
