/**
 * Derives state from rows that this station did not write: the only list of which domain handles
 * which table. Rows from the stream and rows from a snapshot run the same list, so that both have
 * the same effect.
 */
import { noteUnindexed } from "../shipping/addresses/addresses.service.ts";
import type { SyncDeps } from "./deps.ts";
import {
  addToBalances,
  settleDoubles,
  settleDoublesOfEnded,
} from "../organizations/ledger/apply-entries.ts";
import { eraseOwnPurchases } from "../records/privacy/erase-shipment.ts";
import { followErasures } from "../records/privacy/follow-erasures.ts";
import { followShared } from "../fulfilment/shared-printers/follow-shared.ts";
import { DELIVERED_FOR_MS, recordForeignTracking } from "../shipping/shipments/record-tracking.ts";
import { markPrinted, refoldShipment } from "../shipping/shipments/refold.ts";
import { adoptPurchases } from "../fulfilment/transactions/adopt-purchases.ts";
import { followErasures as followPurchaseErasures } from "../fulfilment/transactions/erase-purchase.ts";
import { findPurchase, listShipmentsOf } from "../fulfilment/transactions/transactions.service.ts";
import { voidSurplus } from "../fulfilment/transactions/void-surplus.ts";
import {
  followAttempt,
  followWebhook,
  hasReceivers,
} from "../fulfilment/webhooks/follow-deliveries.ts";
import type { AppliedRow } from "../db/merge-fields.ts";

/**
 * How to find the rows of one table that a projection needs in a snapshot: it has millions, and
 * most of them change nothing here.
 */
export type InSnapshot = {
  /**
   * A condition on the row `s` of the snapshot, once its slice was copied; absent: every row. Its
   * parameters are those of `SnapshotScope`.
   */
  readonly where?: string;
  /** The columns that the projection reads, in addition to the id. */
  readonly reads?: readonly string[];
};

/**
 * `own`: JSON list of the numbers that this station's incarnations have in the snapshot. `before`:
 * position of the last shipment that existed here. `since`: older scans are not news.
 */
export type SnapshotScope = {
  readonly own: string;
  readonly before: number;
  readonly since: string;
};

export type Projection = {
  readonly tables: Readonly<Record<string, InSnapshot>>;
  /**
   * For rows of a snapshot. "slice": in the transaction that copies the rows, never twice. "end":
   * when all rows are here; repeated after a crash.
   */
  readonly when: "slice" | "end";
  /** For "end": one of the rows with the same subject is enough. */
  subject?(row: AppliedRow): string;
  /**
   * Runs the projection inside a transaction.
   *
   * @param rows Rows of its tables. A changed row only has its changed fields.
   */
  run(deps: SyncDeps, rows: readonly AppliedRow[]): void;
};

/** Shipments that came with the snapshot already have the status that its creator folded. */
const isKnown = (id: string): string =>
  `EXISTS (SELECT 1 FROM main.shipments AS m WHERE m.id = ${id} AND m.seq <= :before)`;
const isErased = (id: string): string =>
  `EXISTS (SELECT 1 FROM main.erasures AS e WHERE e.id = ${id})`;
const OF_SHIPMENT = { where: isErased("s.shipment_id"), reads: ["shipment_id"] };

const index: Projection = {
  tables: { addresses: { where: "s.is_saved = 1", reads: ["is_saved"] } },
  when: "slice",
  run: ({ db }, rows) =>
    rows.forEach(({ id, fields }) => fields["is_saved"] !== 0 && noteUnindexed(db, id)),
};

/** Purchases of this station, whose database was restored from an older copy. */
const adopt: Projection = {
  tables: {
    transactions: {
      where: "CAST(substr(s.stamp, 18) AS INTEGER) IN (SELECT value FROM json_each(:own))",
    },
  },
  when: "slice",
  run: (deps, rows) =>
    adoptPurchases(
      deps,
      rows.map(({ id }) => id),
    ),
};

const fold: Projection = {
  tables: {
    // The buyer of a duplicate label voids it, even if its database was restored. Only the station
    // that asks a carrier sets the error about a pending answer.
    shipments: { where: "s.has_conflict = 1 OR s.last_error_code = 'E2008'" },
    shipment_facts: { where: isKnown("s.shipment_id"), reads: ["shipment_id"] },
    tracking_events: { where: isKnown("s.shipment_id"), reads: ["shipment_id"] },
    transactions: { where: isKnown("s.shipment_id"), reads: ["shipment_id"] },
    purchase_snapshots: {
      where: `EXISTS (SELECT 1 FROM main.transactions AS t WHERE t.id = s.id AND ${isKnown("t.shipment_id")})`,
    },
  },
  when: "end",
  subject: ({ id, fields }) => String(fields["shipment_id"] ?? id),
  run(deps, rows) {
    const named = rows.map(({ table, id, fields }) =>
      table === "shipments" ? id : String(fields["shipment_id"] ?? ""),
    );
    const purchases = rows.flatMap(({ table, id }) =>
      table === "transactions" || table === "purchase_snapshots" ? [id] : [],
    );
    for (const id of new Set([...named, ...listShipmentsOf(deps, purchases)]))
      if (id !== "")
        voidSurplus(
          deps,
          refoldShipment(deps, id, (transactionID) => findPurchase(deps, transactionID)),
        );
  },
};

