/**
 * Compares the contents of a repeated request that has its own id, such as a draft's id. The hashes
 * are stored with the Idempotency-Keys, and are deleted with them.
 */
import { createHash } from "node:crypto";
import type { WriteDeps } from "../db/deps.ts";
import { findKey, writeSubject } from "./idempotency.store.ts";

type KeptRequest = {
  readonly memberID: string;
  /** Kind and id of the request. */
  readonly name: string;
  readonly contents: unknown;
};

/**
 * Returns whether a request was stored with these contents; false also after its hash was deleted,
 * because then nobody knows its contents.
 */
export function isRepeated(
  { db }: Pick<WriteDeps, "db">,
  { memberID, name, contents }: KeptRequest,
): boolean {
  const kept = findKey(db, { memberID, key: name });
  return kept?.requestHash === hashOf(contents);
}

/** Stores a request with the subject that it created. Needs an open transaction. */
export function keepRequest(
  { db, now }: Pick<WriteDeps, "db" | "now">,
  { memberID, name, contents }: KeptRequest,
  subjectID: string,
): void {
  writeSubject(db, { memberID, key: name, hash: hashOf(contents), subjectID, at: now() });
}

function hashOf(contents: unknown): string {
  return createHash("sha256").update(JSON.stringify(contents)).digest("hex");
}
