/** SQL of `order_sources`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";

export type OrderSourceRow = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly organizationID: string;
  readonly name: string;
  /** JSON object. */
  readonly columns: string;
  /** JSON list. */
  readonly demands: string;
  readonly isActive: number;
};

/** Finds a source by its id, also a removed one. */
export function findOrderSource(db: Pick<Db, "sql">, id: string): OrderSourceRow | undefined {
  return db.sql<OrderSourceRow>(`SELECT * FROM order_sources WHERE id = ?`).get(id);
}

/** Lists the sources of an organization by name, without removed ones. */
export function listOrderSources(db: Pick<Db, "sql">, organizationID: string): OrderSourceRow[] {
  return db
    .sql<OrderSourceRow>(
      `SELECT * FROM order_sources WHERE organization_id = ? AND is_active = 1 ORDER BY name, id`,
    )
    .all(organizationID);
}

/** Inserts a source; needs an open transaction. */
export function insertOrderSource(db: Db, row: OrderSourceRow): void {
  insertRow(db, "order_sources", row);
}

/** Changes a source; needs an open transaction. */
export function updateOrderSource(
  db: Db,
  id: string,
  fields: Partial<Pick<OrderSourceRow, "columns" | "demands" | "isActive" | "updatedAt">>,
): void {
  updateRow(db, "order_sources", id, fields);
}

/** Number of the newest shipments whose sources are listed. */
const NEWEST = 500;
const MOST_SEEN = 20;

/**
 * Lists the source identifiers that at least two of the newest shipments have. A marketplace gives
 * each order its own identifier, which is no source.
 */
export function listSeenIdentifiers(db: Pick<Db, "sql">, organizationID: string): string[] {
  return db
    .sql<{ identifier: string }>(
      `SELECT store_identifier AS identifier
         FROM (SELECT store_identifier
                 FROM shipments
                WHERE organization_id = ?
                  AND number > 0
                ORDER BY number DESC
                LIMIT ${NEWEST})
        WHERE store_identifier <> ''
        GROUP BY store_identifier
       HAVING count(*) > 1
        ORDER BY store_identifier
        LIMIT ${MOST_SEEN}`,
    )
    .all(organizationID)
    .map(({ identifier }) => identifier);
}