/** Shipments that existed here are marked when they are folded. */
const printed: Projection = {
  tables: {
    shipment_facts: {
      where: `s.events LIKE '%labelPrinted%' AND NOT ${isKnown("s.shipment_id")}`,
      reads: ["events", "shipment_id"],
    },
  },
  when: "slice",
  run: (deps, rows) =>
    rows.forEach(
      ({ fields }) =>
        String(fields["events"]).includes("labelPrinted") &&
        markPrinted(deps, String(fields["shipment_id"])),
    ),
};

const scans: Projection = {
  tables: { tracking_events: { where: "s.created_at > :since", reads: ["shipment_id"] } },
  when: "end",
  run: (deps, rows) =>
    recordForeignTracking(
      deps,
      rows.map(({ id, fields }) => ({ id, shipmentID: String(fields["shipment_id"]) })),
      {
        hasReceivers: (organizationID) => hasReceivers(deps, organizationID),
        findPurchase: (transactionID) => findPurchase(deps, transactionID),
      },
    ),
};

const attempts: Projection = {
  tables: { delivery_attempts: {} },
  when: "slice",
  run: (deps, rows) => rows.forEach(({ id }) => followAttempt(deps, id)),
};

/** Runs after the attempts: deliveries left open at a deleted webhook end. */
const webhooks: Projection = {
  tables: { webhooks: { where: "s.deleted_at IS NOT NULL" } },
  when: "end",
  run: (deps, rows) => rows.forEach(({ id }) => followWebhook(deps, id)),
};

const shared: Projection = {
  tables: { shared_printers: {}, print_requests: { where: "s.state IN ('ASKED', 'TAKEN')" } },
  when: "end",
  run: followShared,
};

const purchaseErasures: Projection = {
  tables: {
    purchase_snapshots: { where: "s.body ->> '$.erased' = 1", reads: ["body"] },
    label_files: {
      where: `EXISTS (
        SELECT 1 FROM main.shipment_facts AS f JOIN main.purchase_snapshots AS x ON x.id = f.source_id
         WHERE f.shipment_id = s.shipment_id AND x.body ->> '$.erased' = 1)`,
      reads: ["shipment_id"],
    },
  },
  when: "slice",
  run: followPurchaseErasures,
};

const erasures: Projection = {
  tables: {
    erasures: { reads: ["kind"] },
    frozen_addresses: { where: isErased("s.id") },
    rate_requests: { where: isErased("s.id") },
    addresses: { where: isErased("s.id") },
    shipments: { where: isErased("s.id") },
    transactions: { where: isErased("s.shipment_id") },
    purchase_snapshots: {
      where: `EXISTS (SELECT 1 FROM main.transactions AS t WHERE t.id = s.id AND ${isErased("t.shipment_id")})`,
    },
    // Orders are processed with their shipments, which come later.
    orders: { where: "FALSE" },
    offers: OF_SHIPMENT,
    tracking_events: OF_SHIPMENT,
    handled_parcels: OF_SHIPMENT,
    label_files: OF_SHIPMENT,
    delivery_attempts: OF_SHIPMENT,
  },
  when: "slice",
  run: followErasures,
};

/** Purchases unknown to the station that erased their shipment. */
const ownPurchases: Projection = {
  tables: { erasures: { where: "s.kind = 'shipment'", reads: ["kind"] } },
  when: "end",
  run: (deps, rows) =>
    rows.forEach(({ id, fields }) => fields["kind"] === "shipment" && eraseOwnPurchases(deps, id)),
};

const balances: Projection = {
  tables: { ledger_entries: { reads: ["organization_id", "amount_minor"] } },
  when: "slice",
  run: (deps, rows) =>
    addToBalances(
      deps,
      rows.map(({ fields }) => fields),
    ),
};

/** Entries that two disconnected stations posted. */
const doubles: Projection = {
  tables: {
    ledger_entries: {
      where: `CASE
        WHEN s.transaction_id IS NOT NULL THEN EXISTS (
          SELECT 1 FROM main.ledger_entries AS e
           WHERE e.transaction_id = s.transaction_id AND e.kind IN ('PURCHASE', 'REFUND')
           GROUP BY e.kind HAVING count(*) > 1)
        ELSE s.reference <> '' AND 1 < (
          SELECT count(*) FROM main.ledger_entries AS e
           WHERE e.organization_id = s.organization_id AND e.reference = s.reference AND e.kind = 'TOPUP')
        END`,
      reads: ["organization_id", "transaction_id", "reference"],
    },
  },
  when: "end",
  subject: ({ fields }) => String(fields["transaction_id"] ?? fields["reference"]),
  run: (deps, rows) =>
    settleDoubles(
      deps,
      rows.map(({ fields }) => fields),
    ),
};

/**
 * The station that records another one's end is responsible for the entries that the ended one
 * posted twice.
 */
const ends: Projection = {
  tables: { station_ends: {} },
  when: "end",
  subject: () => "",
  run: settleDoublesOfEnded,
};

/** In the order in which they run. */
export const PROJECTIONS: readonly Projection[] = [
  index,
  adopt,
  fold,
  printed,
  scans,
  attempts,
  webhooks,
  shared,
  purchaseErasures,
  erasures,
  ownPurchases,
  balances,
  doubles,
  ends,
];

/** Time before which scans are no news. */
export function oldestNews(deps: Pick<SyncDeps, "now">): string {
  return new Date(Date.parse(deps.now()) - DELIVERED_FOR_MS).toISOString();
}
