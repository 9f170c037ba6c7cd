/**
 * Taking a shipment over from another station, so that no two buy it. Two things make a station its
 * holder: the consent of the one before, which writes down that it gave the shipment away before it
 * answers, and the hub's note, written by compare-and-set. Of two stations that have a consent the
 * hub takes one; a station that was asked for the shipment while its own note was on the way has
 * given it away again. A station that was revoked is not asked once all that it published is
 * applied: the note alone decides then.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import { inTransaction } from "../../db/change.ts";
import type { ClaimNeed, Holder } from "../../db/need-lease.ts";
import { findHolder, makerOf, writeHolder } from "../../db/shipment-claims.ts";
import { findEnd } from "../../db/station-ends.ts";
import type { Deps } from "../../deps.ts";
import type { ScarceBucket } from "../leases/scarce-bucket.ts";
import { findShipmentRow } from "../../shipments/shipments.service.ts";
import { hasLivePurchase } from "../../transactions/transactions.service.ts";
import { answerQuestions, askStation, readQuestion, type MayAsk } from "../ask.ts";
import { arrives } from "./arrives.ts";
import { isLate } from "./is-late.ts";
import { claimAhead } from "./claim-ahead.ts";
import { readNote, writeNote, type ClaimNote } from "./claim-notes.ts";
import { createGivenAway } from "./given-away.ts";
import { knows, shipmentStateSchema, stateOf, type ShipmentState } from "./shipment-state.store.ts";

const ANSWER_MS = 1_000;
/**
 * A holder that has given it away names the next one; more often than this only stations that pass
 * one around do.
 */
const MOST_HOPS = 8;
/** A station that has just joined is on the hub's list by then. */
const LISTED_WITHIN_MS = 60_000;
/** The hub has no note of the station that this one gave a shipment to. */
const TAKEN_BACK: Consent = { answer: "given", by: "" };
/** Stations that take it from each other try again at different times. */
const APART_MS = 20;

/**
 * `until`: by the hub's clock, ms since the epoch: the asker waits no longer, and must not be given
 * what it does not hear of.
 */
const askSchema = z.object({ shipmentID: z.uuid(), until: z.int().optional() });
/**
 * "given": the one who asked has it. "elsewhere": `holder` has it. "bought": its label is bought,
 * or being bought. "ended": it was cancelled there. "unknown": the shipment has not come there.
 */
const answerSchema = z.object({
  answer: z.enum(["given", "elsewhere", "bought", "ended", "unknown"]),
  holder: z.uuid().optional(),
  /** Of "given": it was given to the one who asks before. */ isRepeated: z.boolean().optional(),
  /** Of "given": what is known of it there. */ state: shipmentStateSchema.optional(),
});
/** Of an answer: a shipment may have some thousand facts. */
const ANSWER: TextLimits = { bytes: 1024 * 1024, depth: 8, values: 50_000 };
type Answer = z.output<typeof answerSchema>;
/** The last answer on the way to a shipment's holder, and who gave it. */
type Consent = {
  readonly answer: Answer["answer"] | undefined;
  readonly by: string;
  readonly state?: ShipmentState | undefined;
};

export type ClaimParts = {
  readonly deps: Pick<Deps, "db" | "now" | "newId" | "log" | "syncTimes">;
  readonly kv: ScarceBucket;
  readonly nc: NatsConnection;
  /** The hub's time, ms since the epoch. */
  readonly hubNow: () => number;
  readonly mayAsk: MayAsk;
  /** Whether the hub lists such a station, also one that is revoked. */
  readonly isKnown: (stationID: string) => boolean;
};

export type Claims = {
  /**
   * @returns Whether it is worth trying again: the shipment is this station's, or it is known by
   *   now that it is bought.
   */
  obtain(need: ClaimNeed, untilMs: number): Promise<boolean>;
  close(): void;
};

/**
 * Taking one shipment over, while it is under way. `isGivenAway`: another station was given it
 * meanwhile. `isBack`: it is taken back, and given to nobody.
 */
export type Attempt = { isGivenAway: boolean; isBack?: boolean; outcome: Promise<boolean> };

/**
 * Answers the other stations from now on.
 * @param organizationID Whose orders are taken over ahead; absent: none.
 */
