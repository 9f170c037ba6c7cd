/**
 * The station that founded the organization at the hub, as first learned here. At an organization's
 * own server, the founder revokes other stations.
 */
import { inTransaction } from "../db/change.ts";
import { findMeta, HUB_FOUNDER, writeMeta } from "../db/station-meta.ts";
import type { WriteDeps } from "../db/deps.ts";

/**
 * Stores the hub's record once, because any station may overwrite it later.
 *
 * @returns The founder that counts here.
 */
export function learnFounder(deps: WriteDeps, noted: string): string {
  const known = findMeta(deps.db, HUB_FOUNDER);
  if (known !== undefined || noted === "") return known ?? noted;
  inTransaction(deps, () => writeMeta(deps.db, HUB_FOUNDER, noted));
  return noted;
}
