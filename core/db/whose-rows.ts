/**
 * To which organization a row of a synced table belongs, and which rows of other tables it names. A
 * station may have organizations that it shares with no other station; this keeps their rows out of
 * what it publishes, of snapshots, and of what other stations may change.
 */
import type { RowChange, SqlRow, SqlValue } from "./database.ts";
import { ruleOf, type SyncedTable } from "./tables.ts";

/** Tables whose id is the organization's. */
const KEYED: ReadonlySet<string> = new Set<SyncedTable>(["organizations", "privacy_rules"]);

/**
 * Tables whose rows belong to the organization of another row, which is named by a column or by the
 * row's own id.
 */
export const PARENTS: Partial<
  Record<SyncedTable, { readonly table: SyncedTable; readonly by: string }>
> = {
  parcels: { table: "shipments", by: "id" },
  shipment_facts: { table: "shipments", by: "shipment_id" },
  tracking_events: { table: "shipments", by: "shipment_id" },
  rate_requests: { table: "shipments", by: "id" },
  label_files: { table: "shipments", by: "shipment_id" },
  purchase_snapshots: { table: "transactions", by: "id" },
};

/** Tables whose rows belong to no organization; rows of several organizations may name them. */
const SHARED: Partial<Record<SyncedTable, { readonly namedIn: SyncedTable; readonly by: string }>> =
  { frozen_addresses: { namedIn: "purchase_snapshots", by: "sender_id" } };

/** The column with the organization of a table's rows, if the table has it. */
export function organizationColumn(table: string): string {
  return KEYED.has(table) ? "id" : "organization_id";
}

/** The organization that a change states; undefined when it states none. */
export function statedOrganization([table, id, fields]: RowChange): SqlValue | undefined {
  return KEYED.has(table) ? id : fields["organization_id"];
}

/**
 * Whether rows of a table belong to no organization; they are included with the rows that name
 * them.
 */
export function isShared(table: string): boolean {
  return table in SHARED;
}

/**
 * SQL condition for the rows of one organization, :organizationID. Includes rows that arrived
 * before their parent, because rows of unshared organizations never arrive from outside.
 *
 * @param columns The table's columns.
 * @param row The table's name in the statement.
 * @throws Error for a table whose organization cannot be determined.
 */
export function scopeOf(table: SyncedTable, columns: ReadonlySet<string>, row = "s"): string {
  const [parent, shared] = [PARENTS[table], SHARED[table]];
  if (parent !== undefined)
    return `NOT EXISTS (SELECT 1 FROM ${parent.table} AS p WHERE p.id = ${row}.${parent.by} AND p.organization_id <> :organizationID)`;
  if (shared !== undefined)
    return `${row}.id IN (SELECT n.${shared.by} FROM ${shared.namedIn} AS n WHERE ${scopeOf(shared.namedIn, columns, "n")})`;
  const column = organizationColumn(table);
  if (column !== "id" && !columns.has(column))
    throw new Error(
      `the organization of the rows of ${table} is unknown: the table needs an organization_id, or an entry in whose-rows.ts`,
    );
  return `${row}.${column} = :organizationID`;
}

/**
 * @returns Columns, including the id, each with the table of the row that it names. A table may
 *   lack some of them.
 */
export function namingColumns(table: SyncedTable): [column: string, of: SyncedTable][] {
  const parent = PARENTS[table];
  // If the organization is part of the key, another organization's row with this id is a different
  // row.
  const own: [string, SyncedTable][] =
    ruleOf(table).parent === "organization_id" ? [] : [["id", table]];
  if (parent?.by === "id") own.push(["id", parent.table]);
  return [...own, ...NAMED, ...Object.entries(ruleOf(table).needs ?? {})];
}

/** Columns that name a row in any table. */
const NAMED: readonly [string, SyncedTable][] = [
  ["shipment_id", "shipments"],
  ["transaction_id", "transactions"],
  ["offer_id", "offers"],
  ["member_id", "members"],
  ["webhook_id", "webhooks"],
  ["provider_account_id", "provider_accounts"],
  ["rate_card_id", "rate_cards"],
  ["parcel_template_id", "parcel_templates"],
  ["default_sender_address_id", "addresses"],
  ["default_return_address_id", "addresses"],
  ["invoice_address_id", "addresses"],
  ["label_logo_id", "label_logos"],
];

/** @param fields The known fields of the row, without the id. */
export function namedRows(
  table: SyncedTable,
  id: string,
  fields: SqlRow,
): { readonly table: SyncedTable; readonly id: SqlValue }[] {
  const row: SqlRow = { ...fields, id };
  return namingColumns(table).flatMap(([column, of]) => {
    const named = row[column];
    return named === undefined || named === null || named === "" ? [] : [{ table: of, id: named }];
  });
}
