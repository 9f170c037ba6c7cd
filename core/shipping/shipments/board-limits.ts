/**
 * Limits of the tracking board and of the view of today, and the SQL of the board's first column.
 * The list of shipments uses both, so that it lists exactly the parcels that they count.
 */
import { earliestIdAt } from "../../base/ids.ts";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { reportingCarriers, reportingSellers } from "./reporting-carriers.ts";
import { trackingSettings } from "../tracking/tracking-settings.ts";
import { onlyOf } from "./shipments.service.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Allowed difference between the clocks of stations, ms. */
const CLOCKS_MS = 60 * 60 * 1_000;
/**
 * Days without movement after which a parcel leaves the board, since nobody expects another scan.
 */
const LONGEST_DAYS = 60;

export type BoardQuery = {
  readonly organizationID: string;
  /** Null: all members. */
  readonly memberID: string | null;
  readonly now: string;
  /** A parcel can be stuck only if its newest event is before this time. */
  readonly stuckBefore: string;
  /** Start of today. */
  readonly today: string;
  /** A parcel whose newest event is before this time is not on the board. */
  readonly oldest: string;
  /** A refused purchase counts as failed only if it was made at this time or later. */
  readonly failedFrom: string;
  /** An earlier id than those of such purchases. */
  readonly failedAfter: string;
  /** Codes of the carriers that report scans, JSON. */
  readonly reporting: string;
  /** Accounts that report scans of the parcels that they sold, JSON. */
  readonly sellers: string;
};

/**
 * SQL condition: the parcel's carrier, or the account that sold its label, reports scans. Without
 * such accounts no shipment is read.
 */
export const REPORTS = `(p.provider_code IN (SELECT provider_code FROM reporting)
     OR (:sellers <> '[]'
         AND coalesce((SELECT sold.provider_account_id FROM shipments AS sold WHERE sold.seq = p.seq), '')
             IN (SELECT account_id FROM sellers)))`;

/**
 * SQL of the reason for attention. Only parcels of carriers that report scans can be late or stuck;
 * otherwise every parcel of the other carriers would count as late or stuck. Parcels of the other
 * carriers form a group without urgency (UNREPORTED) after the same time. RETURNED has no column,
 * so a returned parcel leaves the board once it is handled.
 */
export const REASON = `CASE WHEN p.is_handled = 1 THEN ''
            WHEN p.reason <> '' THEN p.reason
            WHEN p.step = 'DELIVERED' THEN ''
            WHEN p.due_at < :now THEN iif(${REPORTS}, 'LATE', 'UNREPORTED')
            WHEN p.last_at < :stuckBefore THEN iif(${REPORTS}, 'STUCK', 'UNREPORTED')
            ELSE ''
       END`;

/** SQL of the carriers and accounts that report scans. */
export const REPORTING = `reporting AS MATERIALIZED (SELECT value AS provider_code FROM json_each(:reporting)),
     sellers AS MATERIALIZED (SELECT value AS account_id FROM json_each(:sellers))`;

/** SQL condition: the organization's parcels, or one member's. */
export const HERE = `p.organization_id = :organizationID
   AND (:memberID IS NULL OR p.created_by = :memberID)`;

/** Condition: the parcel is in the board's first column. */
export const IN_FIRST_COLUMN = `p.step = 'BOUGHT' AND p.last_at >= :oldest AND ${REASON} = ''`;

/** Statement that lists the parcels of the board's first column, for a condition on `seq`. */
export const FIRST_COLUMN = `WITH ${REPORTING}
SELECT p.seq
  FROM open_parcels AS p INDEXED BY open_parcels_board
 WHERE ${HERE} AND ${IN_FIRST_COLUMN}`;

/**
 * Statement that lists a carrier's parcels of the board's first column, oldest purchase first, as
 * `seq` and `last_at`; needs the tables of `REPORTING`.
 */
export const stayingOf = (atMost: number): string => `SELECT p.seq, p.last_at
  FROM open_parcels AS p INDEXED BY open_parcels_board
 CROSS JOIN shipments AS own ON own.seq = p.seq AND own.is_return = 0
 WHERE ${HERE}
   AND ${IN_FIRST_COLUMN}
   AND p.provider_code = :providerCode
 ORDER BY p.last_at
 LIMIT ${atMost}`;

/** Statement that lists the parcels on trucks and manifests that no carrier has scanned. */
export const HANDED_OVER = `SELECT p.seq
  FROM open_parcels AS p INDEXED BY open_parcels_board
 WHERE ${HERE} AND p.step = 'HANDED_OVER' AND p.last_at >= :oldest`;

/** Builds the query of the board for what an actor may see. */
export function boardQueryOf(
  deps: Pick<ShippingDeps, "db" | "now" | "settings" | "carriers" | "connections">,
  actor: Actor,
): BoardQuery {
  const now = deps.now();
  const ago = (days: number): string => new Date(Date.parse(now) - days * DAY_MS).toISOString();
  const today = instantsOfDays(turkishDay(now), 1).from;
  const failedFrom = new Date(Date.parse(today) - DAY_MS).toISOString();
  return {
    organizationID: actor.organizationID,
    memberID: onlyOf(actor) ?? null,
    now,
    stuckBefore: ago(trackingSettings(deps).stuckDays),
    today,
    oldest: ago(LONGEST_DAYS),
    failedFrom,
    failedAfter: earliestIdAt(Date.parse(failedFrom) - CLOCKS_MS),
    reporting: JSON.stringify(reportingCarriers(deps, actor.organizationID)),
    sellers: JSON.stringify(reportingSellers(deps, actor.organizationID)),
  };
}
