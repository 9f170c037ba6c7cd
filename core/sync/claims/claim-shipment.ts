/**
 * Taking a shipment over from another station, so that no two buy it. Two things make a station its holder: the consent of the one before, which
 * writes down that it gave the shipment away before it answers, and the hub's note, written by compare-and-set. Of two stations that have a
 * consent the hub takes one; a station that was asked for the shipment while its own note was on the way has given it away again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { guarded } from "../../base/guarded.ts";
import { inTransaction } from "../../db/change.ts";
import type { ClaimNeed } from "../../db/need-lease.ts";
import { findHolder, holderOf, writeHolder } from "../../db/shipment-claims.ts";
import type { Deps } from "../../deps.ts";
import type { ScarceBucket } from "../leases/scarce-bucket.ts";
import { hasLivePurchase } from "../../transactions/transactions.service.ts";

const ANSWER_MS = 1_000;
const ARRIVED_EACH_MS = 10;
/** A holder that has given it away names the next one; more often than this only stations that pass one around do. */
const MOST_HOPS = 8;

const askSchema = z.object({ from: z.string(), shipmentID: z.string() });
/** "given": the one who asked has it. "elsewhere": `holder` has it. "bought": its label is bought, or being bought. "unknown": the shipment has not come there. */
const answerSchema = z.object({ answer: z.enum(["given", "elsewhere", "bought", "unknown"]), holder: z.string().optional() });
type Answer = z.output<typeof answerSchema>;

const claimSchema = z.object({ holder: z.string() });

type Parts = { readonly deps: Pick<Deps, "db" | "now" | "newId" | "log">; readonly kv: ScarceBucket; readonly nc: NatsConnection };

export type Claims = {
  /** @returns Whether it is worth trying again: the shipment is this station's, or it is known by now that it is bought. */
  obtain(need: ClaimNeed, untilMs: number): Promise<boolean>;
  close(): void;
};

/** Taking one shipment over, while it is under way. `isGivenAway`: another station was given it meanwhile. */
type Attempt = { isGivenAway: boolean; outcome: Promise<boolean> };

/** Answers the other stations from now on. */
export function createClaims({ deps, kv, nc }: Parts): Claims {
  const { db } = deps;
  const me = db.stationID;
  const underWay = new Map<string, Attempt>();

  const give = ({ from, shipmentID }: z.output<typeof askSchema>): Answer =>
    inTransaction(deps, () => {
      const holder = holderOf(db, shipmentID);
      if (holder === undefined) return { answer: "unknown" };
      const noted = findHolder(db, shipmentID);
      if (noted !== undefined && noted !== me) return noted === from ? { answer: "given" } : { answer: "elsewhere", holder: noted };
      if (hasLivePurchase(deps, shipmentID)) return { answer: "bought" };
      // Also what it does not have: a note of its own that is on the way to the hub counts no more then.
      writeHolder(db, shipmentID, from);
      const own = underWay.get(shipmentID);
      if (own !== undefined) own.isGivenAway = true;
      return { answer: "given" };
    });

  const answer = (msg: Msg): void =>
    void guarded(deps.log, "a station's question for a shipment could not be answered", () => {
      msg.respond(JSON.stringify(give(askSchema.parse(msg.json()))));
    });
  const questions = nc.subscribe(`ask.${me}.claim`, { callback: (error, msg) => (error === null ? answer(msg) : undefined) });

  const ask = async (holder: string, shipmentID: string): Promise<Answer | undefined> => {
    try {
      const reply = await nc.request(`ask.${holder}.claim`, JSON.stringify({ from: me, shipmentID }), { timeout: ANSWER_MS });
      return answerSchema.parse(reply.json());
    } catch (err) {
      deps.log.info({ err, holder }, "the station that has a shipment did not answer");
      return undefined;
    }
  };

  const obtain = async ({ shipmentID, holder: known }: ClaimNeed, own: Attempt, untilMs: number): Promise<boolean> => {
    let next: string | undefined;
    for (let hops = 0; hops < MOST_HOPS && performance.now() < untilMs; hops += 1) {
      own.isGivenAway = false;
      const entry = await kv.get(keyOf(shipmentID));
      const noted = entry?.operation === "PUT" ? claimSchema.safeParse(entry.json()) : undefined;
      const holder: string = next ?? (noted?.success === true ? noted.data.holder : known);
      // The hub notes this station, which has given the shipment away since: the one that it gave it to is asked.
      const asked: string | undefined = holder === me ? findHolder(db, shipmentID) : holder;
      const answered = asked === undefined || asked === me ? { answer: "given" as const } : await ask(asked, shipmentID);
      if (answered === undefined || answered.answer === "unknown") return false;
      if (answered.answer === "bought") return await arrives(deps, shipmentID, untilMs);
      next = answered.answer === "elsewhere" ? answered.holder : undefined;
      if (answered.answer !== "given" || own.isGivenAway || !(await note(kv, shipmentID, me, entry?.revision))) continue;
      if (!own.isGivenAway) inTransaction(deps, () => writeHolder(db, shipmentID, me));
      return true;
    }
    return false;
  };

  return {
    obtain(need, untilMs) {
      const known = underWay.get(need.shipmentID);
      if (known !== undefined) return known.outcome;
      const own: Attempt = { isGivenAway: false, outcome: Promise.resolve(false) };
      underWay.set(need.shipmentID, own);
      own.outcome = obtain(need, own, untilMs).finally(() => underWay.delete(need.shipmentID));
      return own.outcome;
    },
    close: () => questions.unsubscribe(),
  };
}

/** The purchase of another station is on its way here. */
async function arrives(deps: Pick<Deps, "db">, shipmentID: string, untilMs: number): Promise<boolean> {
  while (performance.now() < untilMs) {
    if (hasLivePurchase(deps, shipmentID)) return true;
    await sleep(ARRIVED_EACH_MS);
  }
  return false;
}

/** @returns False when another station was first. */
async function note(kv: ScarceBucket, shipmentID: string, holder: string, revision: number | undefined): Promise<boolean> {
  const body = JSON.stringify({ holder });
  try {
    await (revision === undefined ? kv.create(keyOf(shipmentID), body) : kv.update(keyOf(shipmentID), body, revision));
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence) return false;
    throw error;
  }
}

function keyOf(shipmentID: string): string {
  return `claim.${shipmentID}`;
}
