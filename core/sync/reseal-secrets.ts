/** Secrets of an earlier version, sealed with the station's own key, are made ready to travel. */
import { resealAccounts } from "../shipping/accounts/accounts.service.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { SyncDeps } from "./deps.ts";
import { resealWebhooks } from "../fulfilment/webhooks/webhooks.service.ts";

/**
 * At a start, before other stations get anything. What is sealed for its organization already is
 * left as it is.
 */
export function resealSecrets(deps: WriteDeps & Pick<SyncDeps, "secrets">): void {
  resealAccounts(deps);
  resealWebhooks(deps);
}
