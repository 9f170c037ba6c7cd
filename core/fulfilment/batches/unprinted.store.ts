/**
 * SQL for labels that were bought and never printed, from purchases, shipments, the journal,
 * batches and print requests. Only reads, on the reader's connection.
 */
import { whileWanted, type Reader } from "../../db/reader.ts";
import { BOUGHT_BETWEEN, idsBoughtBetween } from "../transactions/bought-between.ts";
import { isAskedElsewhere, isInOpenBatch } from "./waiting-labels.store.ts";

export type UnprintedFilter = {
  readonly organizationID: string;
  /** Lists only this member's shipments; null: all. */
  readonly createdBy: string | null;
  /** Lists only this carrier's shipments; null: all. */
  readonly providerCode: string | null;
  /** Instants; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
};

export type UnprintedCarrierRow = { providerCode: string; carrierName: string; labels: number };

/**
 * SQL condition on purchases `t` and shipments `s`: the label is in force, and no print of it was
 * started or waits, not even in an open batch or at another station's printer. A job that failed
 * before its first attempt does not count as a print, nor does another paper of the order.
 */
const UNPRINTED = `${BOUGHT_BETWEEN}
        AND s.status = 'TRACKING_CODE_CREATED'
        AND s.barcode <> ''
        -- The parcel of a return is not at this desk: its label is saved or printed separately.
        AND s.is_return = 0
        AND NOT EXISTS (SELECT 1 FROM print_jobs j WHERE j.shipment_id = s.id AND j.kind = 'LABEL' AND NOT (j.status = 'FAILED' AND j.attempts = 0))
        AND NOT ${isInOpenBatch("s.id")}
        AND NOT ${isAskedElsewhere("s.id")}
        AND ${whileWanted("t.rowid")}`;

/**
 * Counts the unprinted labels of a period by carrier, sorted by name.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function listUnprintedCarriers(
  reader: Reader,
  of: Omit<UnprintedFilter, "providerCode">,
): Promise<UnprintedCarrierRow[]> {
  return reader.all<UnprintedCarrierRow>(
    `SELECT s.provider_code,
            max(t.carrier_name) AS carrier_name,
            count(*) AS labels
       FROM transactions AS t
      CROSS JOIN shipments AS s ON s.id = t.shipment_id
      WHERE ${UNPRINTED}
      GROUP BY s.provider_code
      ORDER BY carrier_name, s.provider_code`,
    { ...of, ...idsBoughtBetween(of) },
    "long",
  );
}

/**
 * Lists the shipments with unprinted labels of a period, in the order of their purchases.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function listUnprinted(
  reader: Reader,
  of: UnprintedFilter,
  limit: number,
): Promise<string[]> {
  const rows = await reader.all<{ id: string }>(
    `SELECT s.id
       FROM transactions AS t
      CROSS JOIN shipments AS s ON s.id = t.shipment_id
      WHERE ${UNPRINTED}
        AND (:providerCode IS NULL OR s.provider_code = :providerCode)
      ORDER BY t.id
      LIMIT :limit`,
    { ...of, ...idsBoughtBetween(of), limit },
    "long",
  );
  return rows.map(({ id }) => id);
}
