/**
 * Announcements of labels to carriers: opens them with a purchase, closes them with a cancellation,
 * and says whether a carrier must be asked to cancel. `announce-job.ts` sends them.
 */
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { endDecided } from "../../jobs/end-jobs.ts";
import { enqueueJob, findJob } from "../../jobs/jobs.service.ts";
import { findLinkedAccount, loginOf } from "../../shipping/accounts/accounts.service.ts";
import { detailsOf, type StoredOffer } from "../../shipping/offers/offers.service.ts";
import type { Carrier, QuoteDetails } from "../../shipping/carriers/carrier.ts";
import { boundedDetails } from "../../shipping/carriers/carrier-answers.ts";
import type { Connection } from "../../shipping/carriers/connection.ts";
import { noteChanged } from "../../shipping/shipments/note-changed.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { nextAnnouncingAt } from "./announcing-times.ts";
import * as store from "./announcements.store.ts";
import type { AnnouncementRow } from "./announcements.store.ts";

export { findAnnouncement, type AnnouncementRow } from "./announcements.store.ts";

/** Finds the connection that announces an account's labels; undefined when none does. */
export function findAnnouncer(
  { connections }: Pick<FulfilmentDeps, "connections">,
  accountID: string | null,
): Connection | undefined {
  if (accountID === null) return undefined;
  const connection = connections.find(accountID);
  return connection?.can.has("announce") === true || connection?.can.has("file") === true
    ? connection
    : undefined;
}

/**
 * Opens the announcement of a label if its account announces, and writes its job unless a person or
 * a file announces it. Needs the transaction that buys the label. A label at a sample price is
 * never announced.
 */
export function openAnnouncement(
  deps: WriteDeps & Pick<FulfilmentDeps, "connections">,
  { isSample }: Pick<Carrier, "isSample">,
  { providerAccountID }: Pick<StoredOffer, "providerAccountID">,
  { id, shipmentID, organizationID }: Pick<AnnouncementRow, "id" | "shipmentID" | "organizationID">,
): void {
  const connection = isSample === true ? undefined : findAnnouncer(deps, providerAccountID);
  if (connection === undefined) return;
  const now = deps.now();
  const row = newAnnouncement(deps, connection.accountID, { id, shipmentID, organizationID });
  store.insertAnnouncement(deps.db, row);
  if (!connection.can.has("announce")) return;
  const account = findLinkedAccount(deps.db, connection.accountID);
  const at = nextAnnouncingAt(account?.announces ?? "atOnce", now);
  if (at !== undefined) enqueueAnnouncement(deps, row, { at });
}

/** Fields of an announcement that the label's transaction has. */
type OfTransaction = Pick<AnnouncementRow, "id" | "shipmentID" | "organizationID">;

/**
 * Records that a carrier knows a label, because it has made the label's code. Needs the transaction
 * that writes the sold label.
 *
 * @param sold.login `loginOf` the account at the call.
 * @param sold.details The carrier's ids of the parcel.
 */
export function openAnnounced(
  deps: WriteDeps,
  { id, shipmentID, organizationID }: OfTransaction,
  sold: { readonly accountID: string; readonly login: string; readonly details: QuoteDetails },
): void {
  const row = newAnnouncement(deps, sold.accountID, { id, shipmentID, organizationID });
  const known = { state: "ANNOUNCED" as const, login: sold.login, announcedAt: row.createdAt };
  store.insertAnnouncement(deps.db, {
    ...row,
    ...known,
    details: keptDetails(deps, id, sold.details),
  });
}

function newAnnouncement(
  { db, now }: Pick<WriteDeps, "db" | "now">,
  accountID: string,
  of: OfTransaction,
): AnnouncementRow {
  const at = now();
  return {
    ...of,
    createdAt: at,
    updatedAt: at,
    accountID,
    stationID: db.stationID,
    state: "WAITING",
    code: "",
    field: "",
    words: "",
    details: "{}",
    corrections: {},
    fileID: "",
    login: "",
    announcedAt: null,
  };
}

/**
 * Writes the job of an announcement; needs an open transaction.
 *
 * @param when.mayBeAnnounced Whether an attempt that this station does not know of may have reached
 *   the carrier.
 */
export function enqueueAnnouncement(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId">,
  row: AnnouncementRow,
  when: { readonly at?: string; readonly mayBeAnnounced?: boolean } = {},
): string {
  return enqueueJob(deps, {
    kind: "announce",
    lane: `announce ${row.accountID}`,
    subjectID: row.id,
    organizationID: row.organizationID,
    shipmentID: row.shipmentID,
    ...(when.at === undefined ? {} : { at: when.at }),
    ...(when.mayBeAnnounced === true ? { mayBeDone: true } : {}),
  });
}

