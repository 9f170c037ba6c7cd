/**
 * Finds the webhooks of an organization that this station can deliver for: its settings allow their
 * addresses, and it has the key of their secrets.
 */
import { guarded } from "../../base/guarded.ts";
import { silentLog } from "../../base/log.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { findOrganizationKey } from "../../db/sealing/organization-key.ts";
import { checkWebhookUrl, isOnOwnMachine } from "./check-target.ts";
import { listActive, type WebhookRow } from "./webhooks.store.ts";

/**
 * Lists the active webhooks for which this station can deliver. Omits webhooks whose receiver runs
 * on a station's own machine, since only that station delivers to it.
 */
export function listServable(
  deps: Pick<FulfilmentDeps, "db" | "settings" | "secrets" | "origin">,
  organizationID: string,
): readonly Pick<WebhookRow, "id" | "home">[] {
  const shared = listActive(deps.db, organizationID).filter(({ url }) => !isOnOwnMachine(url));
  if (shared.length === 0) return shared;
  let key: Uint8Array | undefined;
  guarded(silentLog, "", () => void (key = findOrganizationKey(deps, organizationID)));
  return key === undefined
    ? []
    : shared.filter(({ url }) => guarded(silentLog, "", () => void checkWebhookUrl(deps, url)));
}
