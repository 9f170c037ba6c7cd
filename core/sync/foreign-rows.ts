/**
 * Validates rows of other stations: every value must fit its column before it is applied. Otherwise
 * one row with invalid JSON would break each list that reads the row, and one with an invalid
 * number would break each sum.
 */
import { z } from "zod";
import { parseBounded, type TextLimits } from "../base/bounded-json.ts";
import { objectSchema, textsSchema } from "../base/json.ts";
import { daySchema } from "../base/turkish-day.ts";
import { fileStateSchema } from "../fulfilment/announcements/announcement-files.schema.ts";
import { pickupStateSchema } from "../fulfilment/pickups/pickups.schema.ts";
import {
  announcementStateSchema,
  correctionsSchema,
} from "../fulfilment/announcements/announcements.schema.ts";
import { connectionSettingsSchema } from "../shipping/carriers/connection.schema.ts";
import {
  isBarcode,
  isPictureAddress,
  LONGEST_SHELF,
  LONGEST_STOCK_CODE,
  LONGEST_TITLE,
  MOST_GRAMS,
  MOST_MM,
} from "../shipping/products/products.schema.ts";
import { ineligibleServiceSchema } from "../shipping/carriers/ineligible.schema.ts";
import { checkDigitSchema } from "../shipping/carriers/barcode.schema.ts";
import { mappingsSchema } from "../shipping/agreements/load/mapping.schema.ts";
import { isTariff } from "../shipping/agreements/read-tariff.ts";
import { priceLinesSchema } from "../shipping/carriers/price-lines.schema.ts";
import type { ColumnType, Db, RowChange, SqlValue } from "../db/database.ts";
import { columnTypesOf } from "../db/columns.ts";
import { declarationOf, isSynced, type WithTables } from "../db/tables.ts";
import { detailsSchema } from "../shipping/offers/offers.service.ts";
import {
  collectionSchema,
  LONGEST_INVOICE,
  LONGEST_WAYBILL,
  MOST_DECLARED_MINOR,
  payerSchema,
} from "../shipping/shipments/order-terms.schema.ts";
import { isDigests } from "../shipping/order-changes/field-digests.ts";
import { isContent } from "../shipping/order-changes/file-content.ts";
import { isItems } from "../shipping/shipments/shipments.service.ts";
import { isItsContent, namingColumns } from "./content-ids.ts";
import { isFrozenAddress, isSnapshotBody } from "../shipping/shipments/stored-snapshot.ts";

/**
 * `foreign`: the row is in another station's name. `unreadable`: a value does not fit its column.
 */
export type Misfit = { readonly reason: "foreign" | "unreadable"; readonly why: string };

/** Limits of a JSON column: the API accepts metadata of 64 levels. */
const LIMITS: TextLimits = { bytes: 4 * 1024 * 1024, depth: 70, values: 40_000 };
/** The largest tariff that a station accepts has 200,000 prices. */
const TARIFF_LIMITS: TextLimits = { ...LIMITS, values: 300_000 };

/** 10,000,000.00: a parcel's price is never higher, and sums of larger amounts are not exact. */
const MOST_PRICE_MINOR = 1_000_000_000;

type Check = (value: unknown) => boolean;
const fits =
  (schema: z.ZodType): Check =>
  (value) =>
    schema.safeParse(value).success;
const isPrice: Check = (value) =>
  typeof value === "number" && value >= 0 && value <= MOST_PRICE_MINOR;

/** 1,000,000,000.00: the largest single top-up. Sums of larger amounts are not exact numbers. */
const MOST_ENTRY_MINOR = 100_000_000_000;
const isEntry: Check = (value) => typeof value === "number" && Math.abs(value) <= MOST_ENTRY_MINOR;

/** Lines of a price; "" when the carrier gave none. */
const isLines: Check = (value) =>
  value === "" || (typeof value === "string" && isJson(value, fits(priceLinesSchema)));
/** Content of a changed order; "" for a cancelled one. */
const isChange: Check = (value) =>
  value === "" || (typeof value === "string" && isJson(value, isContent));
const isVersion: Check = (value) =>
  typeof value === "string" && /^(?:|CANCELLED|CHANGED [\da-f]{64})$/.test(value);
const isDeclared: Check = (value) =>
  typeof value === "number" && value >= 0 && value <= MOST_DECLARED_MINOR;
const isWaybill: Check = (value) => typeof value === "string" && value.length <= LONGEST_WAYBILL;
const isInvoice: Check = (value) => typeof value === "string" && value.length <= LONGEST_INVOICE;
const isTime: Check = (value) => value === null || z.iso.datetime().safeParse(value).success;
const isInstant: Check = (value) => z.iso.datetime().safeParse(value).success;
const isLimit: Check = (value) => value === null || isEntry(value);
const isNumber: Check = (value) => typeof value === "number" && value >= 0 && value < 1e15;
const isText = (value: unknown, most: number): boolean =>
  typeof value === "string" && value.length <= most;
const isWhole = (value: unknown, most: number): boolean =>
  Number.isInteger(value) && isNumber(value) && Number(value) <= most;
const isSide: Check = (value) => isWhole(value, MOST_MM);
const isWidth: Check = (value) => typeof value === "number" && value >= 1 && value <= 15;

const isCode: Check = (value) => typeof value === "string" && value.length <= 1_000;
const isHash: Check = (value) => typeof value === "string" && /^[\da-f]{64}$/.test(value);
const isRowCount: Check = (value) => isNumber(value) && Number.isInteger(value);

