/**
 * Job that brings a carrier's knowledge of one label in line with the station's: it announces a
 * bought label, and cancels at the carrier a label that was cancelled while its announcement was on
 * its way. Each label has one job, under the id of its transaction.
 *
 * After an attempt without an answer the label may be announced: the row says UNCERTAIN, and the
 * next attempt says so to the adapter, which then takes "the code is known already" as done.
 */
import { setTimeout } from "node:timers/promises";
import type { WriteDeps } from "../../db/deps.ts";
import type { Attempt, Job, JobKind } from "../../jobs/job.ts";
import type { Announced, AnnounceOutcome, Connection } from "../../shipping/carriers/connection.ts";
import type { BoughtRequest } from "../../shipping/carriers/carrier.ts";
import type { Consignment } from "../../shipping/carriers/consignment.ts";
import { consignmentOfPurchase } from "../../shipping/shipments/consign-shipment.ts";
import type { PurchaseSnapshot } from "../../shipping/shipments/purchase-snapshot.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { detailsOf } from "../../shipping/offers/offers.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { createAccountPace, type AccountPace } from "./account-pace.ts";
import { changeAnnouncement } from "./announcements.service.ts";
import { resumeAnnouncement } from "./resume-announcements.ts";
import { findAnnouncement, type AnnouncementRow } from "./announcements.store.ts";
import { correctConsignment } from "./correct-consignment.ts";

const AT_ONCE = 64;
const PER_ACCOUNT = 16;
const HOUR_MS = 60 * 60 * 1_000;
const BACKOFF = { firstMs: 2_000, largestMs: 10 * 60_000, forMs: 72 * HOUR_MS };
/** Time that a call may wait for its turn, ms. */
const TURN_MS = 10_000;
const USUAL_TIMEOUT_MS = 30_000;

/** Label of a purchase. `isInForce`: bought and not cancelled. */
export type AnnouncedLabel = {
  readonly isInForce: boolean;
  readonly barcode: string;
  readonly trackingNumber: string;
  readonly snapshot: PurchaseSnapshot;
};

export type AnnounceDeps = WriteDeps & Pick<FulfilmentDeps, "faultPoint" | "connections">;

/**
 * Creates the kind of job that announces, with backoff, for 72 hours and at least ten attempts;
 * then a person must decide.
 *
 * @param findLabel Finds the label of a transaction; undefined until it arrives from another
 *   station.
 */
export function createAnnounceJobs(
  deps: AnnounceDeps,
  findLabel: (transactionID: string) => AnnouncedLabel | undefined,
  pace: AccountPace = createAccountPace(),
): JobKind {
  return {
    kind: "announce",
    atOnce: AT_ONCE,
    perLane: PER_ACCOUNT,
    backoff: BACKOFF,
    timeoutMs: (job) => (connectionOf(deps, job)?.timeoutMs ?? USUAL_TIMEOUT_MS) + TURN_MS,
    attempt: (job, signal) => attempt(deps, findLabel, pace, job, signal),
  };
}

async function attempt(
  deps: AnnounceDeps,
  findLabel: (transactionID: string) => AnnouncedLabel | undefined,
  pace: AccountPace,
  job: Job,
  signal: AbortSignal,
): Promise<Attempt> {
  const row = findAnnouncement(deps.db, job.subjectID);
  // A lead may have given the label to another station.
  if (row === undefined || row.stationID !== deps.db.stationID) return ENDED;
  const label = findLabel(row.id);
  if (label === undefined) return unsentAgain("The label has not arrived at this station yet.");
  const isOpen = row.state === "WAITING" || row.state === "UNCERTAIN";
  const mayBeAnnounced = job.mayBeDone === 1 || row.state === "UNCERTAIN";
  if (label.isInForce && !isOpen) return ENDED;
  if (!label.isInForce && !mayBeAnnounced && row.state !== "ANNOUNCED")
    return isOpen
      ? { ...ENDED, write: () => changeAnnouncement(deps, row, { state: "WITHDRAWN" }) }
      : ENDED;
  const connection = deps.connections.find(row.accountID);
  if (connection === undefined)
    return unsentAgain("The account of this label has no connection to its carrier any more.");
  const turn = pace.take(row.accountID, connection.announcesPerSecond, performance.now());
  if ("pausedMs" in turn)
    return {
      ...unsentAgain("The carrier does not answer; the station asks again soon."),
      at: new Date(Date.parse(deps.now()) + turn.pausedMs + Math.random() * 1_000).toISOString(),
    };
  if (turn.waitMs > 0) await setTimeout(turn.waitMs, undefined, { signal, ref: false });
  const made = label.isInForce
    ? await announce(deps, connection, { row, label, mayBeAnnounced }, signal)
    : await withdraw(deps, connection, { row, label }, signal);
  pace.note(row.accountID, made.end !== "AGAIN", performance.now());
  return made;
}

type Announcing = {
  readonly row: AnnouncementRow;
  readonly label: AnnouncedLabel;
  readonly mayBeAnnounced: boolean;
};

