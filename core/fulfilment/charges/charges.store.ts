/** SQL for `carrier_charges`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";

export type ChargeRow = {
  /** Follows from account, invoice and code, so that stations record a charge once. */
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  accountID: string;
  invoice: string;
  invoicedOn: string;
  code: string;
  shipmentID: string;
  desi: number;
  amountMinor: number;
  agreedMinor: number;
};

/** Finds a charge. */
export function findCharge(db: Pick<Db, "sql">, id: string): ChargeRow | undefined {
  return db.sql<ChargeRow>(`SELECT * FROM carrier_charges WHERE id = ?`).get(id);
}

/** Returns whether another invoice of an account has a parcel at the price of its label. */
export function isInvoicedBefore(
  db: Pick<Db, "sql">,
  of: Pick<ChargeRow, "id" | "accountID" | "shipmentID">,
): boolean {
  return (
    db
      .sql(
        `SELECT 1
           FROM carrier_charges
          WHERE shipment_id = :shipmentID
            AND shipment_id <> ''
            AND account_id = :accountID
            AND id <> :id
            AND invoice <> ''
            AND agreed_minor <> 0
          LIMIT 1`,
      )
      .get(of) !== undefined
  );
}

/** Inserts a charge; needs an open transaction. */
export function insertCharge(db: Db, row: ChargeRow): void {
  insertRow(db, "carrier_charges", row);
}

/** Changes a charge; needs an open transaction. */
export function updateCharge(
  db: Db,
  id: string,
  fields: Partial<Omit<ChargeRow, "id" | "createdAt">>,
): void {
  updateRow(db, "carrier_charges", id, fields);
}

/**
 * Lists the charges of an invoice on its day.
 *
 * @returns Ids of the charges that were not withdrawn.
 */
export function listOfInvoice(
  db: Pick<Db, "sql">,
  of: Pick<ChargeRow, "organizationID" | "accountID" | "invoice" | "invoicedOn">,
): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT c.id
         FROM carrier_charges AS c INDEXED BY carrier_charges_by_day
        WHERE c.organization_id = :organizationID
          AND c.invoiced_on = :invoicedOn
          AND c.account_id = :accountID
          AND c.invoice = :invoice
          AND ${NOT_WITHDRAWN}`,
    )
    .all(of)
    .map(({ id }) => id);
}

/** SQL condition: a charge that its carrier has withdrawn has no amounts. */
const NOT_WITHDRAWN = `(c.amount_minor <> 0 OR c.agreed_minor <> 0)`;

/** Turkish days, YYYY-MM-DD, both inclusive. */
export type ChargedDays = {
  readonly organizationID: string;
  readonly from: string;
  readonly to: string;
};

export type InvoiceRow = {
  accountID: string;
  accountName: string;
  invoice: string;
  invoicedOn: string;
  parcels: number;
  unknownParcels: number;
  differentParcels: number;
  amountMinor: number;
  agreedMinor: number;
};

/**
 * Sums the charges by account and invoice, newest invoice first.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export function listInvoices(
  reader: Reader,
  of: ChargedDays & { readonly atMost: number },
): Promise<InvoiceRow[]> {
  return reader.all<InvoiceRow>(
    `SELECT c.account_id,
            coalesce(a.name, '') AS account_name,
            c.invoice,
            max(c.invoiced_on) AS invoiced_on,
            count(*) AS parcels,
            sum(c.shipment_id = '') AS unknown_parcels,
            sum(c.shipment_id <> '' AND c.amount_minor <> c.agreed_minor) AS different_parcels,
            sum(c.amount_minor) AS amount_minor,
            sum(c.agreed_minor) AS agreed_minor
       FROM carrier_charges AS c INDEXED BY carrier_charges_by_day
       LEFT JOIN provider_accounts AS a ON a.id = c.account_id
      WHERE c.organization_id = :organizationID
        AND c.invoiced_on BETWEEN :from AND :to
        AND ${NOT_WITHDRAWN}
      GROUP BY c.account_id, c.invoice
      ORDER BY invoiced_on DESC, account_name, c.invoice
      LIMIT :atMost`,
    of,
    "long",
  );
}

export type ChargedParcelRow = Pick<
  ChargeRow,
  "id" | "invoice" | "invoicedOn" | "code" | "desi" | "amountMinor" | "agreedMinor"
> & { accountName: string; orderNumber: string | null };

/**
 * Lists charges with their orders, by day.
 *
 * @param of.after Day and id of the last charge of the page before; "" for the first page.
 * @throws AppError E2052 when the query takes too long.
 */
export function listChargedParcels(
  reader: Reader,
  of: ChargedDays & { readonly afterDay: string; readonly afterID: string; readonly limit: number },
): Promise<ChargedParcelRow[]> {
  return reader.all<ChargedParcelRow>(
    `SELECT c.id,
            c.invoice,
            c.invoiced_on,
            c.code,
            c.desi,
            c.amount_minor,
            c.agreed_minor,
            coalesce(a.name, '') AS account_name,
            s.order_number
       FROM carrier_charges AS c INDEXED BY carrier_charges_by_day
       LEFT JOIN provider_accounts AS a ON a.id = c.account_id
       LEFT JOIN shipments AS s ON s.id = c.shipment_id
      WHERE c.organization_id = :organizationID
        AND c.invoiced_on BETWEEN :from AND :to
        AND ${NOT_WITHDRAWN}
        AND (c.invoiced_on, c.id) > (:afterDay, :afterID)
      ORDER BY c.invoiced_on, c.id
      LIMIT :limit`,
    of,
  );
}
