/** Reads any list or row of another server, for a move from there. */
import type { RemoteAnswer } from "../connection.ts";
import { done, type Outcome } from "../carrier.ts";
import type { MarketplaceClient } from "./client.ts";
import { failureOutcome, wordsOf } from "./read-failure.ts";

/** Reads a path. Done also with a refusal, because a server need not have every list. */
export async function readAny(
  client: MarketplaceClient,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<RemoteAnswer>> {
  const answer = await client.call({ operation: "moveIn", method: "GET", path }, signal);
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "done") return done({ result: "done", value: answer.value.value });
  const failed = answer.value;
  const outcome = failureOutcome(client.server.name, failed);
  return outcome.outcome === "unknown"
    ? outcome
    : done({
        result: "failed",
        status: failed.status,
        reason:
          outcome.outcome === "refused" ? outcome.reason : wordsOf(client.server.name, failed),
      });
}
