/**
 * Which station founded the organization at the hub, as this one learned it first. At a server of
 * the organization's own that one revokes the others.
 */
import { inTransaction } from "../db/change.ts";
import { findMeta, HUB_FOUNDER, writeMeta } from "../db/station-meta.ts";
import type { WriteDeps } from "../db/deps.ts";

/**
 * Keeps what the hub notes, once: any station may write over the note later. @returns The station
 * that counts here.
 */
export function learnFounder(deps: WriteDeps, noted: string): string {
  const known = findMeta(deps.db, HUB_FOUNDER);
  if (known !== undefined || noted === "") return known ?? noted;
  inTransaction(deps, () => writeMeta(deps.db, HUB_FOUNDER, noted));
  return noted;
}
