/**
 * SQL for manifests: labels bought on a day, from transactions, shipments, purchase snapshots and
 * announcements. Only reads, on the reader's connection.
 */
import { whileWanted, type Reader } from "../../db/reader.ts";
import { REPORTING, stayingOf, type BoardQuery } from "../../shipping/shipments/board-limits.ts";
import { BOUGHT_BETWEEN, idsBoughtBetween } from "../transactions/bought-between.ts";

export type DayOfCarrier = {
  readonly organizationID: string;
  /** Lists only this member's shipments; null: all. */
  readonly createdBy: string | null;
  readonly providerCode: string;
  /** Instants; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
};

export type BoughtParcelRow = {
  transactionID: string;
  number: number;
  test: number;
  isSample: number;
  carrierName: string;
  barcode: string;
  /** Time at which the carrier's label became known. */
  boughtAt: string;
  recipient: string;
  district: string;
  city: string;
  desi: string;
  weightKg: string;
  /** Amount like "150.00"; "" without cash on delivery. */
  cashAmount: string;
  cashCurrency: string;
  isUnannounced: number;
};

/**
 * SQL condition for the labels of a manifest, on transactions `t` and shipments `s`; also used for
 * counting carriers.
 */
const IN_FORCE = `${BOUGHT_BETWEEN}
        AND s.status <> 'CANCELED'
        -- A return is handed over by its sender, not by this desk.
        AND s.is_return = 0
        AND ${whileWanted("t.rowid")}`;

/**
 * Columns of a manifest's parcel, of transactions `t`, shipments `s`, purchase snapshots `x` and
 * announcements `n`.
 */
const PARCEL = `SELECT t.id AS transaction_id,
            s.number,
            s.test,
            coalesce(x.body ->> '$.label.isSample', 0) AS is_sample,
            t.carrier_name,
            t.barcode,
            t.updated_at AS bought_at,
            -- A snapshot is stored without empty fields: purchase-snapshot.ts.
            coalesce(x.body ->> '$.recipient.name', '') AS recipient,
            coalesce(x.body ->> '$.recipient.district_name', '') AS district,
            coalesce(x.body ->> '$.recipient.city_name', '') AS city,
            coalesce(x.body ->> '$.label.desi', '') AS desi,
            coalesce(x.body ->> '$.label.weightKg', '') AS weight_kg,
            coalesce(x.body ->> '$.label.cashOnDelivery.amount', '') AS cash_amount,
            coalesce(x.body ->> '$.label.cashOnDelivery.currency', '') AS cash_currency,
            coalesce(n.state IN ('WAITING', 'REFUSED', 'UNCERTAIN'), 0) AS is_unannounced`;

export type CarrierOfDayRow = { providerCode: string; carrierName: string; parcels: number };

/**
 * Lists the carriers of labels in force that were bought in a period, by name.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function listCarriersOfDay(
  reader: Reader,
  of: Omit<DayOfCarrier, "providerCode">,
): Promise<CarrierOfDayRow[]> {
  return reader.all<CarrierOfDayRow>(
    `SELECT s.provider_code,
            max(t.carrier_name) AS carrier_name,
            count(*) AS parcels
       FROM transactions AS t
      CROSS JOIN shipments AS s ON s.id = t.shipment_id
      WHERE ${IN_FORCE}
      GROUP BY s.provider_code
      ORDER BY carrier_name, s.provider_code`,
    { ...of, ...idsBoughtBetween(of) },
    "long",
  );
}

/**
 * Lists the labels in force that were bought in a period, in the order of their purchases.
 * Purchases are found by id, so a label is missed if the outcome of its purchase took longer than
 * two weeks.
 *
 * @throws AppError E2052 when the query takes too long.
 * @param after Transaction after which the page starts; "" for the first page.
 */
export function listBoughtParcels(
  reader: Reader,
  of: DayOfCarrier,
  after: string,
  limit: number,
): Promise<BoughtParcelRow[]> {
  const ids = idsBoughtBetween(of);
  return reader.all<BoughtParcelRow>(
    `${PARCEL}
       FROM transactions AS t
      CROSS JOIN shipments AS s ON s.id = t.shipment_id
      CROSS JOIN purchase_snapshots AS x ON x.id = t.id
       LEFT JOIN announcements AS n ON n.id = t.id
      WHERE ${IN_FORCE}
        AND s.provider_code = :providerCode
      ORDER BY t.id
      LIMIT :limit`,
    { ...of, ...ids, after: after === "" ? ids.after : after, limit },
    "long",
  );
}

/**
 * Lists the parcels of a hand-over, in the order of their purchases. A parcel that was taken off the
 * truck by a disconnected station stays on the manifest that it was printed on.
 *
 * @param after Transaction after which the page starts; "" for the first page.
 */
export function listHandedOver(
  reader: Reader,
  handOverID: string,
  after: string,
  limit: number,
): Promise<BoughtParcelRow[]> {
  return reader.all<BoughtParcelRow>(
    `${PARCEL}
       FROM handed_over AS h INDEXED BY handed_over_together
      CROSS JOIN transactions AS t ON t.id = h.transaction_id
      CROSS JOIN shipments AS s ON s.id = t.shipment_id
      CROSS JOIN purchase_snapshots AS x ON x.id = t.id
       LEFT JOIN announcements AS n ON n.id = t.id
      WHERE h.hand_over_id = :handOverID
        AND h.hand_over_id <> ''
        AND h.transaction_id > :after
      ORDER BY h.transaction_id
      LIMIT :limit`,
    { handOverID, after, limit },
    "long",
  );
}

/** Highest number of parcels that a manifest lists as staying here. */
const MOST_STAYING = 1_000;

/**
 * Lists a carrier's parcels that are here and on no truck, oldest purchase first.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function listStaying(
  reader: Reader,
  query: BoardQuery,
  providerCode: string,
): Promise<BoughtParcelRow[]> {
  return reader.all<BoughtParcelRow>(
    `WITH ${REPORTING}
     ${PARCEL}
       FROM (${stayingOf(MOST_STAYING)}) AS found
      CROSS JOIN shipments AS s ON s.seq = found.seq
      CROSS JOIN transactions AS t ON t.id = s.purchase_id
      CROSS JOIN purchase_snapshots AS x ON x.id = t.id
       LEFT JOIN announcements AS n ON n.id = t.id
      ORDER BY t.id`,
    { ...query, providerCode },
    "long",
  );
}
