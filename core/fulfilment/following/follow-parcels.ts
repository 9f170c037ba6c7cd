/**
 * Asks carriers for the scans of announced parcels, urgent parcels first, within a number of calls
 * a minute per account. One station of an organization asks for an account; a disconnected station
 * leaves the account to the others.
 */
import { setTimeout } from "node:timers/promises";
import { turkishDay, instantsOfDays } from "../../base/turkish-day.ts";
import { instant, instantOf, type Instant } from "../../base/units.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { findLinkedAccount } from "../../shipping/accounts/accounts.service.ts";
import type { BoughtRequest, Tracked } from "../../shipping/carriers/carrier.ts";
import type { Connection } from "../../shipping/carriers/connection.ts";
import { cancelRequest, consignmentOf } from "../announcements/announced-label.ts";
import { findAnnouncement } from "../announcements/announcements.service.ts";
import type { ChargedAccount } from "../charges/record-charges.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { cancelledThere } from "../transactions/cancelled-there.ts";
import { findAnnouncedLabel } from "../transactions/transactions.service.ts";
import * as store from "./following.store.ts";
import { recordTracked } from "./record-tracked.ts";
import { createSweep, sweepOpen, type Sweep } from "./sweep-open.ts";

const CALLS_A_MINUTE = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Days without news after which a carrier is no longer asked about a parcel. */
const LONGEST_DAYS = 60;
/** How long a label rests after it was asked about, ms. Carriers allow one query a minute a key. */
const URGENT_MS = 10 * MINUTE_MS;
const UNSEEN_MS = 30 * MINUTE_MS;
const OTHERS_MS = 2 * 60 * MINUTE_MS;
/** Pauses after calls without an answer, ms. */
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;

export type FollowDeps = WriteDeps &
  Pick<FulfilmentDeps, "carriers" | "connections" | "reader" | "geo" | "origin" | "turns">;

export type Following = {
  /**
   * Starts a round for each account that is due; rounds of several accounts run at once.
   *
   * @returns Resolves when all running rounds have ended.
   */
  step(organizationIDs: readonly string[]): Promise<void>;
  /** Aborts the rounds; resolves when they have ended. */
  stop(): Promise<void>;
};

type Account = {
  nextMs: number;
  failures: number;
  round: Promise<void> | undefined;
  readonly sweep: Sweep;
};

/**
 * Creates the rounds.
 *
 * @param gapMs Time between two calls for one account, ms.
 */
export function createFollowing(deps: FollowDeps, gapMs = MINUTE_MS / CALLS_A_MINUTE): Following {
  const accounts = new Map<string, Account>();
  const stopping = new AbortController();
  const begin = (organizationID: string, connection: Connection): void => {
    const { accountID } = connection;
    const account = accounts.get(accountID) ?? {
      nextMs: 0,
      failures: 0,
      round: undefined,
      sweep: createSweep(),
    };
    accounts.set(accountID, account);
    const nowMs = Date.parse(deps.now());
    // A time far ahead means that the clock was set back.
    const isWaiting = account.nextMs > nowMs && account.nextMs <= nowMs + LONGEST_PAUSE_MS;
    if (account.round !== undefined || isWaiting) return;
    if (!deps.turns.isTurn(organizationID, accountID)) return;
    account.round = runRound(
      deps,
      { organizationID, connection, gapMs, sweep: account.sweep },
      stopping.signal,
    )
      .then((isAnswered) => {
        account.failures = isAnswered ? 0 : account.failures + 1;
      })
      .catch((err: unknown) => {
        account.failures += 1;
        if (!stopping.signal.aborted)
          deps.log.error({ err, accountID }, "a carrier could not be asked for scans");
      })
      .finally(() => {
        account.nextMs = Date.parse(deps.now()) + pauseMs(account.failures);
        account.round = undefined;
      });
  };
  return {
    async step(organizationIDs) {
      for (const organizationID of organizationIDs)
        for (const connection of deps.connections.list(organizationID))
          if (connection.track !== undefined) begin(organizationID, connection);
      await Promise.all([...accounts.values()].map(({ round }) => round));
    },
    async stop() {
      stopping.abort(new Error("The station stopped."));
      await Promise.all([...accounts.values()].map(({ round }) => round));
    },
  };
}

function pauseMs(failures: number): number {
  return failures === 0
    ? 0
    : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(10, failures - 1));
}

type Round = {
  readonly organizationID: string;
  readonly connection: Connection;
  readonly gapMs: number;
  readonly sweep: Sweep;
};

/**
 * Asks about the due labels of one account for at most a minute.
 *
 * @returns Whether the carrier answered every call.
 */
