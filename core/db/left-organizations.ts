/**
 * Organizations that this station has left to the other stations: what is here of them can be read,
 * and nothing of them is written any more, since nobody would ever get it.
 */
import { z } from "zod";
import { parseJson } from "../base/json.ts";
import type { Db } from "./database.ts";
import { dropMeta, findMeta, writeMeta } from "./station-meta.ts";

const META = "left_organizations";
/** Read once: each request that writes asks for it. */
const known = new WeakMap<Db, ReadonlySet<string>>();

/** Their ids; most stations have left none. */
export function leftOrganizations(db: Db): ReadonlySet<string> {
  const found = known.get(db) ?? read(db);
  known.set(db, found);
  return found;
}

/** The organization stays with the others. Inside a transaction. */
export function markLeft(db: Db, organizationID: string): void {
  write(db, new Set([...leftOrganizations(db), organizationID]));
}

/** The station works with it again. Inside a transaction. */
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
  known.delete(db); // read anew: the transaction may still be undone
}
