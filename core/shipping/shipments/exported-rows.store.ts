/** SQL for the rows of an export, read on the reader's connection. */
import type { Reader } from "../../db/reader.ts";
import { conditionsOf, type ListFilter } from "./list-conditions.store.ts";
import { findsFew, needsIndexed } from "./shipments-list.store.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/** Columns of an exported row. */
export type ExportRow = Pick<
  ShipmentRow,
  | "number"
  | "createdAt"
  | "status"
  | "test"
  | "orderNumber"
  | "desi"
  | "weight"
  | "massUnit"
  | "providerCode"
  | "providerServiceCode"
  | "barcode"
  | "trackingNumber"
  | "isReturn"
  | "holdReason"
> & {
  isLost: 0 | 1;
  /** Code of the newest tracking event of an open parcel. */
  event: string;
  carrierName: string;
  serviceName: string;
  recipientName: string;
  recipientPhone: string;
  recipientDistrict: string;
  recipientCity: string;
  /** Minor units; null before a purchase. */
  acceptedAmount: number | null;
  acceptedTotal: number | null;
};

/** Selects the columns of an export from found shipments. */
const exportedOf = (found: string): string =>
  `SELECT s.number, s.created_at, s.status, s.test, s.order_number, s.desi, s.weight, s.mass_unit, s.provider_code,
            s.provider_service_code, s.barcode, s.tracking_number, s.is_return, s.hold_reason,
            coalesce(o.reason = 'LOST', 0) AS is_lost, coalesce(e.sub_code, '') AS event,
            coalesce(t.carrier_name, '') AS carrier_name, coalesce(s.purchase ->> '$.offer.service_name', '') AS service_name,
            CASE WHEN s.purchase IS NULL THEN coalesce(a.name, '') ELSE coalesce(s.purchase ->> '$.recipient.name', '') END AS recipient_name,
            CASE WHEN s.purchase IS NULL THEN coalesce(a.phone, '') ELSE coalesce(s.purchase ->> '$.recipient.phone', '') END AS recipient_phone,
            CASE WHEN s.purchase IS NULL THEN coalesce(a.district_name, '') ELSE coalesce(s.purchase ->> '$.recipient.district_name', '') END AS recipient_district,
            CASE WHEN s.purchase IS NULL THEN coalesce(a.city_name, '') ELSE coalesce(s.purchase ->> '$.recipient.city_name', '') END AS recipient_city,
            -- A snapshot is stored without zeros: purchase-snapshot.ts.
            CASE WHEN s.purchase IS NOT NULL THEN coalesce(s.purchase ->> '$.offer.amount_minor', 0) END AS accepted_amount,
            CASE WHEN s.purchase IS NOT NULL THEN coalesce(s.purchase ->> '$.offer.total_minor', 0) END AS accepted_total
       FROM (${found}) AS s
       LEFT JOIN addresses AS a ON a.id = s.recipient_address_id LEFT JOIN transactions AS t ON t.id = s.purchase_id
       LEFT JOIN open_parcels AS o ON o.seq = s.seq LEFT JOIN tracking_events AS e ON e.shipment_id = s.id AND e.id = o.event_id`;

/**
 * Lists rows like `listBefore`, with all columns of an export: the recipient as frozen by the
 * purchase, otherwise the current recipient.
 */
export async function listExported(
  reader: Reader,
  filter: ListFilter,
  before: number | null,
  limit: number,
  isIndexedOnly = needsIndexed(filter),
): Promise<ExportRow[]> {
  const areFew = await findsFew(reader, filter);
  const { where, values } = conditionsOf(filter, { areFew, isIndexedOnly });
  const number = areFew ? "+number" : "number";
  return reader.all<ExportRow>(
    `${exportedOf(`SELECT * FROM whole_shipments AS shipments WHERE ${where} AND ${number} < :before ORDER BY ${number} DESC LIMIT :limit`)}
      ORDER BY s.number DESC`,
    { ...values, before: before ?? Number.MAX_SAFE_INTEGER, limit },
    "long",
  );
}

/** Lists the rows of an export with these sequence numbers, in their order. */
export function listExportedOf(reader: Reader, seqs: readonly number[]): Promise<ExportRow[]> {
  return reader.all<ExportRow>(
    `${exportedOf(`SELECT shipments.*, one.key AS at FROM json_each(:seqs) AS one CROSS JOIN whole_shipments AS shipments ON shipments.seq = one.value`)}
      ORDER BY s.at`,
    { seqs: JSON.stringify(seqs) },
    "long",
  );
}
