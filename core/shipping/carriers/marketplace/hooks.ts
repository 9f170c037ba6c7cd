/** Registers this station's address at another server, which then calls it when a parcel moves. */
import { z } from "zod";
import { done, type Outcome } from "../carrier.ts";
import type { Hook } from "../connection.ts";
import type { MarketplaceClient } from "./client.ts";
import { readList } from "./read-data.ts";
import { callAccepted, failureOutcome, isNotFound } from "./read-failure.ts";

const TYPE = "TRACK_UPDATED";
const registeredSchema = z.object({
  id: z.string().transform((id) => id.toWellFormed()),
  url: z.string(),
});

/**
 * Replaces the webhooks of this account there.
 *
 * @param hook Null: only removes them.
 */
export async function setHook(
  client: MarketplaceClient,
  accountID: string,
  hook: Hook | null,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const listed = await callAccepted(
    client,
    { operation: "listWebhooks", method: "GET", path: "/webhook" },
    signal,
  );
  if (listed.outcome !== "done") return listed;
  const ours = readList(listed.value.value["data"])
    .flatMap((entry) => registeredSchema.safeParse(entry).data ?? [])
    .filter(({ url }) => url.includes(`/marketplaces/${accountID}/hook/`));
  for (const { id } of ours) {
    const path = `/webhook/${encodeURIComponent(id)}`;
    const removed = await client.call(
      { operation: "removeWebhook", method: "DELETE", path },
      signal,
    );
    if (removed.outcome !== "done") return removed;
    if (removed.value.result === "failed" && !isNotFound(removed.value))
      return failureOutcome(client.server.name, removed.value);
  }
  if (hook === null) return done(null);
  const made = await callAccepted(
    client,
    { operation: "addWebhook", method: "POST", path: "/webhook", body: { type: TYPE, ...hook } },
    signal,
  );
  return made.outcome === "done" ? done(null) : made;
}
