/**
 * Purchases of a time by their ids, which begin with it: no index is kept for questions of a few
 * times a day.
 */
import { earliestIdAt } from "../../base/ids.ts";

/**
 * A carrier's answer is mostly known at once, and asked for during 72 hours; later a person
 * decides.
 */
const LONGEST_PURCHASE_MS = 14 * 24 * 60 * 60 * 1_000;
/** Stations' clocks differ. */
const CLOCKS_MS = 60 * 60 * 1_000;

/**
 * @param time Instants; `to` is the first that is too late.
 * @returns Between which ids the purchases are whose label became known then. One that became known
 *   two weeks after it was asked for is not among them.
 */
export function idsBoughtBetween({ from, to }: { readonly from: string; readonly to: string }): {
  readonly after: string;
  readonly latest: string;
} {
  return {
    after: earliestIdAt(Date.parse(from) - LONGEST_PURCHASE_MS),
    latest: earliestIdAt(Date.parse(to) + CLOCKS_MS),
  };
}

/**
 * SQL: of transactions `t` and their shipments `s`, the labels that were bought in a time and are
 * their shipment's present ones; of one member when `:createdBy` is not null. Takes
 * `:organizationID`, `:createdBy`, `:from`, `:to`, and `:after` and `:latest` of
 * `idsBoughtBetween`.
 */
export const BOUGHT_BETWEEN = `t.id > :after
        AND t.id < :latest
        AND +t.organization_id = :organizationID
        AND t.status = 'DONE'
        AND t.updated_at >= :from
        AND t.updated_at < :to
        AND s.purchase_id = t.id
        AND (:createdBy IS NULL OR s.created_by = :createdBy)`;
