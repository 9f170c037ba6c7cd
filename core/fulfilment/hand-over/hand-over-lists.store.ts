/** SQL of the lists and counts of hand-overs. Only reads, on the reader's connection. */
import type { Reader } from "../../db/reader.ts";
import {
  firstColumnRead,
  returnsRead,
  type CarrierCount,
} from "../../shipping/board/board-counts.ts";
import { REPORTING, stayingOf, type BoardQuery } from "../../shipping/shipments/board-limits.ts";
import { MOST_OF_A_TRUCK } from "./hand-over.schema.ts";

type LoadedCount = {
  providerCode: string;
  carrierName: string;
  loaded: number;
  canceled: number;
};

const LOADED = `FROM handed_over AS h INDEXED BY handed_over_open
      CROSS JOIN shipments AS s ON s.id = h.shipment_id
       LEFT JOIN transactions AS t ON t.id = h.transaction_id
      WHERE h.organization_id = :organizationID
        AND h.state = 'LOADED'
        AND h.hand_over_id = ''
        AND (:memberID IS NULL OR s.created_by = :memberID)`;

const IS_CANCELED = `(s.purchase_id IS NOT h.transaction_id OR s.status = 'CANCELED')`;

const COUNT_LOADED = `SELECT h.provider_code,
            max(coalesce(t.carrier_name, '')) AS carrier_name,
            count(*) AS loaded,
            sum(${IS_CANCELED}) AS canceled
       ${LOADED}
      GROUP BY h.provider_code`;

/** Open announcements of labels in force on no manifest, by the carriers of their labels. */
const COUNT_UNANNOUNCED = `SELECT s.provider_code, count(*) AS n
       FROM announcements AS a INDEXED BY announcements_open
      CROSS JOIN shipments AS s ON s.id = a.shipment_id AND s.purchase_id = a.id
      WHERE a.organization_id = :organizationID
        AND a.state IN ('WAITING', 'REFUSED', 'UNCERTAIN')
        AND s.is_return = 0
        AND s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED')
        AND (:memberID IS NULL OR s.created_by = :memberID)
        AND NOT EXISTS (SELECT 1
                          FROM handed_over AS h
                         WHERE h.transaction_id = a.id
                           AND h.state = 'LOADED'
                           AND h.hand_over_id <> '')
      GROUP BY s.provider_code`;

/** A member's parcels on the manifests since an instant, also of those that others made. */
const COUNT_OF_MEMBER = `SELECT h.provider_code, max(o.carrier_name) AS carrier_name, count(*) AS listed
       FROM hand_overs AS o INDEXED BY hand_overs_by_time
      CROSS JOIN handed_over AS h INDEXED BY handed_over_together ON h.hand_over_id = o.id
      CROSS JOIN shipments AS s ON s.id = h.shipment_id
      WHERE :memberID IS NOT NULL
        AND o.organization_id = :organizationID
        AND o.created_at >= :today
        AND h.hand_over_id <> ''
        AND h.state = 'LOADED'
        AND s.created_by = :memberID
      GROUP BY h.provider_code`;

export type EndedRow = {
  id: string;
  createdAt: string;
  providerCode: string;
  carrierName: string;
  state: string;
  parcels: number;
  stationID: string;
  endedBy: string;
  listed: number;
  takenBack: number;
};

/** Hand-overs since an instant, with what their parcels are now. */
const ENDED = `SELECT o.id, o.created_at, o.provider_code, o.carrier_name, o.state, o.parcels, o.station_id,
            coalesce(m.name, '') AS ended_by,
            coalesce((SELECT sum(h.state = 'LOADED') FROM handed_over AS h INDEXED BY handed_over_together
                       WHERE h.hand_over_id = o.id AND h.hand_over_id <> ''), 0) AS listed,
            coalesce((SELECT sum(h.state <> 'LOADED') FROM handed_over AS h INDEXED BY handed_over_together
                       WHERE h.hand_over_id = o.id AND h.hand_over_id <> ''), 0) AS taken_back
       FROM hand_overs AS o INDEXED BY hand_overs_by_time
       LEFT JOIN members AS m ON m.id = o.ended_by
      WHERE o.organization_id = :organizationID
        AND o.created_at >= :today
        AND (:memberID IS NULL OR o.only_of = :memberID)
      ORDER BY o.created_at DESC, o.id DESC`;

