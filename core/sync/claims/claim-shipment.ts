/**
 * Claims a shipment from another station so that no two stations buy it. A station becomes the
 * holder by a consent and a record. The previous holder consents: it records that it gave the
 * shipment away before it answers. Then the station writes the hub's record by compare-and-set. If
 * two stations have a consent, the hub accepts only one record. A station that is asked for the
 * shipment while it writes its own record gives the shipment away again, unless it is taking the
 * shipment back. A revoked station is not asked: once everything that it published is applied, only
 * the record decides.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "../../db/change.ts";
import type { ClaimNeed } from "../../db/leases.ts";
import { findHolder, makerOf, writeHolder } from "../../db/shipment-claims.ts";
import type { ReadDeps } from "../../db/deps.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { hasLivePurchase } from "../../fulfilment/transactions/transactions.service.ts";
import { answerQuestions, readQuestion } from "../station-requests.ts";
import { hasArrived } from "./has-arrived.ts";
import type { Attempt, ClaimHub } from "./claim-attempt.ts";
import { askForConsent, askSchema, type Answer, type Ask, type Consent } from "./ask-holder.ts";
import { hasExpired } from "./has-expired.ts";
import { prefetchClaims } from "./prefetch-claims.ts";
import { readNote, writeNote, type ClaimNote } from "./claim-notes.ts";
import { trackShipmentsGivenAway } from "./shipments-given-away.ts";
import { knows, stateOf } from "./shipment-state.store.ts";

/** Time within which a station that has just joined appears in the hub's list. */
const LISTED_WITHIN_MS = 60_000;
/**
 * Consent for a shipment that this station takes back: the hub has no record of the station to
 * which this station gave the shipment.
 */
const TAKEN_BACK: Consent = { answer: "given", by: "" };
/** Longest random delay, ms: stations that compete for a shipment retry at different times. */
const APART_MS = 20;

export type Claims = {
  /**
   * Claims the shipment. Returns whether the caller may retry its work: this station now holds the
   * shipment, or knows that the shipment is bought or cancelled.
   */
  obtain(need: ClaimNeed, untilMs: number): Promise<boolean>;
  close(): void;
};

/** Shipments that are being claimed, and shipments that this station gave away. */
type Claiming = ClaimHub & {
  /** Organization whose orders are prefetched; absent: no orders are prefetched. */
  readonly organizationID: string | undefined;
  readonly underWay: Map<string, Attempt>;
  readonly givenAway: ReturnType<typeof trackShipmentsGivenAway>;
  readonly ahead: ReturnType<typeof prefetchClaims> | undefined;
};

/**
 * Creates the claims of a session, and answers other stations from now on.
 *
 * @param organizationID Organization whose orders are prefetched; absent: no orders are prefetched.
 */
export function createClaims(hub: ClaimHub, organizationID?: string): Claims {
  const { deps, nc, hubNow, mayAsk } = hub;
  const underWay = new Map<string, Attempt>();
  const givenAway = trackShipmentsGivenAway(deps);
  const ahead =
    organizationID === undefined
      ? undefined
      : prefetchClaims(hub, organizationID, underWay, (id) => givenAway.note(id));
  const claiming: Claiming = { ...hub, organizationID, underWay, givenAway, ahead };
  const stopAnswering = answerQuestions(nc, {
    to: deps.db.stationID,
    kind: "claim",
    mayAsk,
    log: deps.log,
    answer(question, from) {
      const asked = readQuestion(question, askSchema);
      return hasExpired(asked, hubNow()) ? undefined : JSON.stringify(give(claiming, asked, from));
    },
  });
  return {
    obtain(need, untilMs) {
      const known = underWay.get(need.shipmentID);
      if (known !== undefined) return known.outcome;
      const own: Attempt = { isGivenAway: false, outcome: Promise.resolve(false) };
      underWay.set(need.shipmentID, own);
      own.outcome = obtain(claiming, need, own, untilMs).finally(() =>
        underWay.delete(need.shipmentID),
      );
      return own.outcome;
    },
    close() {
      stopAnswering();
      ahead?.close();
    },
  };
}

