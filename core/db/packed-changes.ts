/**
 * Packs the row changes of a transaction for its outbox row, as deflated JSON. Ids, times, and
 * names of tables and columns repeat so often that a purchase's changes shrink to a quarter of
 * their text.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { constants, deflateRawSync, inflateRaw, inflateRawSync } from "node:zlib";
import { requireBounded } from "../base/bounded-json.ts";
import type { RowChange } from "./database.ts";

/** First byte of packed changes: the format of the rest. */
const FORMAT = 1;

/**
 * Common parts of changes, a dictionary for the deflater. The dictionary must never change, because
 * data that was packed with it can only be read with it; a better dictionary needs a new format.
 */
const USUAL = Buffer.from(
  [
    String.raw`["ledger_entries","",{"organization_id":"","station_id":"","incarnation":1,"n":,"kind":"PURCHASE","amount_minor":,"chain_balance_minor":,"balance_minor":,"transaction_id":"","reference":"","note":"","created_at":"","prev_hash":"","hash":""},1],`,
    String.raw`["transactions","",{"created_at":"","updated_at":"","organization_id":"","member_id":"","shipment_id":"","offer_id":"","status":"DONE","total_minor":,"on_account":0,"is_custom_charge":0,"old_balance_minor":,"new_balance_minor":,"is_refund":0,"cancel_description":"","carrier_name":"","barcode":"","tracking_number":"","tracking_url":"","label_file_type":"","error_code":null,"error_message":null},1],`,
    String.raw`["purchase_snapshots","",{"sender_id":"","body":"{\"version\":1,\"recipient\":{\"id\":\"\",\"created_at\":\"\",\"name\":\"\",\"email\":\"\",\"phone\":\"\",\"address1\":\"\",\"city_code\":\"\",\"city_name\":\"\",\"district_id\":,\"district_name\":\"\",\"is_recipient\":},\"offer\":{\"id\":\"\",\"created_at\":\"\",\"provider_code\":\"\",\"provider_service_code\":\"\",\"service_name\":\"\",\"amount_minor\":,\"tax_minor\":,\"vat_minor\":,\"total_minor\":,\"estimated_hours\":,\"duration_terms\":\"\",\"rating\":,\"details\":\"{\\\"rateCardID\\\":\\\"\\\"}\"},\"label\":{\"shipmentNumber\":,\"desi\":\"\",\"weightKg\":\"\",\"contents\":[],\"createdAt\":\"\"}}"},1],`,
    String.raw`["addresses","",{"created_at":"","updated_at":"","organization_id":"","short_name":"","name":"","email":"","phone":"","address1":"","address2":"","country_code":"","city_code":"","city_name":"","district_id":,"district_name":"","street_name":"","state":"","zip":"","is_recipient":1,"is_saved":0,"is_active":1,"created_by":""},1],`,
    String.raw`["shipments","",{"created_at":"","updated_at":"","organization_id":"","number":,"created_by":"","test":0,"desi":,"sender_address_id":"","return_address_id":"","recipient_address_id":"","order_id":null,"order_number":"","merchant_code":"","store_identifier":"","items":"[{\"id\":\"\",\"createdAt\":\"\",\"updatedAt\":\"\",\"title\":\"\",\"quantity\":1}]","metadata":"{}","payment_on_delivery":0,"hide_contents":0,"is_return":0,"is_returned":0,"original_shipment_id":null},1],`,
    String.raw`["parcels","",{"shipment_id":"","position":0,"length":,"width":,"height":,"distance_unit":"","weight":,"mass_unit":"","parcel_template_id":null},1],`,
    String.raw`["shipment_facts","",{"shipment_id":"","events":"quoted purchaseOpened bought","source_id":"","at":""},1],`,
  ].join(""),
);

const OPTIONS = { dictionary: USUAL };
/**
 * Characters above which changes are packed with the least effort: the largest price list, 1.3
 * million characters, takes 5 ms instead of 22 ms, and a fifth more bytes.
 */
const LONG = 256 * 1024;
const inflateAsync = promisify(inflateRaw);

/**
 * Limit for this station's own transactions: an import of ten thousand orders is one transaction.
 */
const MOST_OWN_BYTES = 32 * 1024 * 1024;

/**
 * Limits for a received message. `depth`: a list of changes, each a list with an object of fields.
 */
const FOREIGN = { bytes: 3 * 1024 * 1024, changes: 2_000, values: 25_000, depth: 3 };
/** Messages up to this size are unpacked in one turn. Nearly all messages are that small. */
const SMALL_BYTES = 64 * 1024;
/** Limits for a published message, lower than what other stations accept. */
const PUBLISHED = { bytes: 1024 * 1024, changes: 1_000, values: 20_000 };
/**
 * Packed changes of at most this size never unpack to more bytes than other stations accept: data
 * shrinks at most to a thousandth.
 */
