/** Lists marketplaces, decides when they are asked for prices, and asks for their balances. */
import { errors } from "../../base/errors.ts";
import { moneyText } from "../../base/money.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Connection, RemoteBalance } from "../carriers/connection.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import * as store from "./accounts.store.ts";
import { ASKS, type Marketplace, type MarketplacePatch } from "./marketplaces.schema.ts";

type Known = {
  readonly balance?: RemoteBalance & { readonly at: string };
  readonly problem: string;
};

/** Last known balances; kept in memory, because nobody needs the balance of yesterday. */
const known = new WeakMap<Connection, Known>();

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
    return present({ ...row, asks }, connection);
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
  const outcome = await connection.balance?.(AbortSignal.timeout(connection.timeoutMs));
  const earlier = known.get(connection);
  if (outcome?.outcome === "done")
    known.set(connection, { balance: { ...outcome.value, at: deps.now() }, problem: "" });
  else if (outcome !== undefined)
    known.set(connection, {
      ...earlier,
      problem: outcome.outcome === "refused" ? outcome.reason : outcome.cause,
    });
  return present(row, connection);
}

type Found = { readonly row: store.AccountRow; readonly connection: Connection };

function getMarketplace(deps: MarketplaceDeps, actor: Actor, id: string): Found {
  const row = store.findAccount(deps.db, actor.organizationID, id);
  if (row === undefined || row.unlinkedAt !== null) throw errors.accountNotFound();
  const connection = deps.connections.find(id);
  if (connection?.quote === undefined) throw errors.accountNotFound();
  return { row, connection };
}

function presentIfMarketplace(
  { connections }: MarketplaceDeps,
  row: store.AccountRow,
): Marketplace | undefined {
  const connection = row.connection === "" ? undefined : connections.find(row.id);
  return connection?.quote === undefined ? undefined : present(row, connection);
}

function present(row: store.AccountRow, connection: Connection): Marketplace {
  const { balance, problem = "" } = known.get(connection) ?? {};
  const url = row.connectionSettings["url"] ?? "";
  return {
    accountID: row.id,
    name: row.name,
    host: URL.canParse(url) ? new URL(url).host : "",
    isActive: row.isActive === 1,
    isTest: connection.isTest === true,
    asks: ASKS.find((one) => one === row.asks) ?? "off",
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
