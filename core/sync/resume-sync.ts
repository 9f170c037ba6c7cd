/** Prepares a station at its start for changes of other stations. */
import { applyParked, join } from "../db/apply-remote.ts";
import { newestSchema } from "../db/migrate.ts";
import { findMeta, writeMeta } from "../db/station-meta.ts";
import type { SyncDeps } from "./deps.ts";
import type { AppliedRow } from "../db/merge-fields.ts";
import { projectRows } from "./project-rows.ts";

/**
 * Applies changes that an earlier version of the app had to park, once per newer version. Must run
 * before anything is written.
 */
export function resumeSync(deps: SyncDeps): void {
  const { db } = deps;
  const project = (rows: readonly AppliedRow[]): void => projectRows(deps, rows);
  if (findMeta(db, "clock") !== undefined) join(db, project);
  // The version of this app counts, not the file's schema: changes that this version had to park in
  // a newer version's file must wait for the newer version.
  const version = String(newestSchema());
  if (findMeta(db, "parked_until") === version) return;
  applyParked(deps, project);
  writeMeta(db, "parked_until", version);
}
