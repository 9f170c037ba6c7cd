/**
 * Sets which deliveries this station makes once it has joined a hub (`deps.turns`): during a
 * session, all events of the webhooks that it holds; while it is disconnected, only its own events.
 */
import type { SyncDeps } from "../deps.ts";
import { readCursor } from "../../db/outbox/outbox.service.ts";
import { PUBLISHED } from "../stream/publish-changes.ts";
import { claimWebhooks, type ClaimSetup } from "./claim-webhooks.ts";

/**
 * Sets the deliveries without a session: at the start of a station that has joined, and after each
 * session.
 */
export function cutDeliveries(deps: Pick<SyncDeps, "db" | "turns">, organizationID: string): void {
  deps.turns.set({
    organizationID,
    published: () => readCursor(deps, PUBLISHED),
    holds: undefined,
  });
}

/**
 * Sets the deliveries for a new session.
 *
 * @param caughtUp Resolves when all messages of the stream are applied here.
 * @returns A function that ends the session's deliveries.
 */
export async function shareDeliveries(
  setup: Omit<ClaimSetup, "onChange">,
  caughtUp: () => Promise<void>,
): Promise<() => void> {
  const { deps, organizationID } = setup;
  const claimed = await claimWebhooks(
    { ...setup, onChange: () => deps.turns.onChange() },
    caughtUp,
  );
  deps.turns.set({
    organizationID,
    published: () => readCursor(deps, PUBLISHED),
    holds: (webhookID) => claimed.holds(webhookID),
  });
  return () => {
    claimed.close();
    cutDeliveries(deps, organizationID);
  };
}
