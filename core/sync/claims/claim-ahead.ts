/**
 * Orders of other stations that a desk works on are taken over ahead, some at a time: it goes on
 * with them while the hub or the station that made them is away. One question brings a batch; the
 * station asked gives it away in one transaction, and the hub notes each order.
 */
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import { inTransaction } from "../../db/change.ts";
import { findHolder, listHeldOf, writeHolder } from "../../db/shipment-claims.ts";
import { isWaiting, listWaitingIDs } from "../../shipping/shipments/shipments.service.ts";
import { hasLivePurchase } from "../../fulfilment/transactions/transactions.service.ts";
import { answerQuestions, askStation, readQuestion } from "../ask.ts";
import { writeNotes } from "./claim-notes.ts";
import { arrives } from "./arrives.ts";
import type { Attempt, ClaimParts } from "./claim-shipment.ts";
import { isLate } from "./is-late.ts";
import { knows, shipmentStateSchema, stateOf, type ShipmentState } from "./shipment-state.store.ts";

/** Orders in a batch. */
const BATCH = 20;
/** With fewer at hand the next batch is asked for. */
const LOW = 10;
/** A station keeps its oldest orders, which it is packing now, and half of the others. */
const KEPT = 5;
/** Looked through for those that a station has. */
const LOOKED_AT = 200;
/** So long after the last order of a station it is asked for more. */
const WORKED_MS = 30 * 60_000;
const ANSWER_MS = 2_000;

const askSchema = z.object({ atMost: z.int().min(1).max(100), until: z.int().optional() });
/** `states`: what is known there of each, in the same order. */
const answerSchema = z.object({
  shipmentIDs: z.array(z.uuid()).max(BATCH),
  states: z.array(shipmentStateSchema).max(BATCH).optional(),
});
const ANSWER: TextLimits = { bytes: 4 * 1024 * 1024, depth: 8, values: 100_000 };

type Given = { readonly id: string; readonly state: ShipmentState | undefined };

export type ClaimsAhead = {
  /** An order of that station was taken over by itself. */
  noteTaken(from: string): void;
  close(): void;
};

/** The orders that are had ahead, and what other stations owe. */
type Ahead = Pick<ClaimParts, "deps" | "kv" | "nc" | "hubNow"> & {
  readonly organizationID: string;
  /** Orders that are being taken over. */
  readonly underWay: Map<string, Attempt>;
  readonly onGiven: (shipmentID: string) => void;
  /** When an order of a station was taken over by itself, by station. */
  readonly lastTaken: Map<string, number>;
  /** Given to this station, which does not know all yet that the giver knows, by station. */
  readonly owed: Map<string, readonly Given[]>;
  atHand: string[];
  isAsking: boolean;
};

/**
 * @param underWay Single orders that are being taken over; those of a batch are among them
 *   meanwhile.
 */
export function claimAhead(
  { deps, kv, nc, hubNow, mayAsk }: ClaimParts,
  organizationID: string,
  underWay: Map<string, Attempt>,
  onGiven: (shipmentID: string) => void,
): ClaimsAhead {
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
      return isLate(asked, hubNow()) ? undefined : JSON.stringify(give(ahead, asked, from));
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

/** Takes over what a station gives, as far as all that it knows of it has come here. */
async function take(ahead: Ahead, from: string): Promise<void> {
  const { deps, owed, underWay } = ahead;
  const { db } = deps;
  const given = owed.get(from) ?? (await ask(ahead, from));
  const isKnown = ({ id, state }: Given): boolean => state === undefined || knows(db, id, state);
  await arrives(() => given.every(isKnown), performance.now() + deps.syncTimes.claimsArriveMs);
  // Nothing more is asked for before this station knows those as well: it would be given all that
  // the other one has, and take nothing.
  const later = given.filter((one) => !isKnown(one));
  if (later.length === 0) owed.delete(from);
  else owed.set(from, later);
  // One that this station gave away meanwhile, maybe back to the station that gives it, is not
  // taken.
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
      ahead.deps.log.info({ err }, "orders of another station could not be had ahead"),
    )
    .finally(() => (ahead.isAsking = false));
}
