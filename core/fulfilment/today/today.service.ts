/**
 * Reads today: open work, failures, each carrier's day, packers by hour, stations, attention. It asks
 * neither other stations nor the hub, since the rows of all stations are here: a label belongs to the
 * station that wrote its transaction.
 */
import { CURRENCY } from "../../base/money.ts";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import type { Actor } from "../../http/actor.ts";
import { listFewBarcodes } from "../../shipping/agreements/barcode-ranges.ts";
import { REASONS } from "../../shipping/board/board.schema.ts";
import { countReasons } from "../../shipping/board/board.service.ts";
import { countOpenChanges } from "../../shipping/order-changes/order-changes.service.ts";
import { boardQueryOf } from "../../shipping/shipments/board-limits.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { carrierDaysOf } from "./carrier-days.ts";
import { findCutOff } from "./cut-offs.ts";
import type { JoinedStations } from "./joined-stations.ts";
import { hoursOf, packersOf } from "./packer-hours.ts";
import { stationDaysOf } from "./station-days.ts";
import type { Today } from "./today.schema.ts";
import { readTodayRows } from "./today.store.ts";

type TodayDeps = Pick<
  FulfilmentDeps,
  "db" | "reader" | "now" | "settings" | "carriers" | "connections" | "calendar"
>;

/**
 * Reads today. A member with limited access gets only its own parcels, without their cost, and no
 * stations.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readToday(
  deps: TodayDeps,
  joined: JoinedStations,
  actor: Actor,
): Promise<Today> {
  const { organizationID } = actor;
  const query = boardQueryOf(deps, actor);
  const day = turkishDay(query.now);
  const rows = await readTodayRows(deps.reader, { ...query, tomorrow: instantsOfDays(day, 1).to });
  const reasons = countReasons(rows.steps, rows.reported);
  const isLimited = actor.role === "limitedAccessUser";
  const { purchases = 0, prints = 0, announcements = 0 } = rows.failed ?? {};
  return {
    day,
    waiting: rows.open?.waiting ?? 0,
    held: rows.open?.held ?? 0,
    failed: rows.failed?.n ?? 0,
    failures: { purchases, prints, announcements },
    changedOrders: countOpenChanges(deps, actor),
    currency: CURRENCY,
    carriers: carrierDaysOf(rows, {
      seesMoney: !isLimited,
      cutOffOf: (code, services) => findCutOff(deps, organizationID, code, services),
    }),
    hours: hoursOf(rows.bought.filter(({ part }) => part === "carrier")),
    packers: packersOf(rows),
    stations: isLimited ? [] : stationDaysOf(rows.bought, joined.list(organizationID)),
    attention: REASONS.map((reason) => ({ reason, count: reasons.get(reason) ?? 0 })).filter(
      ({ reason, count }) => count > 0 && reason !== "UNREPORTED",
    ),
    fewBarcodes: listFewBarcodes(deps, organizationID),
  };
}
