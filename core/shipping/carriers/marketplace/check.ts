/** Checks an account at another server: address, token, rights, clock, version, limits, balance. */
import { moneyText } from "../../../base/money.ts";
import { done, refused, type Outcome } from "../carrier.ts";
import type { RemoteBalance } from "../connection.ts";
import type { Accepted, MarketplaceClient } from "./client.ts";
import { isLira, readAmount, readOrganization } from "./read-data.ts";
import { failureOutcome } from "./read-failure.ts";
import { say } from "./say.ts";

/** Difference of the clocks above which a person should look at them, ms. */
const CLOCK_MS = 5 * 60_000;

/** Reads the organization of the token and its balance. */
export async function readBalance(
  client: MarketplaceClient,
  signal: AbortSignal,
): Promise<Outcome<RemoteBalance & { readonly clockMs: number | undefined }>> {
  const organizations = await get(client, "organizations", "/organizations", signal);
  if (organizations.outcome !== "done") return organizations;
  const { value, clockMs } = organizations.value;
  const organization = readOrganization(value["data"]);
  if (organization === undefined)
    return refused("E2033", say("noOrganization", { name: client.server.name }), "account");
  const money = await get(client, "balance", `/organizations/${organization.id}/balance`, signal);
  if (money.outcome !== "done") return money;
  const balance = readAmount(money.value.value["data"]);
  return balance === undefined
    ? refused("E2033", say("noAmount", { name: client.server.name }))
    : done({
        organization: organization.name,
        currency: organization.currency,
        balance,
        debt: readAmount(money.value.value["debt"]) ?? 0,
        clockMs,
      });
}

/** Checks the account; done with a sentence about it, and a line for what a person should look at. */
export async function check(
  client: MarketplaceClient,
  now: () => number,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const money = await readBalance(client, signal);
  if (money.outcome !== "done") return money;
  for (const path of RIGHTS) {
    const answer = await get(client, "rights", path, signal);
    if (answer.outcome !== "done") return answer;
  }
  const { organization, balance, currency, clockMs } = money.value;
  const warnings = [
    ...(currency !== "" && !isLira(currency) ? [say("currency", { currency })] : []),
    ...(clockMs !== undefined && Math.abs(clockMs - now()) > CLOCK_MS
      ? [say("clock", { minutes: Math.round(Math.abs(clockMs - now()) / 60_000) })]
      : []),
  ];
  return done(
    [
      say("accepted", {
        name: client.server.name,
        organization,
        balance: `${moneyText(balance)} ${currency === "" ? "TL" : currency}`,
      }),
      ...warnings,
    ].join("\n"),
  );
}

/** Lists that the token must be allowed to read. */
const RIGHTS = ["/addresses?limit=1", "/shipments?limit=1"];

async function get(
  client: MarketplaceClient,
  operation: string,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<Accepted>> {
  const answer = await client.call({ operation, method: "GET", path }, signal);
  if (answer.outcome !== "done") return answer;
  if (answer.value.result === "done") return done(answer.value);
  if (answer.value.status === 404)
    return refused(
      "E2033",
      say("noPath", { name: client.server.name, path: path.replace(/\?.*/, "") }),
      "account",
    );
  return failureOutcome(client.server.name, answer.value);
}
