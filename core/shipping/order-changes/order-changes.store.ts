/** SQL for `order_changes`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import { MOST_COUNTED } from "./order-changes.schema.ts";
import { orderChangeID } from "./order-change-id.ts";

/** The newest file about an order. */
export type FileFields = {
  /** "CHANGED <hash of the rows>" or CANCELLED; "" when the file and the order are equal. */
  readonly version: string;
  /** JSON of the changed rows, which `file-content.ts` reads; "" for others. */
  readonly content: string;
  readonly fileName: string;
  readonly arrivedAt: string;
};

/** Columns of the table `order_changes`. */
export type OrderChangeRow = FileFields & {
  readonly id: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly orderID: string;
  /** The version that was applied; "" for none. */
  readonly applied: string;
  /** The version that was dismissed; "" for none. */
  readonly dismissed: string;
  /** Member who decided last; "" before. */
  readonly decidedBy: string;
  readonly decidedAt: string | null;
};

const IS_OPEN = `version <> '' AND version <> applied AND version <> dismissed`;

/**
 * Excludes an order that the desk has cancelled as its file did: nothing is left to decide. Its change
 * stays open, because it needs a decision when the order is packed again.
 */
const IS_LISTED = `${IS_OPEN}
          AND (version <> 'CANCELLED' OR EXISTS (
                SELECT 1
                  FROM orders AS o
                 CROSS JOIN shipments AS s ON s.organization_id = o.organization_id
                                          AND s.order_number = o.order_number
                                          AND s.order_number <> ''
                                          AND s.store_identifier = o.source_identifier
                 WHERE o.id = order_changes.order_id
                   AND s.is_return = 0
                   AND (s.status <> 'CANCELED' OR EXISTS (
                         SELECT 1
                           FROM joined_orders AS j
                          WHERE j.shipment_id = s.id
                            AND j.state = 'JOINED'))))`;

/** Returns whether a person must decide about a change. */
export function isOpen({ version, applied, dismissed }: OrderChangeRow): boolean {
  return version !== "" && version !== applied && version !== dismissed;
}

/** Finds the row of an order. */
export function findChangeOf(db: Pick<Db, "sql">, orderID: string): OrderChangeRow | undefined {
  return findChange(db, orderChangeID(orderID));
}

/** Finds a row by its id, in any organization. */
export function findChange(db: Pick<Db, "sql">, id: string): OrderChangeRow | undefined {
  return db.sql<OrderChangeRow>(`SELECT * FROM order_changes WHERE id = ?`).get(id);
}

/**
 * Writes what a file says; needs an open transaction. All fields are written together, so that the
 * rows of one file win as a whole over another station's.
 */
export function writeFileFields(
  db: Db,
  of: { readonly orderID: string; readonly organizationID: string; readonly now: string },
  fields: FileFields,
): void {
  const id = orderChangeID(of.orderID);
  if (updateRow(db, "order_changes", id, { ...fields, updatedAt: of.now })) return;
  insertRow(db, "order_changes", {
    id,
    updatedAt: of.now,
    organizationID: of.organizationID,
    orderID: of.orderID,
    ...fields,
    applied: "",
    dismissed: "",
    decidedBy: "",
    decidedAt: null,
  });
}

/** Writes that the file and the order are equal, and forgets decisions; needs an open transaction. */
export function closeChange(db: Db, id: string, now: string): void {
  updateRow(db, "order_changes", id, {
    version: "",
    content: "",
    fileName: "",
    arrivedAt: now,
    applied: "",
    dismissed: "",
    updatedAt: now,
  });
}

/** Writes a decision; needs an open transaction. */
export function writeDecision(
  db: Db,
  id: string,
  decision: {
    readonly state: "applied" | "dismissed";
    readonly version: string;
    readonly by: string;
    readonly now: string;
  },
): void {
  updateRow(db, "order_changes", id, {
    [decision.state]: decision.version,
    decidedBy: decision.by,
    decidedAt: decision.now,
    updatedAt: decision.now,
  });
}

/** Lists open changes that need a decision, oldest first, after a position. */
export function listOpen(
  db: Pick<Db, "sql">,
  of: {
    readonly organizationID: string;
    readonly arrivedAt: string;
    readonly id: string;
    readonly limit: number;
  },
): OrderChangeRow[] {
  return db
    .sql<OrderChangeRow>(
      `SELECT *
         FROM order_changes
        WHERE organization_id = :organizationID
          AND ${IS_LISTED}
          AND (arrived_at, id) > (:arrivedAt, :id)
        ORDER BY arrived_at, id
        LIMIT :limit`,
    )
    .all(of);
}

/** Counts open changes that need a decision, up to MOST_COUNTED. */
export function countOpen(db: Pick<Db, "sql">, organizationID: string): number {
  const counted = db
    .sql<{ n: number }>(
      `SELECT count(*) AS n
         FROM (SELECT 1
                 FROM order_changes
                WHERE organization_id = ?
                  AND ${IS_LISTED}
                LIMIT ${MOST_COUNTED})`,
    )
    .get(organizationID);
  return counted?.n ?? 0;
}
