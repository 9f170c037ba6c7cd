/**
 * Prefetches claims on orders of another station in batches while this desk works on orders of that
 * station, so that the desk can continue when the hub or the other station is unreachable. One
 * request fetches a batch; the asked station gives the batch away in one transaction, and the hub
 * records each order.
 */
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import { inTransaction } from "../../db/change.ts";
import { findHolder, listHeldOf, writeHolder } from "../../db/shipment-claims.ts";
import { isWaiting, listWaitingIDs } from "../../shipping/shipments/shipments.service.ts";
import { hasLivePurchase } from "../../fulfilment/transactions/transactions.service.ts";
import { answerQuestions, askStation, readQuestion } from "../station-requests.ts";
import { writeNotes } from "./claim-notes.ts";
import { hasArrived } from "./has-arrived.ts";
import type { Attempt, ClaimHub } from "./claim-attempt.ts";
import { hasExpired } from "./has-expired.ts";
import { knows, shipmentStateSchema, stateOf, type ShipmentState } from "./shipment-state.store.ts";

/** Orders per batch. */
const BATCH = 20;
/** The next batch is requested when fewer prefetched orders than this are left. */
const LOW = 10;
/**
 * Number of orders that a giving station keeps: its oldest orders, which it is packing now. It also
 * keeps at least half of its other orders.
 */
const KEPT = 5;
/** Number of waiting orders among which a giving station looks for orders that it holds. */
const LOOKED_AT = 200;
/**
 * Time for which more orders of a station are prefetched after one of its orders was claimed
 * individually, ms.
 */
const WORKED_MS = 30 * 60_000;
const ANSWER_MS = 2_000;

const askSchema = z.object({ atMost: z.int().min(1).max(100), until: z.int().optional() });
/** `states`: the giver's state of each shipment, in the same order. */
const answerSchema = z.object({
  shipmentIDs: z.array(z.uuid()).max(BATCH),
  states: z.array(shipmentStateSchema).max(BATCH).optional(),
});
const ANSWER: TextLimits = { bytes: 4 * 1024 * 1024, depth: 8, values: 100_000 };

type Given = { readonly id: string; readonly state: ShipmentState | undefined };

export type PrefetchedClaims = {
  /** Records that an order of the station `from` was claimed individually. */
  noteTaken(from: string): void;
  close(): void;
};

/** State of the prefetching. */
type Ahead = Pick<ClaimHub, "deps" | "kv" | "nc" | "hubNow"> & {
  readonly organizationID: string;
  /** Orders that are being claimed. */
  readonly underWay: Map<string, Attempt>;
  readonly onGiven: (shipmentID: string) => void;
  /**
   * Station → time when an order of this station was last claimed individually.
   */
  readonly lastTaken: Map<string, number>;
  /**
   * Station → orders that it has given to this station, whose state has not fully arrived here.
   */
  readonly owed: Map<string, readonly Given[]>;
  atHand: string[];
  isAsking: boolean;
};

/**
 * Starts to claim orders ahead of their purchase, and to answer other stations that do so.
 *
 * @param underWay Claims of single orders that are in progress; orders of a batch are added while
 *   they are claimed.
 */
export function prefetchClaims(
  { deps, kv, nc, hubNow, mayAsk }: ClaimHub,
  organizationID: string,
  underWay: Map<string, Attempt>,
  onGiven: (shipmentID: string) => void,
): PrefetchedClaims {
  const ahead: Ahead = {
    deps,
    kv,
    nc,
    hubNow,
    organizationID,
    underWay,
    onGiven,
    lastTaken: new Map(),
    owed: new Map(),
    atHand: [],
    isAsking: false,
  };
  const stopAnswering = answerQuestions(nc, {
    to: deps.db.stationID,
    kind: "claims",
    mayAsk,
    log: deps.log,
    answer(question, from) {
      const asked = readQuestion(question, askSchema);
      return hasExpired(asked, hubNow()) ? undefined : JSON.stringify(give(ahead, asked, from));
    },
  });
  const timer = setInterval(lookOnce, deps.syncTimes.claimsAheadMs, ahead).unref();
  return {
    noteTaken(from) {
      ahead.lastTaken.set(from, performance.now());
      setImmediate(lookOnce, ahead);
    },
    close() {
      clearInterval(timer);
      stopAnswering();
    },
  };
}

