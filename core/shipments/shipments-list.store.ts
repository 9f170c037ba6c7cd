/** SQL for lists of `shipments`: filters, sorts, pages and totals. Its statements are a fixed set, kept prepared. */
import type { Db, SqlValue } from "../db/database.ts";
import { countByStatus, type ShipmentRow } from "./shipments.store.ts";

export type ListFilter = {
  readonly organizationID: string;
  /** Set for members who see only their own. */
  readonly createdBy?: string | undefined;
  readonly status?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly merchantCode?: string | undefined;
  readonly orderNumber?: string | undefined;
  readonly providerServiceCode?: string | undefined;
  readonly storeIdentifier?: string | undefined;
  readonly isReturned?: boolean | undefined;
  /** An FTS5 query over folded words. */
  readonly match?: string | undefined;
};

export const SORTS = {
  organization_shipment_id: "number",
  "organization_shipment_id desc": "number DESC",
  desi: "desi, number DESC",
  "desi desc": "desi DESC, number DESC",
  amount: "amount_minor, number DESC",
  "amount desc": "amount_minor DESC, number DESC",
  "updated_at desc": "updated_at DESC, number DESC",
} as const;
export type Sort = keyof typeof SORTS;

const CONDITIONS: Readonly<Record<Exclude<keyof ListFilter, "organizationID">, string>> = {
  createdBy: "created_by = :createdBy",
  status: "status = :status",
  from: "created_at >= :from",
  to: "created_at <= :to",
  merchantCode: "merchant_code = :merchantCode AND merchant_code <> ''",
  orderNumber: "order_number = :orderNumber AND order_number <> ''",
  providerServiceCode: "provider_service_code = :providerServiceCode AND provider_service_code <> ''",
  storeIdentifier: "store_identifier = :storeIdentifier AND store_identifier <> ''",
  isReturned: "is_returned = :isReturned",
  match: "seq IN (SELECT rowid FROM shipments_search WHERE shipments_search MATCH :match)",
};

export function listShipments(db: Pick<Db, "sql">, filter: ListFilter, sort: Sort, page: { limit: number; offset: number }): ShipmentRow[] {
  const { where, values } = conditionsOf(filter);
  return db.sql<ShipmentRow>(`SELECT * FROM shipments WHERE ${where} ORDER BY ${SORTS[sort]} LIMIT :limit OFFSET :offset`).all({ ...values, ...page });
}

/** Exact. From the kept counters when nothing but status and member is asked. */
export function countShipments(db: Pick<Db, "sql">, filter: ListFilter): number {
  const { organizationID, createdBy, status, ...rest } = filter;
  if (Object.values(rest).every((v) => v === undefined)) return countByStatus(db, organizationID, { status, createdBy });
  const { where, values } = conditionsOf(filter);
  return db.sql<{ n: number }>(`SELECT count(*) AS n FROM shipments WHERE ${where}`).get(values)?.n ?? 0;
}

function conditionsOf(filter: ListFilter): { where: string; values: Record<string, SqlValue> } {
  const parts = ["organization_id = :organizationID"];
  const values: Record<string, SqlValue> = { organizationID: filter.organizationID };
  for (const key of Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]) {
    const value = filter[key];
    if (value === undefined) continue;
    parts.push(CONDITIONS[key]);
    values[key] = typeof value === "boolean" ? (value ? 1 : 0) : value;
  }
  return { where: parts.join(" AND "), values };
}