async function announce(
  deps: AnnounceDeps,
  connection: Connection,
  { row, label, mayBeAnnounced }: Announcing,
  signal: AbortSignal,
): Promise<Attempt> {
  if (connection.announce === undefined)
    return unsentAgain(`${connection.name} announces no parcels.`);
  const consignment = consignmentOf(deps, row, label);
  if (consignment === undefined) return refuse(deps, row, ERASED);
  const outcome = await connection.announce(
    {
      key: row.id,
      consignment,
      barcode: label.barcode,
      providerServiceCode: label.snapshot.offer.providerServiceCode,
      mayBeAnnounced,
    },
    signal,
  );
  if (outcome.outcome === "refused") return refuse(deps, row, outcome);
  if (outcome.outcome === "unknown") return wait(deps, row, outcome);
  deps.faultPoint("announce.asked");
  return {
    end: "DONE",
    error: "",
    write: () => settle(deps, row, outcome.value),
    after() {
      deps.faultPoint("announce.settled");
      resumeAnnouncement(deps, row.id);
    },
  };
}

/**
 * Writes that the carrier knows a label. A label that was cancelled meanwhile stays UNCERTAIN; its
 * job then cancels it at the carrier.
 */
function settle(deps: AnnounceDeps, { id }: AnnouncementRow, value: Announced): void {
  const row = findAnnouncement(deps.db, id);
  if (row === undefined) return;
  const isClosed = row.state === "WITHDRAWN" || row.state === "CANCELED";
  changeAnnouncement(deps, row, {
    state: isClosed ? "UNCERTAIN" : "ANNOUNCED",
    code: "",
    field: "",
    words: "",
    details: JSON.stringify(value.details),
    announcedAt: deps.now(),
  });
}

const ERASED = {
  code: "",
  field: "",
  reason: "The personal data of this shipment was erased before the carrier was told.",
};

function refuse(
  deps: WriteDeps,
  row: AnnouncementRow,
  {
    code,
    field,
    reason,
  }: { readonly code: string; readonly field: string; readonly reason: string },
): Attempt {
  return {
    end: "REFUSED",
    error: reason,
    write: () => changeAnnouncement(deps, row, { state: "REFUSED", code, field, words: reason }),
  };
}

/** Retries later; a row whose label may be announced now says so. */
function wait(
  deps: WriteDeps,
  row: AnnouncementRow,
  { cause, isUnsent }: Extract<AnnounceOutcome, { readonly outcome: "unknown" }>,
): Attempt {
  const again: Attempt = { end: "AGAIN", error: cause, isUnsent: isUnsent === true };
  return isUnsent === true || row.state === "UNCERTAIN"
    ? again
    : {
        ...again,
        write: () => changeAnnouncement(deps, row, { state: "UNCERTAIN", words: cause }),
      };
}

/** Cancels at the carrier a label that was cancelled here while it was announced. */
async function withdraw(
  deps: AnnounceDeps,
  connection: Connection,
  { row, label }: Omit<Announcing, "mayBeAnnounced">,
  signal: AbortSignal,
): Promise<Attempt> {
  const words = `The label was cancelled after its announcement. Cancel it at ${connection.name} too.`;
  const consignment = consignmentOf(deps, row, label);
  if (connection.cancel === undefined || consignment === undefined)
    return askPerson(deps, row, words);
  const outcome = await connection.cancel(cancelRequest(row, label, consignment), signal);
  if (outcome.outcome === "unknown")
    return { end: "AGAIN", error: outcome.cause, isUnsent: outcome.isUnsent === true };
  if (outcome.outcome === "refused")
    return askPerson(deps, row, `${words} The carrier says: ${outcome.reason}`);
  return {
    end: "DONE",
    error: "",
    write: () => changeAnnouncement(deps, row, { state: "CANCELED", words: "" }),
  };
}

function askPerson(deps: WriteDeps, row: AnnouncementRow, words: string): Attempt {
  return {
    end: "NEEDS_PERSON",
    error: words,
    write: () => changeAnnouncement(deps, row, { state: "UNCERTAIN", words }),
  };
}

/** Makes the request by which a carrier cancels or follows an announced label. */
export function cancelRequest(
  row: AnnouncementRow,
  { barcode, trackingNumber, snapshot }: AnnouncedLabel,
  consignment: Consignment,
): BoughtRequest {
  return {
    key: `${row.id} cancel`,
    purchaseKey: row.id,
    consignment,
    barcode,
    trackingNumber,
    details: { ...detailsOf(snapshot.offer), ...detailsOf(row) },
  };
}

/** Builds what the carrier gets; undefined when the personal data was erased. */
export function consignmentOf(
  deps: Pick<FulfilmentDeps, "db">,
  row: AnnouncementRow,
  { snapshot }: AnnouncedLabel,
): Consignment | undefined {
  const shipment = findShipmentRow(deps, row.shipmentID);
  if (snapshot.isErased || shipment === undefined) return undefined;
  return correctConsignment(consignmentOfPurchase(deps, shipment, snapshot), row.corrections);
}

function connectionOf(deps: AnnounceDeps, job: Job): Connection | undefined {
  const row = findAnnouncement(deps.db, job.subjectID);
  return row === undefined ? undefined : deps.connections.find(row.accountID);
}

const ENDED: Attempt = { end: "DONE", error: "" };

function unsentAgain(error: string): Attempt {
  return { end: "AGAIN", error, isUnsent: true };
}
