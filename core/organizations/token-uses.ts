/** When programs used their tokens, for who must decide which one to revoke. Kept in memory first: a request writes nothing for it. */
import type { Db } from "../db/database.ts";
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import type { Instant } from "../base/units.ts";
import { saveTokenUse } from "./api-tokens.store.ts";

/** Of each station in this process, the uses that are not in its database yet. */
const unsaved = new WeakMap<Db, Map<string, Instant>>();

/** From memory alone: called with each request. */
export function noteTokenUse(deps: Pick<Deps, "db" | "now">, tokenID: string): void {
  const uses = unsaved.get(deps.db) ?? new Map<string, Instant>();
  unsaved.set(deps.db, uses.set(tokenID, deps.now()));
}

/** @returns A use that is noted and not saved yet. */
export function unsavedTokenUse(db: Db, tokenID: string): Instant | undefined {
  return unsaved.get(db)?.get(tokenID);
}

/** Writes what was noted since. What a full disk refuses is noted still. */
export function saveTokenUses(deps: Deps): void {
  const uses = unsaved.get(deps.db);
  if (uses === undefined) return;
  inTransaction(deps, () => {
    for (const [tokenID, usedAt] of uses) saveTokenUse(deps.db, tokenID, usedAt);
  });
  unsaved.delete(deps.db);
}
