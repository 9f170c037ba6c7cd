/**
 * Manages how much of the balance this station can spend, and how stations help each other. A
 * station that finds the pool empty asks the other stations, which first return what exceeds their
 * own need, and finally everything.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import type { MoneyNeed } from "../../db/leases.ts";
import { capacityOf, findMoneyLease, moneyTarget } from "../../organizations/ledger/money-lease.ts";
import { getBalance } from "../../organizations/ledger/ledger.service.ts";
import { countLive, poolOf } from "./money-pool.ts";
import {
  ALL,
  answerQuestions,
  readQuestion,
  publishToAll,
  type MayAsk,
} from "../station-requests.ts";
import { enrolMoney, obtainMoney, returnMoney, type MoneyDeps } from "./obtain-money.ts";
import type { ScarceBucket } from "./scarce-bucket.ts";

const ASKED_EACH_MS = 100;
/**
 * First round in which a station keeps only half of its target, and first round in which it gives
 * everything.
 */
const HALF_FROM = 1;
const ALL_FROM = 3;
/** A station returns what exceeds this many times its need. */
const IDLE_TIMES = 4;
const ANSWER_MS = 2_000;

const askSchema = z.object({
  organizationID: z.uuid(),
  need: z.int().positive(),
  round: z.int().min(0),
});
type Ask = z.output<typeof askSchema>;

export type MoneyLeases = {
  /**
   * Obtains money, and returns whether the need can be met now.
   *
   * @param untilMs By `performance.now()`.
   */
  obtain(need: MoneyNeed, untilMs: number): Promise<boolean>;
  /** Returns what this station does not need, and aligns its row with the hub's document. */
  settle(organizationID: string): Promise<void>;
  close(): void;
};

/** State of money calls per organization. */
type Calls = {
  readonly kv: ScarceBucket;
  readonly nc: NatsConnection;
  readonly deps: MoneyDeps;
  /** Organizations for which this station is asking other stations. */
  readonly asking: Set<string>;
  /** The last call of each organization. */
  readonly turns: Map<string, Promise<unknown>>;
};

/**
 * Creates the money leases of a session. Calls about one organization's money run one after the
 * other.
 */
export function createMoneyLeases(
  kv: ScarceBucket,
  nc: NatsConnection,
  deps: MoneyDeps,
  mayAsk: MayAsk = () => true,
): MoneyLeases {
  const calls: Calls = { kv, nc, deps, asking: new Set(), turns: new Map() };
  const stopAnswering = answerQuestions(nc, {
    to: ALL,
    kind: "money",
    mayAsk,
    log: deps.log,
    answer: (question, from) => answer(calls, question, from),
  });
  return {
    obtain: (need, untilMs) =>
      inTurn(calls, need.organizationID, () =>
        obtain(calls, need, untilMs).finally(() => calls.asking.delete(need.organizationID)),
      ),
    settle: (organizationID) => inTurn(calls, organizationID, () => settle(calls, organizationID)),
    close: stopAnswering,
  };
}

function inTurn<T>({ turns }: Calls, organizationID: string, run: () => Promise<T>): Promise<T> {
  const turn = (turns.get(organizationID) ?? Promise.resolve()).then(run, run);
  turns.set(
    organizationID,
    turn.catch(() => {}),
  );
  return turn;
}

async function obtain(
  { kv, nc, deps, asking }: Calls,
  { organizationID, amount, missing }: MoneyNeed,
  untilMs: number,
): Promise<boolean> {
  const hasWaited = performance.now() >= untilMs;
  // An earlier call may have brought enough money.
  if (hasWaited) return capacityOf(deps, organizationID) >= amount;
  if (
    findMoneyLease(deps, organizationID) === undefined &&
    !(await enrolMoney(kv, deps, organizationID, false, untilMs))
  )
    return false;
  const target = Math.max(moneyTarget(deps, organizationID), amount);
  const wanted = Math.max(missing, target - capacityOf(deps, organizationID));
  let came = 0;
  for (let round = 0; ; round += 1) {
    const got = await obtainMoney(kv, deps, organizationID, wanted - came, untilMs);
    if (got === undefined) return false;
    came += got.came;
    if (came >= missing) return true;
    if (performance.now() >= untilMs) return false;
    asking.add(organizationID);
    publishToAll(nc, deps.db.stationID, "money", {
      organizationID,
      need: missing - came,
      round,
    } satisfies Ask);
    await sleep(ASKED_EACH_MS);
  }
}

async function settle({ kv, deps }: Calls, organizationID: string): Promise<void> {
  const giveBack = (amount: number): Promise<unknown> =>
    returnMoney(kv, deps, organizationID, amount, performance.now() + ANSWER_MS);
  const got = await obtainMoney(kv, deps, organizationID, 0, performance.now() + ANSWER_MS);
  if (got === undefined) return;
  // A station without payments keeps its equal share, because it may be disconnected before its
  // first payment.
  const share = Math.floor(getBalance(deps, organizationID).balance / countLive(got.pool));
  // All stations with money left cover a purchase that was approved beyond a station's share.
  const owed = -poolOf(got.pool);
  if (owed > 0) await giveBack(owed);
  const beyond =
    capacityOf(deps, organizationID) -
    Math.max(share, IDLE_TIMES * moneyTarget(deps, organizationID));
  if (beyond > 0) await giveBack(beyond);
}

/** Returns money to the pool for a station that has found the pool empty. */
function answer({ kv, deps, asking }: Calls, question: Uint8Array, from: string): undefined {
  if (from === deps.db.stationID) return;
  const ask = readQuestion(question, askSchema);
  // If two stations lack money, the station with the smaller id is served; otherwise each station
  // would serve the other forever.
  const isServed = !asking.has(ask.organizationID) || deps.db.stationID >= from;
  const amount = isServed ? spare(deps, ask) : 0;
  if (amount > 0)
    void returnMoney(kv, deps, ask.organizationID, amount, performance.now() + ANSWER_MS).catch(
      (err: unknown) =>
        deps.log.error({ err }, "money could not be returned to the hub; the next call reports it"),
    );
}

/** Computes the amount that this station gives to an asking station, minor units. */
function spare(deps: MoneyDeps, { organizationID, need, round }: Ask): number {
  const keep =
    round >= ALL_FROM ? 0 : moneyTarget(deps, organizationID) / (round >= HALF_FROM ? 2 : 1);
  return Math.min(need, Math.floor(capacityOf(deps, organizationID) - keep));
}
