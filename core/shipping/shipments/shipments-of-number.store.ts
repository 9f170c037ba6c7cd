/** Reads the shipments with an order number, from any source. */
import type { Db } from "../../db/database.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/** The most shipments with one order number that are listed. */
const MOST_OF_NUMBER = 100;

/**
 * Lists the shipments with an order number, from any source, without returns, oldest first. The
 * plus keeps SQLite from reading all shipments in the order of their numbers.
 */
export function listOfNumber(
  db: Pick<Db, "sql">,
  of: { organizationID: string; orderNumber: string },
): Pick<ShipmentRow, "id" | "orderID" | "status" | "createdBy" | "boxNo">[] {
  return db
    .sql<Pick<ShipmentRow, "id" | "orderID" | "status" | "createdBy" | "boxNo">>(
      `SELECT id, order_id, status, created_by, box_no
         FROM shipments
        WHERE organization_id = :organizationID
          AND order_number = :orderNumber
          AND order_number <> ''
          AND is_return = 0
        ORDER BY +number
        LIMIT ${MOST_OF_NUMBER}`,
    )
    .all(of);
}