/** Checks for JSON columns. */
const JSON_COLUMNS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  api_tokens: { scopes: fits(textsSchema), allowed_ips: fits(textsSchema) },
  shipments: { items: isItems, metadata: fits(objectSchema) },
  offers: { details: fits(detailsSchema) },
  rate_requests: { ineligible: fits(z.array(ineligibleServiceSchema)) },
  frozen_addresses: { body: isFrozenAddress },
  purchase_snapshots: { body: isSnapshotBody },
  agreements: { file_mappings: fits(mappingsSchema) },
  choosing_rules: { conditions: fits(objectSchema), action: fits(objectSchema) },
  rate_cards: { card: isTariff },
  provider_accounts: {
    parameters: fits(objectSchema),
    connection_settings: fits(connectionSettingsSchema),
  },
  announcements: { details: fits(detailsSchema), corrections: fits(correctionsSchema) },
  announcement_files: { layout: fits(objectSchema) },
};

const OTHER_COLUMNS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  offers: {
    amount_minor: isPrice,
    tax_minor: isPrice,
    vat_minor: isPrice,
    total_minor: isPrice,
    price_lines: isLines,
  },
  orders: {
    payer: fits(payerSchema),
    collection: fits(collectionSchema),
    declared_value: isDeclared,
    waybill_number: isWaybill,
    invoice_number: isInvoice,
    field_digests: isDigests,
  },
  choosing_rules: { buy_up_to_minor: isLimit },
  rate_cards: { valid_from: isTime, valid_to: isTime },
  agreements: { check_digit: fits(checkDigitSchema), credit_limit_minor: isLimit },
  announcements: { state: fits(announcementStateSchema), announced_at: isTime },
  announcement_files: { state: fits(fileStateSchema), parcels: isNumber },
  carrier_charges: {
    invoiced_on: fits(daySchema),
    desi: isNumber,
    amount_minor: isEntry,
    agreed_minor: isPrice,
  },
  badges: { badge_hash: isHash, revoked_at: isTime },
  handed_over: { state: fits(z.enum(["LOADED", "TAKEN_BACK"])), scanned_at: isInstant },
  hand_overs: {
    state: fits(z.enum(["ENDING", "ENDED"])),
    created_at: isInstant,
    parcels: isNumber,
  },
  products: {
    stock_code: (value) => isText(value, LONGEST_STOCK_CODE) && value !== "",
    title: (value) => isText(value, LONGEST_TITLE),
    image_url: (value) => typeof value === "string" && isPictureAddress(value),
    weight_grams: (value) => isWhole(value, MOST_GRAMS),
    length_mm: isSide,
    width_mm: isSide,
    height_mm: isSide,
    shelf: (value) => isText(value, LONGEST_SHELF),
  },
  product_barcodes: { barcode: (value) => typeof value === "string" && isBarcode(value) },
  pickups: { state: fits(pickupStateSchema), pieces: isNumber, weight_grams: isNumber },
  order_changes: {
    version: isVersion,
    content: isChange,
    applied: isVersion,
    dismissed: isVersion,
    arrived_at: isInstant,
    decided_at: isTime,
  },
  joined_orders: { state: fits(z.enum(["JOINED", "RELEASED"])) },
  barcode_ranges: { first: isNumber, last: isNumber, width: isWidth },
  transactions: { total_minor: isPrice },
  ledger_entries: { amount_minor: isEntry },
  agreement_payments: { amount_minor: isEntry },
  cash_receipts: { amount_minor: isEntry },
  status_codes: { code: isCode },
  status_files: { row_count: isRowCount, recorded: isRowCount },
};

/** Lists the columns of a table whose values are checked beyond their types. */
export function checkedColumns(of: WithTables, table: string): string[] {
  const named = { ...JSON_COLUMNS[table], ...OTHER_COLUMNS[table] };
  return [
    ...new Set(
      [...Object.keys(named), declarationOf(of, table).writer ?? [], namingColumns(table)].flat(),
    ),
  ];
}

/**
 * Checks a change of another station.
 *
 * @param stationID The station that published the change.
 * @returns Undefined when the change may be applied. Columns and tables that this version does not
 *   know are not checked, because they are parked.
 */
export function findMisfit(
  db: Pick<Db, "sql" | "columnTypes" | "tables">,
  [table, id, fields]: RowChange,
  stationID: string,
): Misfit | undefined {
  if (!isSynced(db, table)) return undefined;
  const { writer } = declarationOf(db, table);
  if (writer !== undefined && writer in fields && fields[writer] !== stationID) {
    return { reason: "foreign", why: `${table} is in the name of another station` };
  }
  const types = columnTypesOf(db, table);
  const bad = Object.entries(fields).find(
    ([column, value]) => !isFit(table, types.get(column), column, value),
  );
  if (bad !== undefined)
    return { reason: "unreadable", why: `${table}.${bad[0]} does not fit its column` };
  return isItsContent(table, id, fields)
    ? undefined
    : { reason: "unreadable", why: `${table} has content that does not match its id` };
}

function isFit(
  table: string,
  type: ColumnType | undefined,
  column: string,
  value: SqlValue,
): boolean {
  if (type === undefined) return true;
  if (value === null) return type.isNullable;
  if (!isOfType(type, value)) return false;
  const json = JSON_COLUMNS[table]?.[column];
  if (json !== undefined) return typeof value === "string" && isJson(value, json);
  return OTHER_COLUMNS[table]?.[column]?.(value) ?? true;
}

function isOfType({ type }: ColumnType, value: SqlValue): boolean {
  if (type === "TEXT") return typeof value === "string";
  if (type === "INTEGER") return Number.isSafeInteger(value);
  return typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

function isJson(text: string, check: Check): boolean {
  const limits = check === isTariff ? TARIFF_LIMITS : LIMITS;
  try {
    return check(parseBounded(text, z.unknown(), "a column", limits));
  } catch {
    return false;
  }
}
