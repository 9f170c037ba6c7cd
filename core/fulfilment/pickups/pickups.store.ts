/** SQL for `pickups`, and the parcels that a courier collects. */
import type { z } from "zod";
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";
import type { pickupStateSchema } from "./pickups.schema.ts";

export type PickupRow = {
  /** Follows from the account, the day and the station. */
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  accountID: string;
  day: string;
  /** Station that asks the carrier. */
  stationID: string;
  /** Member; "" at the set time. */
  createdBy: string;
  pieces: number;
  weightGrams: number;
  state: z.infer<typeof pickupStateSchema>;
  reference: string;
  words: string;
};

/**
 * Lists the orders of an account's courier for a day, newest first: at most one of each station.
 *
 * @param day Turkish day, YYYY-MM-DD.
 */
export function listPickups(db: Pick<Db, "sql">, accountID: string, day: string): PickupRow[] {
  return db
    .sql<PickupRow>(
      `SELECT *
         FROM pickups
        WHERE account_id = ?
          AND day = ?
        ORDER BY updated_at DESC, id`,
    )
    .all(accountID, day);
}

/** Inserts an order; needs an open transaction. */
export function insertPickup(db: Db, row: PickupRow): void {
  insertRow(db, "pickups", row);
}

/** Changes an order; needs an open transaction. */
export function updatePickup(
  db: Db,
  id: string,
  fields: Partial<Omit<PickupRow, "id" | "createdAt">>,
): void {
  updateRow(db, "pickups", id, fields);
}

export type Collected = { readonly pieces: number; readonly weightGrams: number };

/**
 * Counts the labels of an account that no branch has scanned, with their weight.
 *
 * @param of.since Labels without news since this time are left out.
 */
export async function countCollected(
  reader: Reader,
  of: {
    readonly organizationID: string;
    readonly providerCode: string;
    readonly accountID: string;
    readonly since: string;
  },
): Promise<Collected> {
  const [row] = await reader.all<Collected>(
    `SELECT count(*) AS pieces,
            cast(round(coalesce(sum(coalesce(g.weight, 0)
              * CASE g.mass_unit WHEN 'g' THEN 1 WHEN 'lb' THEN 453.59237 ELSE 1000 END), 0)) AS INTEGER) AS weight_grams
       FROM open_parcels AS p INDEXED BY open_parcels_board
      CROSS JOIN shipments AS s ON s.seq = p.seq
      CROSS JOIN announcements AS a ON a.id = s.purchase_id
       LEFT JOIN parcels AS g ON g.id = s.id
      WHERE p.organization_id = :organizationID
        AND p.step = 'BOUGHT'
        AND p.last_at >= :since
        AND p.provider_code = :providerCode
        AND a.account_id = :accountID
        AND a.state IN ('WAITING', 'ANNOUNCED', 'UNCERTAIN')`,
    of,
  );
  return row ?? { pieces: 0, weightGrams: 0 };
}
