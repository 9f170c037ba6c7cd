/**
 * Updates shipments with facts from other stations: writes the same columns, search text and
 * tracking marks as a local change.
 */
import { ERRORS } from "../../base/errors.ts";
import { namesOf } from "../../base/objects.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { isErased } from "../../db/erased.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { listEvents, markApplied, type TrackingRow } from "../tracking/tracking.service.ts";
import { foldFacts, type Fact, type Folded } from "./fold-facts.ts";
import { purchaseColumns, UNBOUGHT, type BoughtLabel } from "./shipments.store.ts";
import type { PurchaseSnapshot } from "./purchase-snapshot.ts";
import { findShipmentRow, indexShipment, type ShipmentRow } from "./shipments.service.ts";
import * as finds from "./find-shipments.store.ts";
import * as store from "./shipments.store.ts";
import { isShipmentEvent, type ShipmentEvent } from "./status-machine.ts";

/** Finds a purchase's label, snapshot and refusal; undefined until the purchase has arrived. */
export type FindPurchase = (transactionID: string) =>
  | {
      readonly label: BoughtLabel;
      readonly snapshot: PurchaseSnapshot | undefined;
      readonly errorCode: string | null;
      readonly errorMessage: string | null;
      /**
       * Whether the purchase is open and this station has asked the carrier so often that the
       * shipment shows the purchase as stuck.
       */
      readonly isStuck: boolean;
    }
  | undefined;

/**
 * Folds a shipment's facts again; needs an open transaction. Does nothing until the shipment has
 * arrived.
 *
 * @returns Surplus labels that may be voided; none after a carrier got the parcel.
 */
export function refoldShipment(
  deps: WriteDeps,
  shipmentID: string,
  findPurchase: FindPurchase,
): readonly string[] {
  const row = findShipmentRow(deps, shipmentID);
  if (row === undefined) return [];
  const facts = factsOf(deps, shipmentID);
  const { folded, columns: whole } = fold(facts, row, findPurchase);
  // An erasure empties the message, which may quote personal data, also where the fold comes later.
  const columns = isErased(deps.db, shipmentID) ? { ...whole, lastErrorMessage: null } : whole;
  const changed = Object.fromEntries(
    namesOf(columns).flatMap((name) =>
      row[name] === columns[name] ? [] : [[name, columns[name]]],
    ),
  );
  if (Object.keys(changed).length > 0) store.updateShipment(deps.db, shipmentID, changed);
  if (facts.some(({ events }) => events.includes("labelPrinted")))
    store.markPrinted(deps.db, shipmentID);
  markApplied(deps.db, shipmentID, [...folded.applied]);
  indexShipment(deps, row);
  recordFact(deps, {
    topic: "shipment.changed",
    organizationID: row.organizationID,
    subjectID: shipmentID,
    visibleTo: row.createdBy,
    payload: { statusCode: columns.status },
  });
  return folded.acceptedAt === null ? folded.surplus : [];
}

/**
 * Computes a shipment's state before some of its tracking events.
 *
 * @param later Ids of these events.
 * @returns The state; `tracking` is the newest remaining event that fitted the shipment's status,
 * undefined when there is none.
 */
export function shipmentBefore(
  deps: ReadDeps,
  row: ShipmentRow,
  later: ReadonlySet<string>,
  findPurchase: FindPurchase,
): { row: ShipmentRow; tracking: TrackingRow | undefined } {
  const facts = factsOf(deps, row.id).filter(({ id }) => !later.has(id));
  const { folded, columns } = fold(facts, row, findPurchase);
  return {
    row: { ...row, ...columns },
    tracking: listEvents(deps.db, row.id).findLast(({ id }) => folded.applied.has(id)),
  };
}

/** Marks as printed a shipment that arrived already folded; needs an open transaction. */
export function markPrinted(deps: ReadDeps, shipmentID: string): void {
  store.markPrinted(deps.db, shipmentID);
}

/** Folds facts into a shipment's columns. Skips a purchase whose snapshot has not arrived. */
function fold(
  facts: readonly Fact[],
  row: ShipmentRow,
  findPurchase: FindPurchase,
): { folded: Folded; columns: store.FoldedColumns } {
  const purchases = new Map(
    [...new Set(facts.filter(isOfPurchase).map(({ sourceID }) => sourceID ?? ""))].map((id) => [
      id,
      findPurchase(id),
    ]),
  );
  const isHere = (fact: Fact): boolean =>
    !isOfPurchase(fact) || purchases.get(fact.sourceID ?? "")?.snapshot !== undefined;
  const folded = foldFacts(facts.filter(isHere), row.isReturn === 1);
  const isStuck = [...purchases.values()].some((purchase) => purchase?.isStuck === true);
  return { folded, columns: columnsOf(folded, isStuck, (id) => purchases.get(id)) };
}

/**
 * Returns whether a fact names a transaction. The transaction may arrive later than the fact, and a
 * label is not shown as bought before its transaction is stored here.
 */
function isOfPurchase({ events, sourceID }: Fact): boolean {
  return sourceID !== null && events.some((event) => OF_PURCHASE.includes(event));
}

const OF_PURCHASE: readonly ShipmentEvent[] = [
  "purchaseOpened",
  "bought",
  "purchaseRefused",
  "cancelled",
];

/** Lists facts in the order of their stamps, which is the same at every station. */
function factsOf(deps: ReadDeps, shipmentID: string): Fact[] {
  const { stamps } = deps.db;
  return finds
    .listFacts(deps.db, shipmentID)
    .sort((a, b) =>
      stamps.isAfter(a.stamp, b.stamp)
        ? 1
        : stamps.isAfter(b.stamp, a.stamp)
          ? -1
          : a.id < b.id
            ? -1
            : 1,
    )
    .map(({ id, events, sourceID, at, code }) => ({
      id,
      events: events.split(" ").filter(isShipmentEvent),
      sourceID: sourceID,
      at,
      code,
    }));
}

function columnsOf(
  folded: Folded,
  isStuck: boolean,
  findPurchase: FindPurchase,
): store.FoldedColumns {
  const bought = folded.purchaseID === null ? undefined : findPurchase(folded.purchaseID);
  const refused = folded.refusedID === null ? undefined : findPurchase(folded.refusedID);
  const purchase =
    bought?.snapshot === undefined
      ? UNBOUGHT
      : purchaseColumns(bought.label, bought.snapshot.offer);
  const code = folded.hasConflict ? "E2053" : isStuck ? "E2008" : undefined;
  return {
    ...purchase,
    status: folded.status,
    shipmentDate: folded.acceptedAt,
    acceptedAt: folded.acceptedAt,
    cancelDate: folded.cancelDate,
    lastErrorCode: code ?? refused?.errorCode ?? null,
    lastErrorMessage: code === undefined ? (refused?.errorMessage ?? null) : ERRORS[code].message,
    hasConflict: folded.hasConflict ? 1 : 0,
  };
}