/** Gives some of the orders that wait here to a station that asks. */
function give(
  { deps, organizationID, underWay, onGiven }: Ahead,
  { atMost }: z.output<typeof askSchema>,
  from: string,
): z.output<typeof answerSchema> {
  const { db } = deps;
  return inTransaction(deps, () => {
    const held = listHeldOf(db, listWaitingIDs(deps, organizationID, LOOKED_AT)).filter(
      (id) => !underWay.has(id) && !hasLivePurchase(deps, id),
    );
    const given = held.slice(
      KEPT,
      KEPT + Math.min(atMost, BATCH, Math.floor((held.length - KEPT) / 2)),
    );
    for (const id of given) {
      writeHolder(db, id, from);
      onGiven(id);
    }
    return { shipmentIDs: given, states: given.map((id) => stateOf(db, id)) };
  });
}

async function ask({ deps, nc, hubNow }: Ahead, from: string): Promise<Given[]> {
  const question = JSON.stringify({ atMost: BATCH, until: Math.round(hubNow()) + ANSWER_MS });
  const reply = await askStation(nc, {
    to: from,
    from: deps.db.stationID,
    kind: "claims",
    question,
    timeout: ANSWER_MS,
  });
  const { shipmentIDs, states = [] } = parseBounded(
    reply,
    answerSchema,
    "a station's answer about orders",
    ANSWER,
  );
  return shipmentIDs.map((id, i) => ({ id, state: states[i] }));
}

/** Claims the orders that a station gives, if the giver's state of the orders has arrived here. */
async function take(ahead: Ahead, from: string): Promise<void> {
  const { deps, owed, underWay } = ahead;
  const { db } = deps;
  const given = owed.get(from) ?? (await ask(ahead, from));
  const isKnown = ({ id, state }: Given): boolean => state === undefined || knows(db, id, state);
  await hasArrived(() => given.every(isKnown), performance.now() + deps.syncTimes.claimsArriveMs);
  // Nothing more is requested until the state of these orders has arrived. Otherwise this station
  // would be given all orders and claim none.
  const later = given.filter((one) => !isKnown(one));
  if (later.length === 0) owed.delete(from);
  else owed.set(from, later);
  // Skips an order that this station gave away meanwhile, perhaps back to the giver.
  const ids = given
    .flatMap((one) => (later.includes(one) ? [] : [one.id]))
    .filter((id) => !underWay.has(id) && [undefined, db.stationID].includes(findHolder(db, id)));
  await noteTogether(ahead, ids, from);
}

async function noteTogether(ahead: Ahead, ids: readonly string[], from: string): Promise<void> {
  const { deps, kv, underWay } = ahead;
  const { db } = deps;
  const me = db.stationID;
  const own = new Map(
    ids.map((id): [string, Attempt] => [
      id,
      { isGivenAway: false, outcome: Promise.resolve(false) },
    ]),
  );
  for (const [id, attempt] of own) underWay.set(id, attempt);
  try {
    const noted = await writeNotes(kv, ids, { id: me, incarnation: db.incarnation }, from);
    const mine = noted.filter((id) => own.get(id)?.isGivenAway === false);
    inTransaction(deps, () => mine.forEach((id) => writeHolder(db, id, me)));
    ahead.atHand.push(...mine);
  } finally {
    for (const id of ids) underWay.delete(id);
  }
}

async function look(ahead: Ahead): Promise<void> {
  const { deps, lastTaken } = ahead;
  const since = performance.now() - WORKED_MS;
  ahead.atHand = listHeldOf(
    deps.db,
    ahead.atHand.filter((id) => isWaiting(deps, id)),
  );
  for (const [from, atMs] of lastTaken) {
    if (atMs < since) lastTaken.delete(from);
    else if (ahead.atHand.length < LOW) await take(ahead, from);
  }
}

function lookOnce(ahead: Ahead): void {
  if (ahead.isAsking || ahead.lastTaken.size === 0) return;
  ahead.isAsking = true;
  look(ahead)
    .catch((err: unknown) =>
      ahead.deps.log.info({ err }, "orders of another station could not be prefetched"),
    )
    .finally(() => (ahead.isAsking = false));
}
