/**
 * SQL for the list of all shipments of an organization, newest first, read on the reader's
 * connection.
 */
import type { Read } from "../../db/reader-protocol.ts";
import { whileWanted, type Reader } from "../../db/reader.ts";
import type { ShipmentRow } from "./shipments.store.ts";

export type Page = { readonly limit: number; readonly offset: number };

/**
 * Offset above which a page may be slow: if a number is missing, the rows before the page are
 * counted in the index one by one.
 */
const MANY_BEFORE = 10_000;

/**
 * Lists the newest shipments. If no number is missing, a page starts at a number that is computed
 * without counting rows, so that the last page is as fast as the first. Numbers are missing after a
 * restore, and when several stations assign them. In that case the rows before the page are counted
 * in the index.
 */
export async function listNewest(
  reader: Reader,
  organizationID: string,
  page: Page,
): Promise<{ rows: ShipmentRow[]; totalRows: number }> {
  const totals: Read = {
    sql: `SELECT (SELECT coalesce(sum(n), 0) FROM shipment_counts WHERE organization_id = :organizationID) AS total,
                 (SELECT max(number) FROM shipments WHERE organization_id = :organizationID) AS last`,
    parameters: { organizationID },
  };
  const [counted, rows] = await reader.several<[Totals, ShipmentRow]>(
    [
      totals,
      {
        sql: `WITH totals AS (${totals.sql})
              SELECT s.*
                FROM (SELECT seq
                        FROM shipments
                       WHERE organization_id = :organizationID AND number <= (SELECT last - iif(last = total, :offset, 0) FROM totals) AND ${whileWanted("seq")}
                       ORDER BY number DESC
                       LIMIT :limit OFFSET (SELECT iif(last = total, 0, :offset) FROM totals)) AS found
               CROSS JOIN whole_shipments AS s ON s.seq = found.seq
               ORDER BY s.number DESC`,
        parameters: { organizationID, ...page },
      },
    ],
    page.offset > MANY_BEFORE && (await lacksNumbers(reader, totals)) ? "long" : "quick",
  );
  return { rows, totalRows: counted[0]?.total ?? 0 };
}

type Totals = { readonly total: number; readonly last: number | null };

async function lacksNumbers(reader: Reader, { sql, parameters }: Read): Promise<boolean> {
  const [totals] = await reader.all<Totals>(sql, parameters);
  return totals !== undefined && totals.last !== totals.total;
}