/**
 * Returns whether a label's carrier must agree to its cancellation. `never`: the carrier does not know
 * the label. `ask`: the carrier knows it, or may. `file`: the label is in a file, and only a person
 * knows whether the carrier has it.
 */
export function announcedTo(deps: ReadDeps, transactionID: string): "never" | "ask" | "file" {
  const row = store.findAnnouncement(deps.db, transactionID);
  if (row === undefined || row.state === "WITHDRAWN" || row.state === "CANCELED") return "never";
  // A station that knew nothing of the announcement may have been refused.
  if (row.state === "REFUSED") return row.announcedAt === null ? "never" : "ask";
  if (row.fileID !== "") return "file";
  if (row.state !== "WAITING") return "ask";
  // Another station may be announcing it at this moment.
  if (row.stationID !== deps.db.stationID) return "ask";
  const job = findJob(deps, "announce", row.id);
  return job !== undefined && (job.state === "RUNNING" || job.mayBeDone === 1) ? "ask" : "never";
}

/** Returns the carrier's ids of an announced label; empty for a label without an announcement. */
export function announcedDetails(deps: ReadDeps, transactionID: string): QuoteDetails {
  const row = store.findAnnouncement(deps.db, transactionID);
  return row === undefined ? {} : detailsOf(row);
}

/**
 * Returns whether a carrier's answer that it does not know a label proves nothing: the carrier has
 * confirmed the label, or got it at a login that the account no longer has.
 *
 * @param mayBeCancelled Whether an earlier attempt may have cancelled the label, which explains the
 *   answer at the same login only.
 */
export function isConfirmed(
  deps: ReadDeps,
  transactionID: string,
  mayBeCancelled: boolean,
): boolean {
  const row = store.findAnnouncement(deps.db, transactionID);
  if (row === undefined) return false;
  const isElsewhere = row.login !== "" && row.login !== loginOf(deps.db, row.accountID);
  return isElsewhere || (row.state === "ANNOUNCED" && !mayBeCancelled);
}

/** Counts the labels of an account that wait for their announcement, or may be announced. */
export function countWaiting(deps: ReadDeps, organizationID: string, accountID: string): number {
  return store
    .countOpen(deps.db, organizationID)
    .filter((one) => one.accountID === accountID && one.state !== "REFUSED")
    .reduce((sum, { n }) => sum + n, 0);
}

/** Whether an attempt to announce a label is running at this station. */
export function isBeingAnnounced(deps: ReadDeps, transactionID: string): boolean {
  return findJob(deps, "announce", transactionID)?.state === "RUNNING";
}

/**
 * Closes the announcement of a cancelled label, and withdraws its waiting job in the same commit. A
 * label that its carrier knows, or may know, is cancelled only after the carrier has confirmed it.
 */
export function closeAnnouncement(deps: WriteDeps, transactionID: string): void {
  const row = store.findAnnouncement(deps.db, transactionID);
  if (row === undefined || row.state === "WITHDRAWN" || row.state === "CANCELED") return;
  const isKnown = announcedTo(deps, transactionID) !== "never";
  endDecided(deps, "announce", transactionID);
  changeAnnouncement(deps, row, {
    state: isKnown ? "CANCELED" : "WITHDRAWN",
    code: "",
    field: "",
    words: "",
  });
}

/** Longest texts of a carrier that are kept; a carrier may answer with megabytes. */
const LONGEST_WORDS = 500;
const LONGEST_CODE = 40;
const LONGEST_FIELD = 60;

function short<F extends Partial<AnnouncementRow>>(fields: F): F {
  const { words, code, field } = fields;
  return {
    ...fields,
    ...(words === undefined ? {} : { words: words.slice(0, LONGEST_WORDS) }),
    ...(code === undefined ? {} : { code: code.slice(0, LONGEST_CODE) }),
    ...(field === undefined ? {} : { field: field.slice(0, LONGEST_FIELD) }),
  };
}

/**
 * Makes the JSON of a carrier's ids of a parcel. Entries beyond the limit are dropped and logged.
 *
 * @param id The announcement's id.
 */
export function keptDetails(
  { log }: Pick<WriteDeps, "log">,
  id: string,
  details: QuoteDetails,
): string {
  const { kept, dropped } = boundedDetails(details);
  if (dropped.length > 0)
    log.error(
      { transactionID: id, dropped },
      "a carrier gave more ids of a parcel than are kept; later calls may lack them",
    );
  return JSON.stringify(kept);
}

/** Changes an announcement and says so to the screens; needs an open transaction. */
export function changeAnnouncement(
  deps: WriteDeps,
  row: AnnouncementRow,
  fields: Partial<Omit<AnnouncementRow, "id" | "updatedAt">>,
): void {
  store.updateAnnouncement(deps.db, row, { ...short(fields), updatedAt: deps.now() });
  noteChanged(deps, row.shipmentID);
}
