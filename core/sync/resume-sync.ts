/** A station's work at its start for changes of other stations that have arrived, or will. */
import { applyParked, join } from "../db/apply-remote.ts";
import { newestSchema } from "../db/migrate.ts";
import { findMeta, writeMeta } from "../db/station-meta.ts";
import type { SyncDeps } from "./deps.ts";
import type { AppliedRow } from "../db/merge-fields.ts";
import { projectRows } from "./project-rows.ts";

/**
 * Applies what an earlier version of the app had to park, once for each version of the app that
 * knows more. Before anything is written.
 */
export function resumeSync(deps: SyncDeps): void {
  const { db } = deps;
  const project = (rows: readonly AppliedRow[]): void => projectRows(deps, rows);
  if (findMeta(db, "clock") !== undefined) join(db, project);
  // Not the file's: what this version had to park in a newer one's file waits for that one to come
  // back.
  const version = String(newestSchema());
  if (findMeta(db, "parked_until") === version) return;
  applyParked(deps, project);
  writeMeta(db, "parked_until", version);
}
