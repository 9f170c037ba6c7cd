/**
 * Asks for a shipment: first the station that the hub has recorded as holder, or without a record
 * the station that created the shipment. A station that gave the shipment away names the next
 * station to ask.
 */
import type { ReadDeps } from "../../db/deps.ts";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import type { Holder } from "../../db/leases.ts";
import { findHolder } from "../../db/shipment-claims.ts";
import { findEnd } from "../../db/station-ends.ts";
import type { SyncDeps } from "../deps.ts";
import { askStation } from "../station-requests.ts";
import { shipmentStateSchema, type ShipmentState } from "./shipment-state.store.ts";

const ANSWER_MS = 1_000;
/**
 * Maximum number of stations that are asked in turn. More would be needed only when stations pass a
 * shipment around in a circle.
 */
const MOST_HOPS = 8;

/**
 * `until`: time when the asker stops waiting, by the hub's clock, ms since the epoch. A later
 * answer must not give the shipment, because the asker would not learn of it.
 */
export const askSchema = z.object({ shipmentID: z.uuid(), until: z.int().optional() });
export type Ask = z.output<typeof askSchema>;
/**
 * "given": the asked station gives the shipment to the asker. "elsewhere": `holder` has the
 * shipment. "bought": the label is bought, or being bought. "ended": the shipment was cancelled at
 * the asked station. "unknown": the shipment has not arrived there, or that station is taking the
 * shipment back, or has taken it back from the asker.
 */
const answerSchema = z.object({
  answer: z.enum(["given", "elsewhere", "bought", "ended", "unknown"]),
  holder: z.uuid().optional(),
  /** With "given": whether the asker had been given the shipment before. */
  isRepeated: z.boolean().optional(),
  /** With "given": the giver's state of the shipment. */
  state: shipmentStateSchema.optional(),
});
/** Limits for an answer: a shipment may have several thousand facts. */
const ANSWER: TextLimits = { bytes: 1024 * 1024, depth: 8, values: 50_000 };
export type Answer = z.output<typeof answerSchema>;
/** The last answer on the way to a shipment's holder, and the station that gave it. */
export type Consent = {
  readonly answer: Answer["answer"] | undefined;
  readonly by: string;
  readonly state?: ShipmentState | undefined;
};

type AskSetup = {
  readonly deps: Pick<SyncDeps, "db" | "log">;
  readonly nc: NatsConnection;
  /** The hub's time, ms since the epoch. */
  readonly hubNow: () => number;
};

/**
 * Asks for consent: first the station `first`, then the station that the previous answer or this
 * station's own record names. Any other station may have had the shipment long ago, and its answer
 * would prove nothing.
 *
 * @returns The last answer and its station; `answer` is undefined when that station did not answer.
 */
export async function askForConsent(
  setup: AskSetup,
  shipmentID: string,
  first: Holder,
  untilMs: number,
): Promise<Consent> {
  const { db } = setup.deps;
  const me = db.stationID;
  const asked = new Set<string>();
  let next = first;
  for (let hops = 0; hops < MOST_HOPS && performance.now() < untilMs; hops += 1) {
    // The chain leads to this station, which may have given the shipment away: the next station to
    // ask is the station that got it.
    if (next.id === me) next = { id: findHolder(db, shipmentID) ?? me, incarnation: null };
    if (next.id === me || isGone(setup.deps, next)) return { answer: "given", by: next.id };
    const answered = await ask(setup, next.id, shipmentID);
    asked.add(next.id);
    // The holder was given the shipment and was revoked before the hub recorded it.
    if (answered === undefined && next.incarnation === null && findEnd(db, next.id) !== undefined)
      return { answer: "given", by: next.id };
    const givenTo = findHolder(db, shipmentID);
    // A repeated consent is outdated when this station has given the shipment away after it; a
    // restored hub may still name the station that gave the consent.
    const isOutdated = answered?.isRepeated === true && givenTo !== undefined && givenTo !== me;
    if (isOutdated && !asked.has(givenTo)) next = { id: givenTo, incarnation: null };
    else if (answered?.answer === "elsewhere" && answered.holder !== undefined)
      next = { id: answered.holder, incarnation: null };
    else return { answer: answered?.answer, by: next.id, state: answered?.state };
  }
  return { answer: "elsewhere", by: next.id };
}

/**
 * Returns whether the holder was revoked. Everything that a revoked holder published is applied
 * here, because its revocation follows these messages in the stream.
 */
function isGone({ db }: ReadDeps, { id, incarnation }: Holder): boolean {
  const end = findEnd(db, id);
  return end !== undefined && incarnation !== null && incarnation <= end.incarnation;
}

async function ask(
  { deps, nc, hubNow }: AskSetup,
  holder: string,
  shipmentID: string,
): Promise<Answer | undefined> {
  try {
    const question = JSON.stringify({ shipmentID, until: Math.round(hubNow()) + ANSWER_MS });
    const reply = await askStation(nc, {
      to: holder,
      from: deps.db.stationID,
      kind: "claim",
      question,
      timeout: ANSWER_MS,
    });
    return parseBounded(reply, answerSchema, "a station's answer about a shipment", ANSWER);
  } catch (err) {
    deps.log.info({ err, holder }, "the station that holds a shipment did not answer");
    return undefined;
  }
}
