/**
 * Organizations that this station has left, so that only their other stations work with them. Their
 * data can be read here but not written, since the other stations would never get the changes.
 */
import { z } from "zod";
import { parseJson } from "../base/json.ts";
import type { Db } from "./database.ts";
import { dropMeta, findMeta, writeMeta } from "./station-meta.ts";

const META = "left_organizations";
/** Cached, because each writing request reads it. */
const known = new WeakMap<Db, ReadonlySet<string>>();

/** Returns the ids of the organizations that this station has left; usually empty. */
export function leftOrganizations(db: Db): ReadonlySet<string> {
  const found = known.get(db) ?? read(db);
  known.set(db, found);
  return found;
}

/** Marks an organization as left. Inside a transaction. */
export function markLeft(db: Db, organizationID: string): void {
  write(db, new Set([...leftOrganizations(db), organizationID]));
}

/** Marks an organization as in use again. Inside a transaction. */
export function markBack(db: Db, organizationID: string): void {
  if (leftOrganizations(db).has(organizationID))
    write(db, new Set([...leftOrganizations(db)].filter((id) => id !== organizationID)));
}

function read(db: Db): ReadonlySet<string> {
  const kept = findMeta(db, META);
  return new Set(
    kept === undefined
      ? []
      : parseJson(kept, z.array(z.string()), "the organizations that the station has left"),
  );
}

function write(db: Db, ids: ReadonlySet<string>): void {
  if (ids.size === 0) dropMeta(db, META);
  else writeMeta(db, META, JSON.stringify([...ids]));
  known.delete(db); // The cache is cleared because the transaction may still be rolled back.
}
