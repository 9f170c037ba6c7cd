/**
 * Of which organization a row of a synced table is, and which rows of other tables it names. A
 * station may have organizations that it shares with no other one: by this their rows are kept
 * apart, in what it publishes, in snapshots, and in what comes from others.
 */
import type { RowChange, SqlRow, SqlValue } from "./database.ts";
import { ruleOf, type SyncedTable } from "./tables.ts";

/** Tables whose id is the organization's. */
const KEYED: ReadonlySet<string> = new Set<SyncedTable>(["organizations", "privacy_rules"]);

/**
 * Tables whose rows are of the organization of another row, which the named column or the row's own
 * id names.
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

/** Tables whose rows are of no organization. Those that name one may be of several. */
const SHARED: Partial<Record<SyncedTable, { readonly namedIn: SyncedTable; readonly by: string }>> =
  { frozen_addresses: { namedIn: "purchase_snapshots", by: "sender_id" } };

/** The column that states the organization of a table's rows, where the table has it. */
export function organizationColumn(table: string): string {
  return KEYED.has(table) ? "id" : "organization_id";
}

/** The organization that a change states; undefined when it states none. */
export function statedOrganization([table, id, fields]: RowChange): SqlValue | undefined {
  return KEYED.has(table) ? id : fields["organization_id"];
}

/** Whether rows of a table are of no organization: they go along with those that name them. */
export function isShared(table: string): boolean {
  return table in SHARED;
}

/**
 * A condition for the rows of one organization, :organizationID. Rows that came before their parent
 * are among them: another organization's never come from elsewhere.
 *
 * @param columns Of the table. @param row The table's name in the statement.
 * @throws Error for a table of which it is not known.
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
      `whose the rows of ${table} are is not known: it needs an organization_id, or a place in whose-rows.ts`,
    );
  return `${row}.${column} = :organizationID`;
}

/**
 * @returns Columns, the id among them, each with the table of the row that it names. Not every
 *   table has every one.
 */
export function namingColumns(table: SyncedTable): [column: string, of: SyncedTable][] {
  const parent = PARENTS[table];
  // Where the organization is in the key, another one's row is another row.
  const own: [string, SyncedTable][] =
    ruleOf(table).parent === "organization_id" ? [] : [["id", table]];
  if (parent?.by === "id") own.push(["id", parent.table]);
  return [...own, ...NAMED, ...Object.entries(ruleOf(table).needs ?? {})];
}

/** Columns that name a row wherever they are. */
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

/** @param fields Those of them that are known, without the id. */
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
