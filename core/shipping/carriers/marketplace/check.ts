/** Checks an account at another server: address, token, rights, clock, version, limits, balance. */
import { moneyText } from "../../../base/money.ts";
import { done, refused, type Outcome } from "../carrier.ts";
import type { RemoteBalance } from "../connection.ts";
import type { Accepted, MarketplaceClient } from "./client.ts";
import { isLira, readAmount, readOrganization } from "./read-data.ts";
import { failureOutcome } from "./read-failure.ts";

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
    return refused(
      "E2033",
      `${client.server.name} does not say to which organization the token belongs.`,
      "account",
    );
  const money = await get(client, "balance", `/organizations/${organization.id}/balance`, signal);
  if (money.outcome !== "done") return money;
  const balance = readAmount(money.value.value["data"]);
  return balance === undefined
    ? refused("E2033", `${client.server.name} gave a balance that is no amount.`)
    : done({
        organization: organization.name,
        currency: organization.currency,
        balance,
        debt: readAmount(money.value.value["debt"]) ?? 0,
        clockMs,
      });
}

/** Checks the account; done with a sentence about it, and with what a person should look at. */
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
    ...(currency !== "" && !isLira(currency)
      ? [`Its prices are in ${currency}, so its offers are not shown here.`]
      : []),
    ...(clockMs !== undefined && Math.abs(clockMs - now()) > CLOCK_MS
      ? [
          `Its clock differs from this computer's by ${Math.round(Math.abs(clockMs - now()) / 60_000)} minutes; set the wrong one.`,
        ]
      : []),
  ];
  return done(
    [
      `${client.server.name} accepts the token of ${organization}. Balance there: ${moneyText(balance)} ${currency === "" ? "TL" : currency}.`,
      ...warnings,
    ].join(" "),
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
      `${client.server.name} has no ${path.replace(/\?.*/, "")}: it is no server of this interface, or of another version.`,
      "account",
    );
  return failureOutcome(client.server.name, answer.value);
}
