/** Removes an account, after what its requests for prices have left at its carrier. */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { ProviderAccount } from "./accounts.schema.ts";
import { isAccountActive, unlinkAccount } from "./accounts.service.ts";
import * as store from "./accounts.store.ts";

/**
 * Removes an account. Meanwhile it is inactive, since offers of an inactive account cannot be
 * bought: a label that is bought while its offer's shipment is cancelled there would be void.
 *
 * @param how.requireNothingOpen Throws while something of the account waits for its carrier; then
 *   the account stays as it was.
 * @param how.beforeUnlink Called while the account's credentials are still known.
 * @throws AppError E2017, and those of `requireNothingOpen`
 */
export async function removeAccount(
  deps: WriteDeps,
  actor: Actor,
  id: string,
  how: {
    readonly requireNothingOpen: () => void;
    readonly beforeUnlink: () => Promise<void>;
  },
): Promise<ProviderAccount> {
  const { requireNothingOpen, beforeUnlink } = how;
  requireNothingOpen();
  const wasActive = isAccountActive(deps, actor.organizationID, id);
  unlinkAccount(deps, actor, id, { keep: true, requireNothingOpen });
  try {
    await beforeUnlink();
    return unlinkAccount(deps, actor, id, { keep: false, requireNothingOpen });
  } catch (error) {
    if (wasActive)
      inTransaction(deps, () =>
        store.updateAccount(deps.db, id, { isActive: 1, updatedAt: deps.now() }),
      );
    throw error;
  }
}