export function createClaims(
  { deps, kv, nc, hubNow, mayAsk, isKnown }: ClaimParts,
  organizationID?: string,
): Claims {
  const { db } = deps;
  const me = db.stationID;
  const underWay = new Map<string, Attempt>();
  const givenAway = createGivenAway(deps);
  const ahead =
    organizationID === undefined
      ? undefined
      : claimAhead({ deps, kv, nc, hubNow, mayAsk, isKnown }, organizationID, underWay, (id) =>
          givenAway.note(id),
        );

  /** Another organization's is none of the other stations' business. */
  const isShared = (shipmentID: string): boolean => {
    const row = findShipmentRow(deps, shipmentID);
    return (
      row !== undefined && (organizationID === undefined || row.organization_id === organizationID)
    );
  };

  const give = ({ shipmentID }: z.output<typeof askSchema>, from: string): Answer =>
    inTransaction(deps, () => {
      if (!isShared(shipmentID)) return { answer: "unknown" };
      const noted = findHolder(db, shipmentID);
      const isAway = noted !== undefined && noted !== me;
      if (!isAway && hasLivePurchase(deps, shipmentID)) return { answer: "bought" };
      // Its cancellation may still be on the way to the one that asks, which would buy it.
      if (!isAway && isCancelled(deps, shipmentID)) return { answer: "ended" };
      // Also for one that it does not have: a note of its own that is on the way to the hub counts
      // no more then.
      const own = underWay.get(shipmentID);
      if (own?.isBack === true || givenAway.isUntaken(shipmentID, from))
        return { answer: "unknown" };
      if (own !== undefined) own.isGivenAway = true;
      if (isAway)
        return noted === from
          ? { answer: "given", isRepeated: true, state: stateOf(db, shipmentID) }
          : { answer: "elsewhere", holder: noted };
      writeHolder(db, shipmentID, from);
      givenAway.note(shipmentID);
      return { answer: "given", state: stateOf(db, shipmentID) };
    });

  const answer = (question: Uint8Array, from: string): string | undefined => {
    const asked = readQuestion(question, askSchema);
    return isLate(asked, hubNow()) ? undefined : JSON.stringify(give(asked, from));
  };
  const stopAnswering = answerQuestions(nc, {
    to: me,
    kind: "claim",
    mayAsk,
    log: deps.log,
    answer,
  });

  const ask = async (holder: string, shipmentID: string): Promise<Answer | undefined> => {
    try {
      const question = JSON.stringify({ shipmentID, until: Math.round(hubNow()) + ANSWER_MS });
      const reply = await askStation(nc, {
        to: holder,
        from: me,
        kind: "claim",
        question,
        timeout: ANSWER_MS,
      });
      return parseBounded(reply, answerSchema, "a station's answer about a shipment", ANSWER);
    } catch (err) {
      deps.log.info({ err, holder }, "the station that has a shipment did not answer");
      return undefined;
    }
  };

  /** All that it published is applied here: its end stands behind that in the stream. */
  const isGone = ({ id, incarnation }: Holder): boolean => {
    const end = findEnd(db, id);
    return end !== undefined && incarnation !== null && incarnation <= end.incarnation;
  };

  /**
   * Asks for consent: the station that the hub notes first, which names the next one where it gave
   * the shipment away, and so on. What a station says that was not named so proves nothing: it may
   * have had the shipment long ago.
   *
   * @returns The last answer, and who gave it; no answer when it is not known who has the shipment.
   */
  const askAll = async (shipmentID: string, first: Holder, untilMs: number): Promise<Consent> => {
    const asked = new Set<string>();
    let next = first;
    for (let hops = 0; hops < MOST_HOPS && performance.now() < untilMs; hops += 1) {
      // The way leads to this station, which may have given the shipment away since: the one that
      // it gave it to is asked.
      if (next.id === me) next = { id: findHolder(db, shipmentID) ?? me, incarnation: null };
      if (next.id === me || isGone(next)) return { answer: "given", by: next.id };
      const answered = await ask(next.id, shipmentID);
      asked.add(next.id);
      // One that was given it by a station which had to give it away, and was revoked before it was
      // noted.
      if (answered === undefined && next.incarnation === null && findEnd(db, next.id) !== undefined)
        return { answer: "given", by: next.id };
      const givenTo = findHolder(db, shipmentID);
      // A hub that was set back leads to a station whose consent is from before this one gave the
      // shipment away.
      if (
        answered?.isRepeated === true &&
        givenTo !== undefined &&
        givenTo !== me &&
        !asked.has(givenTo)
      ) {
        next = { id: givenTo, incarnation: null };
        continue;
      }
      if (answered?.answer !== "elsewhere" || answered.holder === undefined)
        return { answer: answered?.answer, by: next.id, state: answered?.state };
      next = { id: answered.holder, incarnation: null };
    }
    return { answer: "elsewhere", by: next.id };
  };

  /**
   * A note in the name of a station that the hub does not list proves nothing, once the list has
   * been there as long as the note.
   */
  const notedHolder = ({ holder, atMs }: ClaimNote): Holder | undefined =>
    holder === undefined || isKnown(holder.id) || hubNow() - atMs < LISTED_WITHIN_MS
      ? holder
      : undefined;

  const obtain = async (
    { shipmentID }: ClaimNeed,
    own: Attempt,
    untilMs: number,
  ): Promise<boolean> => {
    while (performance.now() < untilMs) {
      own.isGivenAway = false;
      // The consent counts for the note as it was before: where another one is written meanwhile,
      // the hub refuses this station's.
      const note = await readNote(kv, shipmentID);
      const first = notedHolder(note) ?? makerOf(db, shipmentID);
      if (first === undefined) return false;
      const givenTo = findHolder(db, shipmentID) ?? me;
      const isBack = first.id === me && givenTo !== me && givenAway.mayTakeBack(shipmentID);
      own.isBack = isBack;
      const {
        answer: answered,
        by,
        state,
      } = isBack ? TAKEN_BACK : await askAll(shipmentID, first, untilMs);
      if (answered === undefined || answered === "unknown") return false;
      if (answered === "bought")
        return await arrives(() => hasLivePurchase(deps, shipmentID), untilMs);
      if (answered === "ended") return await arrives(() => isCancelled(deps, shipmentID), untilMs);
      if (state !== undefined && !(await arrives(() => knows(db, shipmentID, state), untilMs)))
        return false;
      if (hasLivePurchase(deps, shipmentID)) return true;
      if (
        answered === "given" &&
        !own.isGivenAway &&
        (await writeNote(
          kv,
          shipmentID,
          { id: me, incarnation: db.incarnation },
          note.revision,
          isBack,
        ))
      ) {
        if (!own.isGivenAway) {
          inTransaction(deps, () => writeHolder(db, shipmentID, me));
          if (isBack) givenAway.noteUntaken(shipmentID, givenTo);
          else if (by !== me) ahead?.noteTaken(by);
          return true;
        }
      }
      await sleep(Math.random() * APART_MS);
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
    close() {
      stopAnswering();
      ahead?.close();
    },
  };
}

function isCancelled(deps: Pick<Deps, "db">, shipmentID: string): boolean {
  return findShipmentRow(deps, shipmentID)?.status === "CANCELED";
}
