/** A station's work at its start for changes of other stations that have arrived, or will. */
import { applyParked, join, type AppliedRow } from "../db/apply-remote.ts";
import { schemaVersion } from "../db/migrate.ts";
import { findMeta, writeMeta } from "../db/station-meta.ts";
import type { Deps } from "../deps.ts";
import { projectRows } from "./project-rows.ts";

/** Applies what an earlier version of the app had to park, once for each version of the schema. Before anything is written. */
export function resumeSync(deps: Deps): void {
  const { db } = deps;
  const project = (rows: readonly AppliedRow[]): void => projectRows(deps, rows);
  if (findMeta(db, "clock") !== undefined) join(db, project);
  const version = String(schemaVersion(db.raw));
  if (findMeta(db, "parked_until") === version) return;
  applyParked(deps, project);
  writeMeta(db, "parked_until", version);
}
