/** Lists marketplaces, decides when they are asked for prices, and asks for their balances. */
import { errors } from "../../base/errors.ts";
import { moneyText } from "../../base/money.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Outcome } from "../carriers/carrier.ts";
import type { Connection, Connections, RemoteBalance } from "../carriers/connection.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import * as store from "./accounts.store.ts";
import type { Marketplace, MarketplacePatch } from "./marketplaces.schema.ts";
import { hostOf } from "./server-address.ts";

type Known = {
  readonly balance?: RemoteBalance & { readonly at: string };
  readonly problem: string;
};

/**
 * Last answers by station, account and server; kept in memory, because nobody needs the balance
 * of yesterday. Connections are made again at each change of an account, so that none can keep them.
 */
const answers = new WeakMap<Connections, Map<string, Known>>();

function answersOf({ connections }: Pick<ShippingDeps, "connections">): Map<string, Known> {
  const known = answers.get(connections) ?? new Map<string, Known>();
  answers.set(connections, known);
  return known;
}

type Asked = Promise<Outcome<RemoteBalance> | undefined>;

/** Questions that are not answered yet; callers at the same time share one. */
const asking = new WeakMap<Connection, Asked>();

async function askForBalance(connection: Connection): Asked {
  return await connection.balance?.(AbortSignal.timeout(connection.timeoutMs));
}

function keyOf({ id, connectionSettings }: store.AccountRow): string {
  return `${id} ${connectionSettings["url"] ?? ""}`;
}

type MarketplaceDeps = ReadDeps & Pick<ShippingDeps, "connections">;

/** Lists the linked marketplaces, oldest first. */
export function listMarketplaces(deps: MarketplaceDeps, actor: Actor): Marketplace[] {
  return store
    .listLinked(deps.db, actor.organizationID)
    .flatMap((row) => presentIfMarketplace(deps, row) ?? []);
}

/**
 * Chooses when a marketplace is asked for prices.
 *
 * @throws AppError E2017 for an unknown account, and for one that sells nothing at its own prices
 */
export function changeMarketplace(
  deps: WriteDeps & Pick<ShippingDeps, "connections">,
  actor: Actor,
  id: string,
  { asks }: MarketplacePatch,
): Marketplace {
  return inTransaction(deps, () => {
    const { row, connection } = getMarketplace(deps, actor, id);
    store.updateAccount(deps.db, id, { asks, updatedAt: deps.now() });
    return present(deps, { ...row, asks }, connection);
  });
}

/**
 * Asks a marketplace for its balance. Without an answer the earlier balance stays, with its time.
 *
 * @throws AppError E2017
 */
export async function readMarketplaceBalance(
  deps: MarketplaceDeps & Pick<ShippingDeps, "now">,
  actor: Actor,
  id: string,
): Promise<Marketplace> {
  const { row, connection } = getMarketplace(deps, actor, id);
  const asked = asking.get(connection) ?? askForBalance(connection);
  asking.set(connection, asked);
  const outcome = await asked.finally(() => asking.delete(connection));
  const answered = answersOf(deps);
  const earlier = answered.get(keyOf(row));
  if (outcome?.outcome === "done")
    answered.set(keyOf(row), { balance: { ...outcome.value, at: deps.now() }, problem: "" });
  else if (outcome !== undefined)
    answered.set(keyOf(row), {
      ...earlier,
      problem: outcome.outcome === "refused" ? outcome.reason : outcome.cause,
    });
  return present(deps, row, connection);
}

type Found = { readonly row: store.AccountRow; readonly connection: Connection };

function getMarketplace(deps: MarketplaceDeps, actor: Actor, id: string): Found {
  const row = store.getLinked(deps.db, actor.organizationID, id);
  const connection = deps.connections.find(id);
  if (connection?.quote === undefined) throw errors.accountNotFound();
  return { row, connection };
}

function presentIfMarketplace(
  deps: MarketplaceDeps,
  row: store.AccountRow,
): Marketplace | undefined {
  const connection = row.connection === "" ? undefined : deps.connections.find(row.id);
  return connection?.quote === undefined ? undefined : present(deps, row, connection);
}

function present(
  deps: Pick<ShippingDeps, "connections">,
  row: store.AccountRow,
  connection: Connection,
): Marketplace {
  const { balance, problem = "" } = answersOf(deps).get(keyOf(row)) ?? {};
  return {
    accountID: row.id,
    name: row.name,
    host: hostOf(row.connectionSettings["url"]),
    isActive: row.isActive === 1,
    isTest: connection.isTest === true,
    asks: row.asks,
    balance:
      balance === undefined
        ? null
        : {
            organization: balance.organization,
            amount: moneyText(balance.balance),
            debt: moneyText(balance.debt),
            currency: balance.currency === "" ? "TL" : balance.currency,
            at: balance.at,
          },
    problem,
  };
}
