/**
 * Calls by which a marketplace says that a parcel has moved. Nothing of a call is believed: it only
 * causes the parcel to be read there. The address has a part that nobody can guess, and the call
 * must have the key in its header.
 */
import { z } from "zod";
import { errors, type AppError } from "../../base/errors.ts";
import type { Db } from "../../db/database.ts";
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findLinkedAccount } from "../../shipping/accounts/accounts.service.ts";
import type { Connection } from "../../shipping/carriers/connection.ts";
import { detailsOf } from "../../shipping/offers/offers.service.ts";
import { findOfBarcode } from "../../shipping/shipments/shipments.service.ts";
import { hookOf, isLink } from "../../shipping/shipments/signed-links.ts";
import { findAnnouncement } from "../announcements/announcements.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { askAboutLabels, type FollowDeps } from "./follow-parcels.ts";
import type { MarketplaceHook, MarketplaceHookKey } from "./hooks.schema.ts";

/** Header in which a marketplace sends the key of its calls. */
export const HOOK_HEADER = "X-Hook-Key";
/** Most reads at once, and in a minute, for one account; the lists find what further calls would. */
const MOST_AT_ONCE = 4;
const MOST_A_MINUTE = 60;
const MINUTE_MS = 60_000;
const TIMEOUT_MS = 30_000;

type HookDeps = ReadDeps & Pick<FulfilmentDeps, "connections">;

/** Reads the path and the key of a marketplace's calls. @throws AppError E2017 */
export function getMarketplaceHook(deps: HookDeps, actor: Actor, id: string): MarketplaceHookKey {
  requireHooks(deps, actor, id);
  const { path, headerValue } = hookOf(deps.db, id);
  return { path, headerName: HOOK_HEADER, headerValue };
}

/**
 * Has a marketplace call this station when a parcel moves.
 *
 * @throws AppError E2017; E2191 when the marketplace refuses or does not answer
 */
export async function setMarketplaceHook(
  deps: HookDeps,
  actor: Actor,
  id: string,
  { address }: MarketplaceHook,
): Promise<MarketplaceHook> {
  const connection = requireHooks(deps, actor, id);
  const { path, headerValue } = hookOf(deps.db, id);
  const url = `${address.replace(/\/$/, "")}${path}`;
  const outcome = await connection.setHook?.(
    address === "" ? null : { url, headerName: HOOK_HEADER, headerValue },
    AbortSignal.timeout(connection.timeoutMs),
  );
  if (outcome?.outcome === "refused") throw notSet(outcome.reason);
  if (outcome?.outcome === "unknown") throw notSet(outcome.cause);
  return { address };
}

function notSet(words: string): AppError {
  return errors.hookNotSet(words, { reason: "marketplace", words });
}

/** @throws AppError E2017 for an account whose server takes no address. */
function requireHooks(deps: HookDeps, actor: Actor, id: string): Connection {
  const connection = deps.connections.find(id);
  const account = findLinkedAccount(deps.db, id);
  if (account?.organizationID !== actor.organizationID || connection?.setHook === undefined)
    throw errors.accountNotFound();
  return connection;
}

/** Longest wait for a marketplace whose account is removed, ms. */
const BEFORE_UNLINK_MS = 10_000;

/**
 * Ends the calls of a marketplace before its account is removed. Without an answer they stay
 * registered there, and this station refuses them.
 */
export async function endHookBeforeUnlink(
  { db, connections }: Pick<FulfilmentDeps, "db" | "connections">,
  { organizationID }: Pick<Actor, "organizationID">,
  id: string,
): Promise<void> {
  if (findLinkedAccount(db, id)?.organizationID !== organizationID) return;
  await connections.find(id)?.setHook?.(null, AbortSignal.timeout(BEFORE_UNLINK_MS));
}

const calledSchema = z.object({ data: z.object({ id: z.string(), barcode: z.string().max(60) }) });
/** Reads of an account: the parcels that are being read, and the number since a minute's start. */
type Reads = { readonly open: Set<string>; sinceMs: number; count: number };
const reading = new WeakMap<Db, Map<string, Reads>>();

function readsOf(db: Db, accountID: string): Reads {
  const accounts = reading.get(db) ?? new Map<string, Reads>();
  reading.set(db, accounts);
  const reads = accounts.get(accountID) ?? { open: new Set(), sinceMs: -Infinity, count: 0 };
  accounts.set(accountID, reads);
  return reads;
}

/** Counts a read. Returns whether the account has reads left in this minute. */
function takeRead(reads: Reads): boolean {
  const nowMs = performance.now();
  if (nowMs - reads.sinceMs >= MINUTE_MS) Object.assign(reads, { sinceMs: nowMs, count: 0 });
  reads.count += 1;
  return reads.count <= MOST_A_MINUTE;
}

/**
 * Takes a call, and reads the parcel that it names in the background.
 *
 * @throws AppError E2017 for a wrong address or key
 */
export function receiveHook(
  deps: FollowDeps,
  { accountID, signature }: { readonly accountID: string; readonly signature: string },
  key: string | undefined,
  body: unknown,
): void {
  const isOurs =
    isLink(deps.db, "hook", accountID, signature) &&
    isLink(deps.db, "hook header", accountID, key ?? "");
  const connection = isOurs ? deps.connections.find(accountID) : undefined;
  const account = findLinkedAccount(deps.db, accountID);
  if (connection?.listOpen === undefined || account === undefined) throw errors.accountNotFound();
  const called = calledSchema.safeParse(body).data?.data;
  const { open } = readsOf(deps.db, connection.accountID);
  if (called === undefined || open.has(called.id) || open.size >= MOST_AT_ONCE) return;
  open.add(called.id);
  read(deps, { organizationID: account.organizationID, connection }, called)
    .catch((err: unknown) => deps.log.warn({ err, accountID }, "a moved parcel could not be read"))
    .finally(() => open.delete(called.id));
}

async function read(
  deps: FollowDeps,
  of: { readonly organizationID: string; readonly connection: Connection },
  { id, barcode }: z.infer<typeof calledSchema>["data"],
): Promise<void> {
  const shipment = findOfBarcode(deps, of.organizationID, barcode);
  const transactionID = shipment?.purchaseID ?? null;
  if (shipment === undefined || transactionID === null) return;
  const row = findAnnouncement(deps.db, transactionID);
  const { accountID } = of.connection;
  if (row?.accountID !== accountID || detailsOf(row)["shipmentID"] !== id) return;
  if (!takeRead(readsOf(deps.db, accountID))) return;
  await askAboutLabels(
    deps,
    of,
    [{ transactionID, shipmentID: shipment.id }],
    AbortSignal.timeout(TIMEOUT_MS),
  );
}
