/** SQL of `joined_orders`, and of the waiting orders of one recipient. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db, SqlRow } from "../../db/database.ts";

type JoinedState = "JOINED" | "RELEASED";

/** Columns of the table `joined_orders`. */
export type JoinedOrderRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  /** The joined order's shipment, which is cancelled. */
  shipmentID: string;
  /** The shipment that carries the items. */
  firstID: string;
  state: JoinedState;
  /** The shipment whose purchase was reserved with these items; "" before. */
  packedIn: string;
  joinedBy: string;
  stationID: string;
};

/** Inserts a row into a synced table; needs an open transaction. */
export function insertJoined(db: Db, row: JoinedOrderRow): void {
  insertRow(db, "joined_orders", row);
}

/** Changes a row of a synced table; needs an open transaction. */
export function updateJoined(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "joined_orders", id, fields);
}

/** Finds the row of an order that is or was packed with another. */
export function findJoined(db: Pick<Db, "sql">, id: string): JoinedOrderRow | undefined {
  return db.sql<JoinedOrderRow>(`SELECT * FROM joined_orders WHERE id = ?`).get(id);
}

/** Lists the orders that were joined to a shipment, or that its purchase has named. */
export function listJoinedTo(db: Pick<Db, "sql">, firstID: string): JoinedOrderRow[] {
  return db
    .sql<JoinedOrderRow>(
      `SELECT * FROM joined_orders WHERE first_id = :firstID
        UNION
       SELECT * FROM joined_orders WHERE packed_in = :firstID AND packed_in <> ''
        ORDER BY id`,
    )
    .all({ firstID });
}

/** The expression of the index `addresses_by_phone`. */
const PHONE_DIGITS = `substr(replace(replace(replace(replace(replace(replace(replace(a.phone, ' ', ''), '-', ''), '(', ''), ')', ''), '+', ''), '.', ''), '/', ''), -10)`;

/** Most orders of one recipient that are read. */
const MOST = 100;

/**
 * Lists the ids of waiting shipments to recipients of a district whose phone ends with the given
 * digits, without returns.
 *
 * @param of.createdBy Member whose shipments are listed; null: all.
 */
export function listWaitingOfPhone(
  db: Pick<Db, "sql">,
  of: {
    readonly organizationID: string;
    readonly digits: string;
    readonly districtID: number;
    readonly createdBy: string | null;
  },
): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT s.id
         FROM addresses AS a INDEXED BY addresses_by_phone
        CROSS JOIN shipments AS s INDEXED BY shipments_waiting_by_recipient
           ON s.recipient_address_id = a.id
        WHERE a.organization_id = :organizationID
          AND a.phone <> ''
          AND ${PHONE_DIGITS} = :digits
          AND a.district_id = :districtID
          AND s.status IN ('CREATED', 'GOT_OFFERS')
          AND s.organization_id = :organizationID
          AND s.is_return = 0
          AND (:createdBy IS NULL OR s.created_by = :createdBy)
        ORDER BY s.number, s.id
        LIMIT ${MOST}`,
    )
    .all(of)
    .map(({ id }) => id);
}
