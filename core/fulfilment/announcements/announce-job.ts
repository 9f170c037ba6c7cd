/**
 * Job that brings a carrier's knowledge of one label in line with the station's: it announces a
 * bought label, and cancels at the carrier a label that was cancelled while its announcement was on
 * its way. Each label has one job, under the id of its transaction.
 *
 * After an attempt without an answer the label may be announced: the row says UNCERTAIN, and the
 * next attempt says so to the adapter, which then takes "the code is known already" as done.
 */
import { setTimeout } from "node:timers/promises";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Attempt, Job, JobKind } from "../../jobs/job.ts";
import type {
  Announced,
  AnnounceOutcome,
  Connection,
  Refusal,
} from "../../shipping/carriers/connection.ts";
import { consignmentOfPurchase } from "../../shipping/shipments/consign-shipment.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { loginOf } from "../../shipping/accounts/accounts.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { createAccountPace, type AccountPace } from "./account-pace.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import {
  cancelRequest,
  consignmentOf,
  type AnnouncedLabel,
  type FindLabel,
} from "./announced-label.ts";
import { changeAnnouncement, keptDetails } from "./announcements.service.ts";
import { resumeAnnouncement } from "./resume-announcements.ts";
import { findAnnouncement, type AnnouncementRow } from "./announcements.store.ts";

const AT_ONCE = 64;
const PER_ACCOUNT = 16;
const HOUR_MS = 60 * 60 * 1_000;
const BACKOFF = { firstMs: 2_000, largestMs: 10 * 60_000, forMs: 72 * HOUR_MS };
/** Time that a call may wait for its turn, ms. */
const TURN_MS = 10_000;
const USUAL_TIMEOUT_MS = 30_000;
/** Time after which an announcement looks again whether a cancellation has ended, ms. */
const WHILE_CANCELLED_MS = 500;

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
  findLabel: FindLabel,
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
  findLabel: FindLabel,
  pace: AccountPace,
  job: Job,
  signal: AbortSignal,
): Promise<Attempt> {
  const row = findAnnouncement(deps.db, job.subjectID);
  if (row === undefined) return ENDED;
  const label = findLabel(row.id);
  if (label === undefined) return unsentAgain("The label has not arrived at this station yet.");
  const mayBeAnnounced = job.mayBeDone === 1 || row.state === "UNCERTAIN";
  if (!label.isInForce && !mayBeAnnounced && row.state !== "ANNOUNCED")
    return { ...ENDED, write: () => closeUnannounced(deps, row.id) };
  if (label.isInForce) {
    const isOpen = row.state === "WAITING" || row.state === "UNCERTAIN";
    // A lead may have given the label to another station; a person decides about labels in files.
    if (!isOpen || row.stationID !== deps.db.stationID || row.fileID !== "") return ENDED;
    if (isBeingCancelled(deps, row.id)) return whileCancelled(deps.now());
  }
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
    ? await announce(deps, connection, { row, label, mayBeAnnounced, findLabel }, signal)
    : await withdraw(deps, connection, { row, label }, signal);
  pace.note(row.accountID, made.end !== "AGAIN", performance.now());
  return made;
}

type Announcing = {
  readonly row: AnnouncementRow;
  readonly label: AnnouncedLabel;
  readonly mayBeAnnounced: boolean;
  readonly findLabel: FindLabel;
};

