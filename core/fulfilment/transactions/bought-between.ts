/**
 * Selects the purchases of a period by their ids, which start with a time: these queries run a few
 * times a day, too seldom for an index.
 */
import { earliestIdAt } from "../../base/ids.ts";

/**
 * Longest time from a purchase to its outcome, ms. The purchase's job retries for 72 hours; then a
 * person must decide.
 */
const LONGEST_PURCHASE_MS = 14 * 24 * 60 * 60 * 1_000;
/** Allowed difference between the clocks of stations, ms. */
const CLOCKS_MS = 60 * 60 * 1_000;

/**
 * Computes the range of ids of the purchases whose labels became known in a period. Misses a
 * purchase whose outcome took longer than two weeks.
 *
 * @param time Instants; `to` is exclusive.
 * @returns Both bounds are exclusive.
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
 * SQL condition on transactions `t` and their shipments `s`: labels bought in a period that are in
 * force; only labels of one member when `:createdBy` is not null. Takes `:organizationID`,
 * `:createdBy`, `:from`, `:to`, and `:after` and `:latest` of `idsBoughtBetween`.
 */
export const BOUGHT_BETWEEN = `t.id > :after
        AND t.id < :latest
        AND +t.organization_id = :organizationID
        AND t.status = 'DONE'
        AND t.updated_at >= :from
        AND t.updated_at < :to
        AND s.purchase_id = t.id
        AND (:createdBy IS NULL OR s.created_by = :createdBy)`;