/** Returns whether the shipment exists here and belongs to the shared organization. */
function isShared({ deps, organizationID }: Claiming, shipmentID: string): boolean {
  const row = findShipmentRow(deps, shipmentID);
  return (
    row !== undefined && (organizationID === undefined || row.organizationID === organizationID)
  );
}

/** Answers a station that asks for a shipment, and records that the shipment was given away. */
function give(claiming: Claiming, { shipmentID }: Ask, from: string): Answer {
  const { deps, underWay, givenAway } = claiming;
  const { db } = deps;
  return inTransaction(deps, () => {
    if (!isShared(claiming, shipmentID)) return { answer: "unknown" };
    const noted = findHolder(db, shipmentID);
    const isAway = noted !== undefined && noted !== db.stationID;
    if (!isAway && hasLivePurchase(deps, shipmentID)) return { answer: "bought" };
    // Otherwise the asker could buy the shipment before the cancellation reaches it.
    if (!isAway && isCancelled(deps, shipmentID)) return { answer: "ended" };
    const own = underWay.get(shipmentID);
    if (own?.isTakenBack === true || givenAway.isUntaken(shipmentID, from))
      return { answer: "unknown" };
    // Cancels this station's own pending claim of the shipment.
    if (own !== undefined) own.isGivenAway = true;
    if (isAway)
      return noted === from
        ? { answer: "given", isRepeated: true, state: stateOf(db, shipmentID) }
        : { answer: "elsewhere", holder: noted };
    writeHolder(db, shipmentID, from);
    givenAway.note(shipmentID);
    return { answer: "given", state: stateOf(db, shipmentID) };
  });
}

/**
 * Finds the recorded holder. A record in the name of a station that the hub does not list is
 * ignored once it is old enough for the list to be complete.
 */
function notedHolder({ isKnown, hubNow }: Claiming, { holder, atMs }: ClaimNote) {
  return holder === undefined || isKnown(holder.id) || hubNow() - atMs < LISTED_WITHIN_MS
    ? holder
    : undefined;
}

async function obtain(
  claiming: Claiming,
  { shipmentID }: ClaimNeed,
  own: Attempt,
  untilMs: number,
): Promise<boolean> {
  const { deps, kv, givenAway, ahead } = claiming;
  const { db } = deps;
  const me = db.stationID;
  while (performance.now() < untilMs) {
    own.isGivenAway = false;
    // The consent is valid only for the record that was read: if another station writes a record
    // later, the hub rejects this station's record.
    const note = await readNote(kv, shipmentID);
    const first = notedHolder(claiming, note) ?? makerOf(db, shipmentID);
    if (first === undefined) return false;
    const givenTo = findHolder(db, shipmentID) ?? me;
    const isTakenBack = first.id === me && givenTo !== me && givenAway.mayTakeBack(shipmentID);
    own.isTakenBack = isTakenBack;
    const consent = isTakenBack
      ? TAKEN_BACK
      : await askForConsent(claiming, shipmentID, first, untilMs);
    const { answer, by, state } = consent;
    if (answer === undefined || answer === "unknown") return false;
    if (answer === "bought")
      return await hasArrived(() => hasLivePurchase(deps, shipmentID), untilMs);
    if (answer === "ended") return await hasArrived(() => isCancelled(deps, shipmentID), untilMs);
    if (state !== undefined && !(await hasArrived(() => knows(db, shipmentID, state), untilMs)))
      return false;
    if (hasLivePurchase(deps, shipmentID)) return true;
    const mine = { id: me, incarnation: db.incarnation };
    if (
      answer === "given" &&
      !own.isGivenAway &&
      (await writeNote(kv, shipmentID, mine, note.revision, isTakenBack)) &&
      !own.isGivenAway
    ) {
      inTransaction(deps, () => writeHolder(db, shipmentID, me));
      if (isTakenBack) givenAway.noteUntaken(shipmentID, givenTo);
      else if (by !== me) ahead?.noteTaken(by);
      return true;
    }
    await sleep(Math.random() * APART_MS);
  }
  return false;
}

function isCancelled(deps: ReadDeps, shipmentID: string): boolean {
  return findShipmentRow(deps, shipmentID)?.status === "CANCELED";
}
