/**
 * The station that founded the organization at the hub, as first learned here. At an organization's
 * own server, the founder revokes other stations.
 */
import { inTransaction } from "../db/change.ts";
import { findMeta, HUB_FOUNDER, writeMeta } from "../db/station-meta.ts";
import type { WriteDeps } from "../db/deps.ts";

/**
 * Stores the founder that the hub's record names, but only once: any station may overwrite the
 * record later.
 *
 * @param noted Founder in the hub's record; "" when the record names none.
 * @returns The founder that counts here.
 */
export function learnFounder(deps: WriteDeps, noted: string): string {
  const known = findMeta(deps.db, HUB_FOUNDER);
  if (known !== undefined || noted === "") return known ?? noted;
  inTransaction(deps, () => writeMeta(deps.db, HUB_FOUNDER, noted));
  return noted;
}
