/** SQL for `ledger_anchors`: how far each station has seen the chains of other stations. */
import { insertRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";
import type { Chain } from "./ledger.store.ts";

/** Finds the last entry of a chain at this station; undefined without an entry. */
export function findHead(
  db: Pick<Db, "sql">,
  chain: Chain,
): { readonly n: number; readonly hash: string } | undefined {
  return db
    .sql<{ n: number; hash: string }>(
      `SELECT n, hash FROM ledger_entries WHERE organization_id = :organizationID AND station_id = :stationID AND incarnation = :incarnation ORDER BY n DESC LIMIT 1`,
    )
    .get({ ...chain });
}

/** Finds the newest anchor of a chain, written by any station. */
export function findAnchor(
  db: Pick<Db, "sql">,
  chain: Chain,
): { readonly n: number; readonly at: string } | undefined {
  return db
    .sql<{ n: number; at: string }>(
      `SELECT n, created_at AS at FROM ledger_anchors WHERE organization_id = :organizationID AND station_id = :stationID AND incarnation = :incarnation ORDER BY n DESC LIMIT 1`,
    )
    .get({ ...chain });
}

/** Inserts an anchor; needs an open transaction. */
export function insertAnchor(
  db: Db,
  {
    organizationID,
    stationID,
    incarnation,
    n,
    hash,
    id,
    now,
  }: Chain & {
    readonly n: number;
    readonly hash: string;
    readonly id: string;
    readonly now: string;
  },
): void {
  insertRow(db, "ledger_anchors", {
    id,
    createdAt: now,
    organizationID,
    seenBy: db.stationID,
    stationID,
    incarnation,
    n,
    hash,
  });
}

/**
 * Finds the first entry whose hash differs from its anchor; undefined when all match.
 */
export async function findRewritten(
  ask: Pick<Reader, "all">,
  organizationID: string,
): Promise<string | undefined> {
  const [row] = await ask.all<{ id: string }>(
    `SELECT e.id
       FROM ledger_anchors AS a
      CROSS JOIN ledger_entries AS e INDEXED BY ledger_by_chain ON e.organization_id = a.organization_id AND e.station_id = a.station_id AND e.incarnation = a.incarnation AND e.n = a.n
      WHERE a.organization_id = :organizationID AND e.hash <> a.hash
      ORDER BY a.station_id, a.incarnation, a.n
      LIMIT 1`,
    { organizationID },
  );
  return row?.id;
}
