/**
 * Reseals secrets that an earlier version sealed with the station's own key, so that they can be
 * synced.
 */
import { resealAccounts } from "../shipping/accounts/accounts.service.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { SyncDeps } from "./deps.ts";
import { resealWebhooks } from "../fulfilment/webhooks/webhooks.service.ts";

/**
 * Reseals secrets at a start, before other stations get anything. Skips secrets that are sealed for
 * their organization already.
 */
export function resealSecrets(deps: WriteDeps & Pick<SyncDeps, "secrets">): void {
  resealAccounts(deps);
  resealWebhooks(deps);
}
