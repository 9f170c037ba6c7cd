/** Conditions of a list of shipments, as SQL text with its parameters. */
import { namesOf } from "../../base/objects.ts";
import type { SqlValue } from "../../db/database.ts";
import { whileWanted } from "../../db/reader.ts";
import { boughtLabels } from "./bought-labels.ts";
import { FIRST_COLUMN, HANDED_OVER, type BoardQuery } from "./board-limits.ts";
import { SHIPMENTS_HANDED_OVER_TODAY } from "./handed-over-today.ts";
import { FAILED_SHIPMENTS, SHIPMENTS_TO_ANNOUNCE } from "./failed-shipments.ts";
import type { WAITS } from "./shipments-query.schema.ts";

export type ListFilter = {
  readonly organizationID: string;
  /** Set for members who see only their own shipments. */
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
  /** Whether a label of the shipment was sent to a printer. */
  readonly isPrinted?: boolean | undefined;
  readonly isCashOnDelivery?: boolean | undefined;
  readonly isTest?: boolean | undefined;
  readonly waits?: (typeof WAITS)[number] | undefined;
  /** Limits of the board and of today; needed by the groups that are found in other tables. */
  readonly board?: BoardQuery | undefined;
  /** First and last instant, exclusive, at which a label in force was bought. */
  readonly boughtFrom?: string | undefined;
  readonly boughtTo?: string | undefined;
  /** FTS5 query of folded words. */
  readonly match?: string | undefined;
};

type Values = Record<string, SqlValue>;

/**
 * SQL of flags. The values are literals, because with a parameter SQLite would not use the index of
 * returned shipments.
 */
const FLAGS = {
  isReturned: (is: 0 | 1) => `is_returned = ${is}`,
  isPrinted: (is: 0 | 1) => `is_printed = ${is}`,
  isCashOnDelivery: (is: 0 | 1) => `payment_on_delivery = ${is}`,
  isTest: (is: 0 | 1) => `test = ${is}`,
} as const;

/** SQL with the same texts as the indexes of waiting shipments. */
const WITHOUT_LABEL = "(status = 'CREATED' OR status = 'GOT_OFFERS')";

const WAITING: Readonly<Record<(typeof WAITS)[number], string>> = {
  packing: `${WITHOUT_LABEL} AND hold_reason = '' AND is_return = 0`,
  held: `${WITHOUT_LABEL} AND hold_reason <> '' AND is_return = 0`,
  return: `${WITHOUT_LABEL} AND is_return = 1`,
  failed: `seq IN (${FAILED_SHIPMENTS})`,
  announcing: `seq IN (${SHIPMENTS_TO_ANNOUNCE})`,
  handover: `seq IN (${FIRST_COLUMN}) AND is_return = 0`,
  handedOver: `seq IN (${HANDED_OVER})`,
  handedOverToday: `seq IN (${SHIPMENTS_HANDED_OVER_TODAY})`,
  returnUnderWay: `is_return = 1 AND status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED')`,
};

const BOUGHT = `seq IN (SELECT s.seq ${boughtLabels(":boughtFrom", ":boughtTo")})`;

const CONDITIONS: Readonly<
  Record<
    Exclude<
      keyof ListFilter,
      "organizationID" | "waits" | "board" | "boughtFrom" | "boughtTo" | keyof typeof FLAGS
    >,
    string
  >
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
 * Way of reading. `areFew`: reads an index by order number, store or words, and no other index of
 * the organization. `isIndexedOnly`: reads only shipments that are in the indexes of lists.
 * `isBetween`: two numbers limit the rows, so the index of times is not used.
 */
export type How = {
  readonly areFew: boolean;
  readonly isIndexedOnly: boolean;
  readonly isBetween?: boolean;
};

const ELSEWHERE = ["failed", "announcing", "handover", "handedOver", "handedOverToday"] as const;
type Elsewhere = (typeof ELSEWHERE)[number];

/** Returns whether a group is found in other tables, with the limits of the board. */
export function isElsewhere(waits: ListFilter["waits"]): waits is Elsewhere {
  return ELSEWHERE.some((one) => one === waits);
}

/**
 * Returns whether the shipments are few, and found in an index of other rows: of purchases, open
 * parcels or announcements.
 */
export function isFoundElsewhere({ waits, boughtFrom }: ListFilter): boolean {
  return isElsewhere(waits) || boughtFrom !== undefined;
}

/** Builds the conditions on `shipments`, with their parameters. */
export function conditionsOf(
  filter: ListFilter,
  { areFew, isIndexedOnly, isBetween = false }: How,
): { where: string; values: Values } {
  const isFound = isFoundElsewhere(filter);
  // These few rows are in an index of the organization.
  const isOfStore = !isFound && filter.match === undefined && filter.storeIdentifier !== undefined;
  const parts = [
    (areFew || isFound) && filter.orderNumber === undefined && !isOfStore
      ? "+organization_id = :organizationID"
      : "organization_id = :organizationID",
  ];
  // The plus prevents SQLite from reading the index of all listed shipments to find the few
  // returned shipments.
  if (isIndexedOnly)
    parts.push(filter.isReturned === true || isFound ? "+is_listed = 1" : "is_listed = 1");
  const values: Values = {
    organizationID: filter.organizationID,
    ...(isElsewhere(filter.waits) ? filter.board : {}),
  };
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
  if (filter.boughtFrom !== undefined && filter.boughtTo !== undefined) {
    parts.push(BOUGHT);
    Object.assign(values, { boughtFrom: filter.boughtFrom, boughtTo: filter.boughtTo });
  }
  return { where: [...parts, whileWanted("seq")].join(" AND "), values };
}
