/**
 * Asking for a shipment: the station that the hub notes first, which names the next one where it
 * gave the shipment away, and so on.
 */
import type { ReadDeps } from "../../db/deps.ts";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import type { Holder } from "../../db/need-lease.ts";
import { findHolder } from "../../db/shipment-claims.ts";
import { findEnd } from "../../db/station-ends.ts";
import type { SyncDeps } from "../deps.ts";
import { askStation } from "../ask.ts";
import { shipmentStateSchema, type ShipmentState } from "./shipment-state.store.ts";

const ANSWER_MS = 1_000;
/**
 * A holder that has given it away names the next one; more often than this only stations that pass
 * one around do.
 */
const MOST_HOPS = 8;

/**
 * `until`: by the hub's clock, ms since the epoch: the asker waits no longer, and must not be given
 * what it does not hear of.
 */
export const askSchema = z.object({ shipmentID: z.uuid(), until: z.int().optional() });
export type Ask = z.output<typeof askSchema>;
/**
 * "given": the one who asked has it. "elsewhere": `holder` has it. "bought": its label is bought,
 * or being bought. "ended": it was cancelled there. "unknown": the shipment has not come there.
 */
const answerSchema = z.object({
  answer: z.enum(["given", "elsewhere", "bought", "ended", "unknown"]),
  holder: z.uuid().optional(),
  /** With "given": the asker was given it before. */
  isRepeated: z.boolean().optional(),
  /** With "given": the facts of the shipment that the giver has. */
  state: shipmentStateSchema.optional(),
});
/** Of an answer: a shipment may have some thousand facts. */
const ANSWER: TextLimits = { bytes: 1024 * 1024, depth: 8, values: 50_000 };
export type Answer = z.output<typeof answerSchema>;
/** The last answer on the way to a shipment's holder, and who gave it. */
export type Consent = {
  readonly answer: Answer["answer"] | undefined;
  readonly by: string;
  readonly state?: ShipmentState | undefined;
};

type AskParts = {
  readonly deps: Pick<SyncDeps, "db" | "log">;
  readonly nc: NatsConnection;
  /** The hub's time, ms since the epoch. */
  readonly hubNow: () => number;
};

/**
 * Asks for consent. What a station says that was not named by the one before proves nothing: it may
 * have had the shipment long ago.
 *
 * @returns The last answer, and who gave it; no answer when it is not known who has the shipment.
 */
export async function askForConsent(
  parts: AskParts,
  shipmentID: string,
  first: Holder,
  untilMs: number,
): Promise<Consent> {
  const { db } = parts.deps;
  const me = db.stationID;
  const asked = new Set<string>();
  let next = first;
  for (let hops = 0; hops < MOST_HOPS && performance.now() < untilMs; hops += 1) {
    // The way leads to this station, which may have given the shipment away since: the one that it
    // gave it to is asked.
    if (next.id === me) next = { id: findHolder(db, shipmentID) ?? me, incarnation: null };
    if (next.id === me || isGone(parts.deps, next)) return { answer: "given", by: next.id };
    const answered = await ask(parts, next.id, shipmentID);
    asked.add(next.id);
    // One that was given it by a station which had to give it away, and was revoked before it was
    // noted.
    if (answered === undefined && next.incarnation === null && findEnd(db, next.id) !== undefined)
      return { answer: "given", by: next.id };
    const givenTo = findHolder(db, shipmentID);
    // A hub that was set back leads to a station whose consent is from before this one gave the
    // shipment away.
    const isOutdated = answered?.isRepeated === true && givenTo !== undefined && givenTo !== me;
    if (isOutdated && !asked.has(givenTo)) next = { id: givenTo, incarnation: null };
    else if (answered?.answer === "elsewhere" && answered.holder !== undefined)
      next = { id: answered.holder, incarnation: null };
    else return { answer: answered?.answer, by: next.id, state: answered?.state };
  }
  return { answer: "elsewhere", by: next.id };
}

/** All that it published is applied here: its end stands behind that in the stream. */
function isGone({ db }: ReadDeps, { id, incarnation }: Holder): boolean {
  const end = findEnd(db, id);
  return end !== undefined && incarnation !== null && incarnation <= end.incarnation;
}

async function ask(
  { deps, nc, hubNow }: AskParts,
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
    deps.log.info({ err, holder }, "the station that has a shipment did not answer");
    return undefined;
  }
}
