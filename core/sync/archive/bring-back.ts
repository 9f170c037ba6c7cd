/**
 * Brings the facts and events of one shipment back from a station that has them: all of them in one transaction, in which the shipment is whole
 * again and folded, or none.
 */
import type { NatsConnection } from "@nats-io/transport-node";
import { AppError } from "../../base/errors.ts";
import { applyRemote, type RemoteCommit } from "../../db/apply-remote.ts";
import type { Deps } from "../../deps.ts";
import { followErasures } from "../../privacy/follow-erasures.ts";
import { recordForeignTracking } from "../../shipments/record-tracking.ts";
import { refoldShipment } from "../../shipments/refold.ts";
import { findPurchase } from "../../transactions/transactions.service.ts";
import { voidSurplus } from "../../transactions/void-surplus.ts";
import { hasReceivers } from "../../webhooks/follow-deliveries.ts";
import { askStation } from "../ask.ts";
import { digestOf, givenSchema, pack, PACKED_ANSWER, unpack, type Given } from "./details-message.ts";
import { findThinned, leaveBoard, listDetails, markBack, type DetailRow, type ThinnedRow } from "./details.store.ts";
import { readKeeping } from "./keeping.ts";

/** Whoever waits for a shipment waits no longer. */
const ALL_MS = 5_000;
/** A station that is off answers at once that it is; one that hangs has so long. */
const ANSWER_MS = 1_500;
/** As the triggers of the board keep delivered parcels. */
const SHOWN_MS = 2 * 24 * 60 * 60 * 1_000;

/** A station that may have what is asked for. */
export type Keeper = { readonly id: string; readonly name: string; readonly keepsEverything: boolean };

export type BringBack = {
  /** @throws AppError E2152 */
  bringBack(shipmentID: string): Promise<void>;
};

/** @param keepers The other stations, those that keep everything first. @param connection Undefined while the hub is not reached. */
export function createBringBack(deps: Deps, { keepers, connection }: { readonly keepers: () => readonly Keeper[]; readonly connection: () => NatsConnection | undefined }): BringBack {
  const underWay = new Map<string, Promise<void>>();

  const bring = async (shipmentID: string): Promise<void> => {
    const thinned = findThinned(deps.db, shipmentID);
    if (thinned === undefined) return;
    const until = performance.now() + ALL_MS;
    const nc = connection();
    for (const { id } of nc === undefined ? [] : keepers()) {
      const left = until - performance.now();
      if (nc === undefined || left <= 0) break;
      const rows = await ask(nc, { to: id, from: deps.db.stationID }, thinned, left).catch((err: unknown) => deps.log.info({ err, station: id }, "a station did not give the details of a shipment"));
      if (rows === undefined) continue;
      takeBack(deps, thinned, rows);
      return;
    }
    throw notReached(keepers());
  };

  return {
    bringBack(shipmentID) {
      const known = underWay.get(shipmentID);
      if (known !== undefined) return known;
      const bringing = bring(shipmentID).finally(() => underWay.delete(shipmentID));
      underWay.set(shipmentID, bringing);
      return bringing;
    },
  };
}

function notReached(keepers: readonly Keeper[]): AppError {
  const names = keepers.filter(({ keepsEverything }) => keepsEverything).map(({ name }) => name);
  if (names.length === 0) return new AppError("E2152");
  return new AppError("E2152", `The details of this shipment are kept by ${names.join(", ")}; none of them can be reached now. Nothing was changed. Try again when one of them is on.`);
}

/** @returns All rows of the shipment; undefined when the station does not have as many as there were here. */
async function ask(nc: NatsConnection, { to, from }: { readonly to: string; readonly from: string }, { id, rows: least }: ThinnedRow, leftMs: number): Promise<readonly DetailRow[] | undefined> {
  const until = performance.now() + Math.min(ANSWER_MS, leftMs);
  let digest: string | undefined;
  const rows: DetailRow[] = [];
  for (;;) {
    const question = pack({ ask: "give", shipmentID: id, from: rows.length });
    const answer = await askStation(nc, { to, from, kind: "details", question, timeout: Math.max(1, until - performance.now()) });
    const given = unpack(answer, givenSchema, PACKED_ANSWER);
    if (given.digest === "" || given.all < least || (digest ?? given.digest) !== given.digest) return undefined;
    digest = given.digest;
    rows.push(...rowsOf(given, id));
    if (given.rows.length === 0 || rows.length >= given.all) return rows.length === given.all && digestOf(rows) === digest ? rows : undefined;
  }
}

/** What is not of this shipment is not taken. */
function rowsOf({ rows }: Given, shipmentID: string): DetailRow[] {
  return rows.flatMap(([hlc, table, id, fields]) => (fields["shipment_id"] === shipmentID ? [{ hlc, change: [table, id, fields, 1] as const }] : []));
}

function takeBack(deps: Deps, { seq, id }: ThinnedRow, rows: readonly DetailRow[]): void {
  const commits = new Map<string, RemoteCommit["changes"][number][]>();
  for (const { hlc, change } of rows) commits.set(hlc, [...(commits.get(hlc) ?? []), change]);
  applyRemote(deps, [...commits].map(([hlc, changes]) => ({ hlc, changes })), (applied) => {
    markBack(deps.db, seq, readKeeping(deps.db).keeps === "everything" ? null : deps.now());
    voidSurplus(deps, refoldShipment(deps, id, (purchaseID) => findPurchase(deps, purchaseID)));
    // What came while it was thinned is a fact now. Old events are no news.
    const events = listDetails(deps.db, id).flatMap(({ change: [table, eventID] }) => (table === "tracking_events" ? [{ id: eventID, shipmentID: id }] : []));
    recordForeignTracking(deps, events, (organizationID) => hasReceivers(deps, organizationID));
    followErasures(deps, applied);
    leaveBoard(deps.db, seq, new Date(Date.parse(deps.now()) - SHOWN_MS).toISOString());
  });
}
