/**
 * Reads the state of a test parcel that another server sold when a program reads it here: that
 * server moves such a parcel one step at each read, as this one does with its own.
 */
import type { Actor } from "../../http/actor.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import { findAnnouncement } from "../announcements/announcements.service.ts";
import { askAboutLabels, type FollowDeps } from "./follow-parcels.ts";

/** Longest wait of the program for the other server, ms. */
const TIMEOUT_MS = 10_000;

/** Reads the state there; without an answer the parcel stays as it is. */
export async function readTestParcel(
  deps: FollowDeps,
  actor: Actor,
  shipmentID: string,
): Promise<void> {
  const row = findShipmentRow(deps, shipmentID);
  if (actor.via !== "token" || row === undefined || row.test === 0) return;
  if (row.purchaseID === null || row.providerAccountID === null || !isBought(row.status)) return;
  const transactionID = row.purchaseID;
  const connection = deps.connections.find(
    findAnnouncement(deps.db, transactionID)?.accountID ?? "",
  );
  if (connection === undefined) return;
  await askAboutLabels(
    deps,
    { organizationID: row.organizationID, connection },
    [{ transactionID, shipmentID }],
    AbortSignal.timeout(TIMEOUT_MS),
  );
}
