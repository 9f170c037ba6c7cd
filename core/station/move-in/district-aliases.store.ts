/** SQL for our districts for the district ids of other servers. */
import type { Db } from "../../db/database.ts";

type Alias = {
  readonly accountID: string;
  readonly cityCode: string;
  readonly alias: number;
  readonly districtID: number;
};

/** Writes our district for a district id of the server; needs an open transaction. */
export function writeAlias(db: Db, row: Alias): void {
  db.sql(
    `INSERT INTO district_aliases (account_id, city_code, alias, district_id)
     VALUES (:accountID, :cityCode, :alias, :districtID)
         ON CONFLICT DO UPDATE SET district_id = excluded.district_id`,
  ).run(row);
}

/** Finds our district for a district id of the server. */
export function findAlias(
  db: Pick<Db, "sql">,
  { accountID, cityCode, alias }: Omit<Alias, "districtID">,
): number | undefined {
  return db
    .sql<{ districtID: number }>(
      `SELECT district_id FROM district_aliases WHERE account_id = :accountID AND city_code = :cityCode AND alias = :alias`,
    )
    .get({ accountID, cityCode, alias })?.districtID;
}

/**
 * Finds our district for a district id of any server from which an organization has moved; undefined
 * when two servers have given the id to different districts.
 */
export function findAnyAlias(
  db: Pick<Db, "sql">,
  cityCode: string,
  alias: number,
): number | undefined {
  const [first, ...others] = db
    .sql<{ districtID: number }>(
      `SELECT DISTINCT district_id FROM district_aliases WHERE city_code = ? AND alias = ? ORDER BY district_id LIMIT 2`,
    )
    .all(cityCode, alias);
  return others.length === 0 ? first?.districtID : undefined;
}
