/** Conditions of a list of shipments, as SQL text and the values that it names. */
import { namesOf } from "../../base/objects.ts";
import type { SqlValue } from "../../db/database.ts";
import { whileWanted } from "../../db/reader.ts";
import type { WAITS } from "./shipments-query.schema.ts";

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
  readonly providerCode?: string | undefined;
  /** Whether a label of it went to a printer. */
  readonly isPrinted?: boolean | undefined;
  readonly isCashOnDelivery?: boolean | undefined;
  readonly isTest?: boolean | undefined;
  readonly waits?: (typeof WAITS)[number] | undefined;
  /** An FTS5 query over folded words. */
  readonly match?: string | undefined;
};

type Values = Record<string, SqlValue>;

/** The values are in the text: the index of returned ones is not found by a bound value. */
const FLAGS = {
  isReturned: (is: 0 | 1) => `is_returned = ${is}`,
  isPrinted: (is: 0 | 1) => `is_printed = ${is}`,
  isCashOnDelivery: (is: 0 | 1) => `payment_on_delivery = ${is}`,
  isTest: (is: 0 | 1) => `test = ${is}`,
} as const;

/** By the texts of the indexes of what waits. */
const WITHOUT_LABEL = "(status = 'CREATED' OR status = 'GOT_OFFERS')";

const WAITING: Readonly<Record<(typeof WAITS)[number], string>> = {
  packing: `${WITHOUT_LABEL} AND hold_reason = '' AND is_return = 0`,
  held: `${WITHOUT_LABEL} AND hold_reason <> '' AND is_return = 0`,
  return: `${WITHOUT_LABEL} AND is_return = 1`,
};

const CONDITIONS: Readonly<
  Record<Exclude<keyof ListFilter, "organizationID" | "waits" | keyof typeof FLAGS>, string>
> = {
  createdBy: "created_by = :createdBy",
  status: "status = :status",
  from: "created_at >= :from",
  to: "created_at <= :to",
  merchantCode: "merchant_code = :merchantCode AND merchant_code <> ''",
  orderNumber: "order_number = :orderNumber AND order_number <> ''",
  providerServiceCode:
    "provider_service_code = :providerServiceCode AND provider_service_code <> ''",
  storeIdentifier: "store_identifier = :storeIdentifier AND store_identifier <> ''",
  providerCode: "provider_code = :providerCode",
  match: `seq IN (SELECT rowid FROM shipments_search WHERE shipments_search MATCH :match AND ${whileWanted("rowid")})`,
};

/**
 * `areFew`: the order number or the words enter an index, and the organization's own are not used.
 * `isListed`: only what the indexes of lists have. `isBetween`: two numbers bound the rows, and the
 * index of times is not read.
 */
export type How = {
  readonly areFew: boolean;
  readonly isListed: boolean;
  readonly isBetween?: boolean;
};

/** @returns The conditions on `shipments`, and the values that they name. */
export function conditionsOf(
  filter: ListFilter,
  { areFew, isListed, isBetween = false }: How,
): { where: string; values: Values } {
  const parts = [
    areFew && filter.orderNumber === undefined
      ? "+organization_id = :organizationID"
      : "organization_id = :organizationID",
  ];
  // The plus: of the few that were returned, no index of all that are listed is read.
  if (isListed) parts.push(filter.isReturned === true ? "+is_listed = 1" : "is_listed = 1");
  const values: Values = { organizationID: filter.organizationID };
  for (const key of namesOf(CONDITIONS)) {
    const value = filter[key];
    if (value === undefined) continue;
    parts.push(
      isBetween && (key === "from" || key === "to") ? `+${CONDITIONS[key]}` : CONDITIONS[key],
    );
    values[key] = value;
  }
  for (const key of namesOf(FLAGS)) {
    const is = filter[key];
    if (is !== undefined) parts.push(FLAGS[key](is ? 1 : 0));
  }
  if (filter.waits !== undefined) parts.push(WAITING[filter.waits]);
  return { where: [...parts, whileWanted("seq")].join(" AND "), values };
}
