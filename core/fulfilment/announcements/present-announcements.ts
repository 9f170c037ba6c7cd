/** Presents announcements to the screen, with their shipments and accounts. */
import type { ReadDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import { findLinkedAccount } from "../../shipping/accounts/accounts.service.ts";
import { addressRowsOf, findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { isNearCutOff } from "./announcing-times.ts";
import type { Announcement, AnnouncingAccount, LabelAnnouncement } from "./announcements.schema.ts";
import * as store from "./announcements.store.ts";

type PresentDeps = ReadDeps & Pick<FulfilmentDeps, "now" | "connections">;

/** Highest number of announcements in a list. */
const LISTED = 200;

/** Lists the oldest open announcements in one state. */
export function listAnnouncements(
  deps: PresentDeps,
  { organizationID }: Actor,
  query: { readonly state: store.OpenQuery["state"]; readonly accountID: string },
): Announcement[] {
  return store
    .listOpen(deps.db, { organizationID, ...query, atMost: LISTED })
    .map((row) => presentAnnouncement(deps, row));
}

/** Counts the open announcements of each account that announces. */
export function listAnnouncingAccounts(
  deps: PresentDeps,
  { organizationID }: Actor,
): AnnouncingAccount[] {
  const counts = store.countOpen(deps.db, organizationID);
  const now = deps.now();
  return deps.connections.list(organizationID).flatMap((connection) => {
    const { accountID } = connection;
    const account = findLinkedAccount(deps.db, accountID);
    const isByFile = connection.can.has("file");
    if (account === undefined || !(isByFile || connection.can.has("announce"))) return [];
    const count = (state: string): number =>
      counts.find((one) => one.accountID === accountID && one.state === state)?.n ?? 0;
    const waiting = count("WAITING");
    return {
      accountID,
      accountName: account.name,
      providerCode: account.providerCode,
      announces: account.announces,
      cutOff: account.cutOff,
      isByFile,
      waiting,
      inFiles:
        counts.find((one) => one.accountID === accountID && one.state === "WAITING")?.inFiles ?? 0,
      refused: count("REFUSED"),
      uncertain: count("UNCERTAIN"),
      isUrgent: waiting > 0 && isNearCutOff(account.cutOff, now),
    };
  });
}

/**
 * Finds the announcement of a shipment's label in force.
 *
 * @param purchaseID null for a shipment without a label.
 * @returns null without a label, and for a label of an account that announces nothing.
 */
export function findLabelAnnouncement(
  deps: ReadDeps,
  purchaseID: string | null,
): LabelAnnouncement | null {
  const row = purchaseID === null ? undefined : store.findAnnouncement(deps.db, purchaseID);
  if (row === undefined) return null;
  const { state, code, field, words, announcedAt, updatedAt } = row;
  return {
    accountName: findLinkedAccount(deps.db, row.accountID)?.name ?? "",
    state,
    code,
    field,
    words,
    announcedAt,
    updatedAt,
    nextAttemptAt: nextAttemptOf(deps, row.id),
  };
}

function nextAttemptOf(deps: ReadDeps, id: string): string | null {
  const job = findJob(deps, "announce", id);
  return job?.state === "WAITING" ? job.nextAttemptAt : null;
}

/** Presents one announcement. */
export function presentAnnouncement(deps: ReadDeps, row: store.AnnouncementRow): Announcement {
  const shipment = findShipmentRow(deps, row.shipmentID);
  return {
    id: row.id,
    shipmentID: row.shipmentID,
    shipmentNumber: shipment?.number ?? 0,
    orderNumber: shipment?.orderNumber ?? "",
    recipientName: shipment === undefined ? "" : addressRowsOf(deps, shipment).recipient.name,
    barcode: shipment?.barcode ?? "",
    accountID: row.accountID,
    accountName: findLinkedAccount(deps.db, row.accountID)?.name ?? "",
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    state: row.state,
    code: row.code,
    field: row.field,
    words: row.words,
    corrections: row.corrections,
    fileID: row.fileID === "" ? null : row.fileID,
    announcedAt: row.announcedAt,
    nextAttemptAt: nextAttemptOf(deps, row.id),
    stationID: row.stationID,
    isHere: row.stationID === deps.db.stationID,
  };
}
