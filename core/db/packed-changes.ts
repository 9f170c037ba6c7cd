/**
 * The row changes of a transaction as its outbox row has them: deflated JSON. Ids and times stand in them many times over, and
 * names of tables and columns in every one, so that a purchase's take a quarter of their text.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { RowChange } from "./database.ts";

/** The first byte: what the rest was packed with. */
const FORMAT = 1;

/**
 * The most common parts of changes, a dictionary for the deflater. It must never be changed: what was packed with it is
 * read with it. A better one is another format.
 */
const USUAL = Buffer.from([
  String.raw`["ledger_entries","",{"organization_id":"","station_id":"","incarnation":1,"n":,"kind":"PURCHASE","amount_minor":,"chain_balance_minor":,"balance_minor":,"transaction_id":"","reference":"","note":"","created_at":"","prev_hash":"","hash":""},1],`,
  String.raw`["transactions","",{"created_at":"","updated_at":"","organization_id":"","member_id":"","shipment_id":"","offer_id":"","status":"DONE","total_minor":,"on_account":0,"is_custom_charge":0,"old_balance_minor":,"new_balance_minor":,"is_refund":0,"cancel_description":"","carrier_name":"","barcode":"","tracking_number":"","tracking_url":"","label_file_type":"","error_code":null,"error_message":null},1],`,
  String.raw`["purchase_snapshots","",{"sender_id":"","body":"{\"version\":1,\"recipient\":{\"id\":\"\",\"created_at\":\"\",\"name\":\"\",\"email\":\"\",\"phone\":\"\",\"address1\":\"\",\"city_code\":\"\",\"city_name\":\"\",\"district_id\":,\"district_name\":\"\",\"is_recipient\":},\"offer\":{\"id\":\"\",\"created_at\":\"\",\"provider_code\":\"\",\"provider_service_code\":\"\",\"service_name\":\"\",\"amount_minor\":,\"tax_minor\":,\"vat_minor\":,\"total_minor\":,\"estimated_hours\":,\"duration_terms\":\"\",\"rating\":,\"details\":\"{\\\"rateCardID\\\":\\\"\\\"}\"},\"label\":{\"shipmentNumber\":,\"desi\":\"\",\"weightKg\":\"\",\"contents\":[],\"createdAt\":\"\"}}"},1],`,
  String.raw`["addresses","",{"created_at":"","updated_at":"","organization_id":"","short_name":"","name":"","email":"","phone":"","address1":"","address2":"","country_code":"","city_code":"","city_name":"","district_id":,"district_name":"","street_name":"","state":"","zip":"","is_recipient":1,"is_saved":0,"is_active":1,"created_by":""},1],`,
  String.raw`["shipments","",{"created_at":"","updated_at":"","organization_id":"","number":,"created_by":"","test":0,"desi":,"sender_address_id":"","return_address_id":"","recipient_address_id":"","order_id":null,"order_number":"","merchant_code":"","store_identifier":"","items":"[{\"id\":\"\",\"createdAt\":\"\",\"updatedAt\":\"\",\"title\":\"\",\"quantity\":1}]","metadata":"{}","payment_on_delivery":0,"hide_contents":0,"is_return":0,"is_returned":0,"original_shipment_id":null},1],`,
  String.raw`["parcels","",{"shipment_id":"","position":0,"length":,"width":,"height":,"distance_unit":"","weight":,"mass_unit":"","parcel_template_id":null},1],`,
  String.raw`["shipment_facts","",{"shipment_id":"","events":"quoted purchaseOpened bought","source_id":"","at":""},1],`,
].join(""));

const OPTIONS = { dictionary: USUAL };

/** What packed changes may unpack to: more than a message of several rows can. A damaged or forged one would fill the memory. */
const MOST_UNPACKED_BYTES = 32 * 1024 * 1024;

/** @returns The changes as bytes, the first of which is the format. */
export function packChanges(changes: readonly RowChange[]): Buffer {
  return Buffer.concat([Buffer.of(FORMAT), deflateRawSync(JSON.stringify(changes), OPTIONS)]);
}

/** @throws Error for a format that this app does not know, for damaged bytes, for more than 32 MiB, and for changes in another shape. */
export function unpackChanges(packed: Uint8Array): RowChange[] {
  if (packed[0] !== FORMAT) throw new Error(`row changes of format ${packed[0]}, this app knows ${FORMAT}`);
  const changes: unknown = JSON.parse(inflateRawSync(packed.subarray(1), { ...OPTIONS, maxOutputLength: MOST_UNPACKED_BYTES }).toString());
  if (Array.isArray(changes) && changes.every(isChange)) return changes;
  throw new Error("row changes in another shape than their format's");
}

/** Checked without a schema: a station that was off reads the changes of weeks. */
function isChange(value: unknown): value is RowChange {
  if (!Array.isArray(value)) return false;
  const [table, id, fields, isInsert]: unknown[] = value;
  return typeof table === "string" && typeof id === "string" && typeof fields === "object" && fields !== null && Object.values(fields).every(isSqlValue) && (isInsert === undefined || isInsert === 1);
}

function isSqlValue(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "number";
}