async function runRound(deps: FollowDeps, round: Round, signal: AbortSignal): Promise<boolean> {
  const { connection, gapMs } = round;
  // A call for a list reads 100 labels; the labels that no list names are asked about afterwards.
  const swept = await sweepOpen(deps, round, CALLS_A_MINUTE, signal);
  if (!swept.isAnswered) return false;
  if (swept.calls >= CALLS_A_MINUTE) return true;
  const batch = connection.tracksAtOnce ?? 1;
  const atMost = batch * (CALLS_A_MINUTE - swept.calls);
  const due = await store.findDue(deps.reader, queryOf(deps, round, atMost));
  for (let i = 0; i < due.length; i += batch) {
    if (i > 0 || swept.calls > 0) await setTimeout(gapMs, undefined, { signal, ref: false });
    if (!(await askAboutLabels(deps, round, due.slice(i, i + batch), signal))) return false;
  }
  return true;
}

/**
 * Deletes at most `atMost` records of labels about which no carrier is asked any more.
 *
 * @returns Number of deleted records.
 */
export function pruneAsked(deps: WriteDeps, atMost: number): number {
  const before = new Date(Date.parse(deps.now()) - LONGEST_DAYS * DAY_MS).toISOString();
  return inTransaction(deps, () => store.deleteAskedBefore(deps.db, before, atMost));
}

function queryOf(
  deps: FollowDeps,
  { organizationID, connection: { accountID, quote, listOpen }, sweep }: Round,
  atMost: number,
): store.DueQuery {
  const now = deps.now();
  const before = (ms: number): Instant => instant(new Date(Date.parse(now) - ms).toISOString());
  // A label that the last lists have not named has ended there, so it is due at once.
  const restsUntil = (ms: number): Instant =>
    listOpen === undefined ? before(ms) : instantOf(sweep.beganMs);
  return {
    organizationID,
    accountID,
    now,
    // The parcels of a marketplace have the codes of its carriers.
    providerCode:
      quote === undefined ? (findLinkedAccount(deps.db, accountID)?.providerCode ?? "") : "",
    oldest: before(LONGEST_DAYS * DAY_MS),
    tomorrow: instant(instantsOfDays(turkishDay(now), 1).to),
    urgentBefore: restsUntil(URGENT_MS),
    unseenBefore: restsUntil(UNSEEN_MS),
    othersBefore: restsUntil(OTHERS_MS),
    atMost,
  };
}

/** Makes one call, and records what the carrier reports. Returns whether the carrier answered. */
export async function askAboutLabels(
  deps: FollowDeps,
  { organizationID, connection }: Pick<Round, "organizationID" | "connection">,
  labels: readonly store.DueLabel[],
  signal: AbortSignal,
): Promise<boolean> {
  const requests = labels.flatMap(({ transactionID }) => requestOf(deps, transactionID) ?? []);
  const askedAt = deps.now();
  inTransaction(deps, () => {
    for (const { transactionID } of labels)
      store.markAsked(deps.db, { transactionID, accountID: connection.accountID, askedAt });
  });
  if (requests.length === 0 || connection.track === undefined) return true;
  const outcome = await connection.track(
    requests,
    AbortSignal.any([signal, AbortSignal.timeout(connection.timeoutMs)]),
  );
  if (outcome.outcome !== "done") {
    deps.log.warn(
      {
        accountID: connection.accountID,
        answer: outcome.outcome === "refused" ? outcome.reason : outcome.cause,
      },
      "a carrier gave no scans",
    );
    return false;
  }
  const { accountID } = connection;
  const providerCode = findLinkedAccount(deps.db, accountID)?.providerCode ?? "";
  await recordAll(deps, { organizationID, accountID, providerCode }, labels, outcome.value);
  return true;
}

/** Records scans in turns of the event loop, one parcel in each transaction. */
async function recordAll(
  deps: FollowDeps,
  account: ChargedAccount,
  labels: readonly store.DueLabel[],
  all: readonly Tracked[],
): Promise<void> {
  const shipments = new Map(labels.map((label) => [label.transactionID, label.shipmentID]));
  for (const tracked of all) {
    // A label that was not asked about would be another parcel's.
    const shipmentID = shipments.get(tracked.purchaseKey);
    if (shipmentID === undefined) continue;
    if (tracked.isCancelled === true) cancelledThere(deps, tracked.purchaseKey);
    else await recordTracked(deps, account, shipmentID, tracked);
    await yieldToEventLoop();
  }
}

function requestOf(deps: FollowDeps, transactionID: string): BoughtRequest | undefined {
  const row = findAnnouncement(deps.db, transactionID);
  const label = row === undefined ? undefined : findAnnouncedLabel(deps, transactionID);
  if (row === undefined || label === undefined) return undefined;
  const consignment = consignmentOf(deps, row, label);
  return consignment === undefined ? undefined : cancelRequest(row, label, consignment);
}