type ListedCount = Pick<EndedRow, "providerCode" | "carrierName" | "listed">;

export type HandOverRows = {
  readonly firstColumn: readonly CarrierCount[];
  readonly returns: readonly CarrierCount[];
  readonly loaded: readonly LoadedCount[];
  readonly unannounced: readonly { providerCode: string; n: number }[];
  readonly ended: readonly EndedRow[];
  /** Parcels on the manifests of today that the member may see. */
  readonly listed: readonly ListedCount[];
};

/**
 * Counts the parcels of each carrier, and lists today's hand-overs, in one snapshot.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readHandOverRows(reader: Reader, query: BoardQuery): Promise<HandOverRows> {
  const { organizationID, memberID, today } = query;
  const of = { organizationID, memberID };
  const [firstColumn, returns, loaded, unannounced, ended, ofMember] = await reader.several<
    [
      CarrierCount,
      CarrierCount,
      LoadedCount,
      { providerCode: string; n: number },
      EndedRow,
      ListedCount,
    ]
  >([
    firstColumnRead(query),
    returnsRead(query),
    { sql: COUNT_LOADED, parameters: of },
    { sql: COUNT_UNANNOUNCED, parameters: of },
    { sql: ENDED, parameters: { ...of, today } },
    { sql: COUNT_OF_MEMBER, parameters: { ...of, today } },
  ]);
  const listed = memberID === null ? ended : ofMember;
  return { firstColumn, returns, loaded, unannounced, ended, listed };
}

type ParcelRow = {
  shipmentID: string;
  number: number;
  orderNumber: string;
  recipientName: string;
  districtName: string;
  cityName: string;
  barcode: string;
  boxNo: number;
};

export type LoadedRow = ParcelRow & {
  scannedAt: string;
  scannedBy: string;
  stationID: string;
  isCanceled: number;
  isPassed: number;
};

export type StayingRow = ParcelRow & { boughtAt: string; announcement: string };

/** Columns of a parcel; a snapshot is stored without empty fields: purchase-snapshot.ts. */
const PARCEL = `s.id AS shipment_id, s.number, s.order_number, s.box_no,
            coalesce(x.body ->> '$.recipient.name', '') AS recipient_name,
            coalesce(x.body ->> '$.recipient.district_name', '') AS district_name,
            coalesce(x.body ->> '$.recipient.city_name', '') AS city_name`;

const LIST_LOADED = `SELECT ${PARCEL},
            coalesce(t.barcode, s.barcode) AS barcode,
            h.scanned_at,
            coalesce(m.name, '') AS scanned_by,
            h.station_id,
            ${IS_CANCELED} AS is_canceled,
            h.passed_by <> '' AS is_passed
       ${LOADED.replace(
         "LEFT JOIN transactions",
         `LEFT JOIN purchase_snapshots AS x ON x.id = h.transaction_id
       LEFT JOIN members AS m ON m.id = h.scanned_by
       LEFT JOIN transactions`,
       )}
        AND h.provider_code = :providerCode
      ORDER BY h.scanned_at DESC, h.transaction_id DESC
      LIMIT ${MOST_OF_A_TRUCK}`;

const LIST_STAYING = `WITH ${REPORTING}
     SELECT ${PARCEL},
            s.barcode,
            found.last_at AS bought_at,
            coalesce(n.state, '') AS announcement
       FROM (${stayingOf(MOST_OF_A_TRUCK)}) AS found
      CROSS JOIN shipments AS s ON s.seq = found.seq
       LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
       LEFT JOIN announcements AS n ON n.id = s.purchase_id
      ORDER BY found.last_at, s.seq`;

/**
 * Lists the parcels on a carrier's truck, and those that are here and not on it.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readTruckRows(
  reader: Reader,
  query: BoardQuery,
  providerCode: string,
): Promise<{ readonly loaded: readonly LoadedRow[]; readonly staying: readonly StayingRow[] }> {
  const { organizationID, memberID } = query;
  const [loaded, staying] = await reader.several<[LoadedRow, StayingRow]>([
    { sql: LIST_LOADED, parameters: { organizationID, memberID, providerCode } },
    { sql: LIST_STAYING, parameters: { ...query, providerCode } },
  ]);
  return { loaded, staying };
}
