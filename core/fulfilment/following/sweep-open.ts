/**
 * Reads the states of an account's labels from lists, for carriers that have lists: one call
 * reads a hundred labels. A label that no list has named since is asked about alone.
 */
import { setTimeout } from "node:timers/promises";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { detailsOf } from "../../shipping/offers/offers.service.ts";
import type { Connection, OpenLabels } from "../../shipping/carriers/connection.ts";
import { findOfBarcode } from "../../shipping/shipments/shipments.service.ts";
import { findAnnouncement } from "../announcements/announcements.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import * as store from "./following.store.ts";
import { recordTracked } from "./record-tracked.ts";

/** Time between the starts of two sweeps, ms. */
const EVERY_MS = 10 * 60_000;
/** Most pages of one sweep: a server that ignores the filter lists everything. */
const MOST_PAGES = 1_000;

/** Most labels whose states are kept; more are recorded again, which changes nothing. */
const MOST_KNOWN = 100_000;

/** Progress of an account's sweep, kept in memory. */
export type Sweep = {
  cursor: string | undefined;
  isRunning: boolean;
  beganMs: number;
  pages: number;
  /** State of each label when it was last recorded, so that an unchanged one is not written. */
  readonly known: Map<string, string>;
};

/** Creates the progress of a new account. */
export function createSweep(): Sweep {
  return { cursor: undefined, isRunning: false, beganMs: 0, pages: 0, known: new Map() };
}

type Swept = {
  readonly organizationID: string;
  readonly connection: Connection;
  readonly sweep: Sweep;
  readonly gapMs: number;
};

/**
 * Continues an account's sweep, or starts one when it is due.
 *
 * @param atMost Highest number of calls.
 * @returns The number of calls, and whether each was answered.
 */
export async function sweepOpen(
  deps: WriteDeps & Pick<FulfilmentDeps, "origin" | "geo">,
  swept: Swept,
  atMost: number,
  signal: AbortSignal,
): Promise<{ readonly calls: number; readonly isAnswered: boolean }> {
  const { connection, sweep, gapMs } = swept;
  if (connection.listOpen === undefined || !begin(deps, sweep))
    return { calls: 0, isAnswered: true };
  let calls = 0;
  while (sweep.isRunning && calls < atMost) {
    if (calls > 0) await setTimeout(gapMs, undefined, { signal, ref: false });
    calls += 1;
    const outcome = await connection.listOpen(
      sweep.cursor,
      AbortSignal.any([signal, AbortSignal.timeout(connection.timeoutMs)]),
    );
    if (outcome.outcome !== "done") {
      deps.log.warn(
        {
          accountID: connection.accountID,
          answer: outcome.outcome === "refused" ? outcome.reason : outcome.cause,
        },
        "a carrier gave no list of its labels",
      );
      return { calls, isAnswered: false };
    }
    await recordPage(deps, swept, outcome.value);
    sweep.pages += 1;
    sweep.cursor = outcome.value.next;
    sweep.isRunning = sweep.cursor !== undefined && sweep.pages < MOST_PAGES;
  }
  return { calls, isAnswered: true };
}

/** Starts a sweep when it is due. Returns whether one is running. */
function begin({ now }: Pick<WriteDeps, "now">, sweep: Sweep): boolean {
  const nowMs = Date.parse(now());
  if (sweep.isRunning) return true;
  // A start in the future means that the clock was set back.
  const isFresh = sweep.beganMs <= nowMs && nowMs - sweep.beganMs < EVERY_MS;
  if (isFresh) return false;
  if (sweep.known.size > MOST_KNOWN) sweep.known.clear();
  Object.assign(sweep, { cursor: undefined, isRunning: true, beganMs: nowMs, pages: 0 });
  return true;
}

type Listed = OpenLabels["labels"][number];

async function recordPage(
  deps: WriteDeps & Pick<FulfilmentDeps, "origin" | "geo">,
  { organizationID, connection: { accountID }, sweep }: Swept,
  { labels }: OpenLabels,
): Promise<void> {
  const found = labels.flatMap((label) => {
    const shipment = findOfBarcode(deps, organizationID, label.barcode);
    if (shipment === undefined || shipment.purchaseID === null) return [];
    const row = findAnnouncement(deps.db, shipment.purchaseID);
    const isSame = row?.accountID === accountID && detailsOf(row)["shipmentID"] === label.id;
    return isSame ? { label, shipment, transactionID: shipment.purchaseID } : [];
  });
  const askedAt = deps.now();
  inTransaction(deps, () => {
    for (const { transactionID } of found)
      store.markAsked(deps.db, { transactionID, accountID, askedAt });
  });
  for (const { label, shipment } of found) {
    const state = stateText(label);
    if (sweep.known.get(shipment.id) === state) continue;
    // Lists report no charges: what a label of a marketplace costs is its offer's price.
    const account = { organizationID, accountID, providerCode: shipment.providerCode };
    await recordTracked(deps, account, shipment.id, { purchaseKey: "", ...label.state });
    sweep.known.set(shipment.id, state);
    await yieldToEventLoop();
  }
}

function stateText({ state }: Listed): string {
  return JSON.stringify(state);
}