const SURELY_SMALL_BYTES = 3_000;

/**
 * Maximum characters of an id and of a name, and fields per row. Ids are UUIDs; names and their
 * number come from the schema.
 */
const [LONGEST_ID, LONGEST_NAME, MOST_FIELDS] = [200, 64, 200];

/** Returns the changes as bytes; the first byte is the format. */
export function packChanges(changes: readonly RowChange[]): Buffer {
  const text = JSON.stringify(changes);
  const level = text.length > LONG ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION;
  return Buffer.concat([Buffer.of(FORMAT), deflateRawSync(text, { ...OPTIONS, level })]);
}

/**
 * Reads changes that this station packed.
 *
 * @throws Error for a format that this app does not know, for damaged bytes, for more than 32 MiB,
 *   and for changes in another shape.
 */
export function unpackChanges(packed: Uint8Array): RowChange[] {
  return asChanges(JSON.parse(textOf(packed, MOST_OWN_BYTES)));
}

/**
 * Reads changes that another station packed. A few bytes may unpack to gigabytes, and a deeply
 * nested text takes more memory than a long one.
 *
 * @throws Error as `unpackChanges`; also for more than 3 MiB, 2,000 changes or 25,000 values, for
 *   names or ids that are too long, and for rows of too many fields.
 */
export function unpackForeign(packed: Uint8Array): RowChange[] {
  return foreignChanges(textOf(packed, FOREIGN.bytes));
}

/**
 * Works like `unpackForeign`, but unpacks a large message in several turns of this thread. Three
 * megabytes take 15 ms to unpack, on a runtime thread, and 30 ms to parse here.
 */
export async function unpackMessage(packed: Uint8Array): Promise<RowChange[]> {
  try {
    return foreignChanges(textOf(packed, SMALL_BYTES));
  } catch (error) {
    if (!isTooLarge(error)) throw error;
  }
  const unpacked = await inflateAsync(packed.subarray(1), {
    ...OPTIONS,
    maxOutputLength: FOREIGN.bytes,
  });
  const text = unpacked.toString();
  requireBounded(text, FOREIGN, "a message");
  await nextTurn();
  const value: unknown = JSON.parse(text);
  await nextTurn();
  return requireUsual(asChanges(value));
}

function foreignChanges(text: string): RowChange[] {
  requireBounded(text, FOREIGN, "a message");
  return requireUsual(asChanges(JSON.parse(text)));
}

function requireUsual(changes: RowChange[]): RowChange[] {
  if (!changes.every(isUsual))
    throw new Error("a message has names or ids that are too long, or a row of too many fields");
  if (changes.length > FOREIGN.changes)
    throw new Error(`a message has more than ${FOREIGN.changes} changes`);
  return changes;
}

/**
 * Returns whether other stations accept packed changes as one message, by number and unpacked size.
 */
export function isOneMessage(packed: Uint8Array): boolean {
  if (packed.length <= SURELY_SMALL_BYTES) return true;
  const text = textOf(packed, MOST_OWN_BYTES);
  if (text.length > PUBLISHED.bytes) return false;
  const changes = asChanges(JSON.parse(text));
  const values = changes.reduce((sum, [, , fields]) => sum + Object.keys(fields).length, 0);
  return changes.length <= PUBLISHED.changes && values <= PUBLISHED.values;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

function textOf(packed: Uint8Array, mostBytes: number): string {
  if (packed[0] !== FORMAT)
    throw new Error(`row changes of format ${packed[0]}, this app knows ${FORMAT}`);
  return inflateRawSync(packed.subarray(1), { ...OPTIONS, maxOutputLength: mostBytes }).toString();
}

/**
 * Checks the shape of changes without a schema, for speed: a station that was off reads the changes
 * of weeks.
 */
function asChanges(value: unknown): RowChange[] {
  if (Array.isArray(value) && value.every(isChange)) return value;
  throw new Error("row changes do not have the shape of their format");
}

function isChange(value: unknown): value is RowChange {
  if (!Array.isArray(value) || value.length > 4) return false;
  const [table, id, fields, isInsert]: unknown[] = value;
  const isNamed = typeof table === "string" && typeof id === "string";
  return isNamed && isFields(fields) && (isInsert === undefined || isInsert === 1);
}

function isFields(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (one) => one === null || typeof one === "string" || typeof one === "number",
  );
}

function isUsual([table, id, fields]: RowChange): boolean {
  const names = Object.keys(fields);
  if (table.length > LONGEST_NAME || id.length > LONGEST_ID || names.length > MOST_FIELDS)
    return false;
  return names.every((name) => name.length <= LONGEST_NAME);
}
