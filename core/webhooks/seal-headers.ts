/** Seals the header values that an earlier version kept in plain text: at start, all in one commit. */
import { commit } from "../db/change.ts";
import { overwriteOld } from "../db/overwrite.ts";
import type { Deps } from "../deps.ts";
import { maskKeptAnswers } from "../http/idempotency.ts";
import { listUnsealed, markSealed } from "./webhooks.store.ts";

/**
 * Does nothing when all are sealed. A fault changes nothing and keeps no station shut: deliveries use the plain value
 * until a later start can seal it.
 */
export function sealHeaders(deps: Pick<Deps, "db" | "now" | "newId" | "secrets" | "log">): void {
  const unsealed = listUnsealed(deps.db);
  if (unsealed.length === 0) return;
  try {
    overwriteOld(deps.db, () =>
      commit(deps, () => {
        // A deleted webhook is never called again: its value is removed.
        for (const { id, header_value, deleted_at } of unsealed) markSealed(deps.db, id, deleted_at === null ? deps.secrets.encrypt(header_value) : null);
        maskKeptAnswers(deps);
      }),
    );
  } catch (err) {
    deps.log.error({ err }, "header values of webhooks could not be sealed; the next start tries again");
  }
}
