/** SQL of the ledger's pages and of its sorted lists, read on the reader's connection. */
import { byValue } from "../../db/by-value.ts";
import { whileWanted, type Reader } from "../../db/reader.ts";
import type { ShownEntryRow } from "../../organizations/ledger/present-entry.ts";
import { LEDGER_KINDS, type LedgerColumn } from "./reports.schema.ts";

export type LedgerLineRow = ShownEntryRow & {
  shipmentID: string | null;
  orderNumber: string | null;
  carrierName: string | null;
};

/** Entries of an organization between two ids, both exclusive. */
export type LedgerBounds = {
  readonly organizationID: string;
  readonly after: string;
  readonly before: string;
};
export type LedgerPage = LedgerBounds & {
  readonly kind: string | null;
  readonly isAscending: boolean;
  readonly limit: number;
};

const COLUMNS = `e.id,
            e.created_at,
            e.organization_id,
            e.kind,
            e.amount_minor,
            e.balance_minor,
            e.transaction_id,
            e.reference,
            e.note,
            t.shipment_id,
            s.order_number,
            t.carrier_name`;
const JOINS = `LEFT JOIN transactions AS t ON t.id = e.transaction_id
       LEFT JOIN shipments AS s ON s.id = t.shipment_id`;

/** Value by which a column sorts. */
const VALUES: Readonly<Record<LedgerColumn, string>> = {
  at: "e.id",
  kind: `CASE e.kind ${LEDGER_KINDS.map((kind, at) => `WHEN '${kind}' THEN ${at}`).join(" ")} END`,
  order: "in_alphabet(s.order_number)",
  carrier: "in_alphabet(t.carrier_name)",
  reference: "in_alphabet(e.reference)",
  amount: "e.amount_minor",
  balance: "e.balance_minor",
};

/**
 * Lists the entries between two ids, by time, each with its order.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function listLedger(
  reader: Reader,
  { isAscending, ...page }: LedgerPage,
): Promise<LedgerLineRow[]> {
  return reader.all<LedgerLineRow>(
    `SELECT ${COLUMNS}
       FROM ledger_entries AS e
       ${JOINS}
      WHERE e.organization_id = :organizationID
        AND e.id > :after
        AND e.id < :before
        AND (:kind IS NULL OR e.kind = :kind)
        AND ${whileWanted("e.n")}
      ORDER BY e.id ${isAscending ? "ASC" : "DESC"}
      LIMIT :limit`,
    { ...page },
    page.kind === null ? "quick" : "long",
  );
}

/** Lists the entries with these ids, in their order. */
export function listLedgerOf(
  reader: Reader,
  organizationID: string,
  ids: readonly string[],
): Promise<LedgerLineRow[]> {
  return reader.all<LedgerLineRow>(
    `SELECT ${COLUMNS}
       FROM json_each(:ids) AS one
      CROSS JOIN ledger_entries AS e ON e.organization_id = :organizationID AND e.id = one.value
       ${JOINS}
      ORDER BY one.key`,
    { organizationID, ids: JSON.stringify(ids) },
  );
}

/** Counts the entries, up to `atMost`. @throws AppError E2052 */
export async function countLedger(
  reader: Reader,
  bounds: LedgerBounds,
  atMost: number,
): Promise<number> {
  const [row] = await reader.all<{ n: number }>(
    `SELECT count(*) AS n
       FROM (SELECT 1 FROM ledger_entries WHERE organization_id = :organizationID AND id > :after AND id < :before LIMIT :atMost)`,
    { ...bounds, atMost },
    "long",
  );
  return row?.n ?? 0;
}

/** Lists the ids of the entries sorted by a column, among equals the newest first. @throws AppError E2052 */
export async function listSortedLedger(
  reader: Reader,
  bounds: LedgerBounds,
  { by, isAscending }: { readonly by: LedgerColumn; readonly isAscending: boolean },
): Promise<string[]> {
  const rows = await reader.all<{ id: string }>(
    `SELECT id
       FROM (SELECT e.id, ${VALUES[by]} AS value
               FROM ledger_entries AS e
               ${JOINS}
              WHERE e.organization_id = :organizationID
                AND e.id > :after
                AND e.id < :before
                AND ${whileWanted("e.n")})
      ORDER BY ${byValue(isAscending)}, id DESC`,
    { ...bounds },
    "long",
  );
  return rows.map(({ id }) => id);
}