async function announce(
  deps: AnnounceDeps,
  connection: Connection,
  { row, label, mayBeAnnounced, findLabel }: Announcing,
  signal: AbortSignal,
): Promise<Attempt> {
  if (connection.announce === undefined)
    return unsentAgain(`${connection.name} announces no parcels.`);
  const consignment = consignmentOf(deps, row, label);
  if (consignment === undefined) return refuse(deps, row, ERASED, mayBeAnnounced);
  const login = loginOf(deps.db, row.accountID);
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
  if (outcome.outcome === "refused") return refuse(deps, row, outcome, mayBeAnnounced);
  if (outcome.outcome === "unknown") return wait(deps, { ...row, login }, outcome);
  deps.faultPoint("announce.asked");
  return {
    end: "DONE",
    error: "",
    write: () => settle(deps, { ...row, login }, outcome.value, findLabel),
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
function settle(
  deps: AnnounceDeps,
  { id, login }: AnnouncementRow,
  { details }: Announced,
  findLabel: FindLabel,
): void {
  const row = findAnnouncement(deps.db, id);
  if (row === undefined) return;
  const isClosed = row.state === "WITHDRAWN" || row.state === "CANCELED";
  changeAnnouncement(deps, row, {
    state: isClosed || findLabel(id)?.isInForce !== true ? "UNCERTAIN" : "ANNOUNCED",
    code: "",
    field: "",
    words: "",
    details: keptDetails(deps, id, details),
    login,
    announcedAt: deps.now(),
  });
}

const ERASED = {
  code: "",
  field: "",
  reason: "The personal data of this shipment was erased before the label was announced.",
};

/**
 * Writes a refusal. After an attempt without an answer, only the refusal of another parcel's code
 * proves that the carrier does not have the label; any other leaves the decision to a person.
 */
function refuse(
  deps: WriteDeps,
  row: AnnouncementRow,
  { code, field, reason, isOtherParcel }: Refusal,
  mayBeAnnounced: boolean,
): Attempt {
  const isCertain = !mayBeAnnounced || isOtherParcel === true;
  return {
    end: isCertain ? "REFUSED" : "NEEDS_PERSON",
    error: reason,
    write: () =>
      changeOpen(deps, row.id, {
        state: isCertain ? "REFUSED" : "UNCERTAIN",
        code,
        field,
        words: reason,
      }),
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
        write: () =>
          changeOpen(deps, row.id, { state: "UNCERTAIN", words: cause, login: row.login }),
      };
}

/** Changes an announcement unless another station has closed it meanwhile. */
function changeOpen(
  deps: WriteDeps,
  id: string,
  fields: Parameters<typeof changeAnnouncement>[2],
): void {
  const row = findAnnouncement(deps.db, id);
  if (row !== undefined && row.state !== "WITHDRAWN" && row.state !== "CANCELED")
    changeAnnouncement(deps, row, fields);
}

/** Closes the announcement of a label that was cancelled and that its carrier never knew. */
function closeUnannounced(deps: WriteDeps, id: string): void {
  changeOpen(deps, id, { state: "WITHDRAWN", code: "", field: "", words: "" });
}

/** Cancels at the carrier a label that was cancelled here while it was announced. */
async function withdraw(
  deps: AnnounceDeps,
  connection: Connection,
  { row, label }: Pick<Announcing, "row" | "label">,
  signal: AbortSignal,
): Promise<Attempt> {
  const words = `The label was cancelled after its announcement. Cancel it at ${connection.name} too.`;
  const shipment = findShipmentRow(deps, row.shipmentID);
  if (connection.cancel === undefined || shipment === undefined) return askPerson(deps, row, words);
  // Also a label whose personal data was erased is cancelled: its carrier needs only the code.
  const consignment = consignmentOfPurchase(deps, shipment, label.snapshot);
  const outcome = await connection.cancel(cancelRequest(row, label, consignment), signal);
  if (outcome.outcome === "unknown")
    return { end: "AGAIN", error: outcome.cause, isUnsent: outcome.isUnsent === true };
  if (outcome.outcome === "refused")
    return askPerson(deps, row, `${words} The carrier says: ${outcome.reason}`);
  return {
    end: "DONE",
    error: "",
    // Without the time, a repeated message of another station does not ask the carrier again.
    write: () => changeAnnouncement(deps, row, { state: "CANCELED", words: "", announcedAt: null }),
  };
}

function askPerson(deps: WriteDeps, row: AnnouncementRow, words: string): Attempt {
  return {
    end: "NEEDS_PERSON",
    error: words,
    write: () => changeAnnouncement(deps, row, { state: "UNCERTAIN", words }),
  };
}

function connectionOf(deps: AnnounceDeps, job: Job): Connection | undefined {
  const row = findAnnouncement(deps.db, job.subjectID);
  return row === undefined ? undefined : deps.connections.find(row.accountID);
}

/** Returns whether a carrier is being asked to cancel a label; its announcement waits for the answer. */
function isBeingCancelled(deps: ReadDeps, id: string): boolean {
  const state = findJob(deps, "cancel", id)?.state;
  return state === "WAITING" || state === "RUNNING";
}

function whileCancelled(now: string): Attempt {
  return {
    ...unsentAgain("The carrier is being asked to cancel this label."),
    at: new Date(Date.parse(now) + WHILE_CANCELLED_MS).toISOString(),
  };
}

const ENDED: Attempt = { end: "DONE", error: "" };

function unsentAgain(error: string): Attempt {
  return { end: "AGAIN", error, isUnsent: true };
}
