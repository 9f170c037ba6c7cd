/** Reads today: open work, each carrier's day, labels by hour, parcels that need attention. */
import { CURRENCY, moneyText } from "../../base/money.ts";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import type { Actor } from "../../http/actor.ts";
import { listFewBarcodes } from "../../shipping/agreements/barcode-ranges.ts";
import { REASONS } from "../../shipping/board/board.schema.ts";
import { countReasons } from "../../shipping/board/board.service.ts";
import { boardQueryOf } from "../../shipping/shipments/board-limits.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { CarrierDay, Today } from "./today.schema.ts";
import { readTodayRows, type TodayRows } from "./today.store.ts";

const HOURS = 24;

/**
 * Reads today. A member with limited access gets only its own parcels, without their cost.
 *
 * @throws AppError E2052 when the query takes too long.
 */
export async function readToday(
  deps: Pick<FulfilmentDeps, "db" | "reader" | "now" | "settings" | "carriers" | "connections">,
  actor: Actor,
): Promise<Today> {
  const query = boardQueryOf(deps, actor);
  const day = turkishDay(query.now);
  const rows = await readTodayRows(deps.reader, { ...query, tomorrow: instantsOfDays(day, 1).to });
  const reasons = countReasons(rows.steps, rows.reported);
  return {
    day,
    waiting: rows.open?.waiting ?? 0,
    held: rows.open?.held ?? 0,
    currency: CURRENCY,
    carriers: carriersOf(rows, actor.role !== "limitedAccessUser"),
    hours: Array.from({ length: HOURS }, (_, hour) =>
      sumOf(
        rows.bought.filter((row) => row.hour === hour),
        ({ bought }) => bought,
      ),
    ),
    attention: REASONS.map((reason) => ({ reason, count: reasons.get(reason) ?? 0 })).filter(
      ({ reason, count }) => count > 0 && reason !== "UNREPORTED",
    ),
    fewBarcodes: listFewBarcodes(deps, actor.organizationID),
  };
}

/** Combines the counts of each carrier. Returns leave the parcels to be handed over. */
function carriersOf({ bought, firstColumn, returns }: TodayRows, seesMoney: boolean): CarrierDay[] {
  const codes = new Set(
    [bought, firstColumn, returns].flatMap((rows) => rows.map(({ providerCode }) => providerCode)),
  );
  const nameOf = (code: string): string =>
    [...bought, ...firstColumn, ...returns].find(
      ({ providerCode, carrierName }) => providerCode === code && carrierName !== "",
    )?.carrierName ?? code;
  const of = <Row extends { readonly providerCode: string }>(rows: readonly Row[], code: string) =>
    rows.filter(({ providerCode }) => providerCode === code);
  return [...codes]
    .map((providerCode) => {
      const own = of(bought, providerCode);
      return {
        providerCode,
        carrierName: nameOf(providerCode),
        bought: sumOf(own, (row) => row.bought),
        printed: sumOf(own, (row) => row.printed),
        total: seesMoney ? moneyText(sumOf(own, (row) => row.totalMinor)) : null,
        toHandOver:
          sumOf(of(firstColumn, providerCode), ({ n }) => n) -
          sumOf(of(returns, providerCode), ({ first }) => first),
        returns: sumOf(of(returns, providerCode), ({ n }) => n),
      };
    })
    .toSorted((a, b) => a.carrierName.localeCompare(b.carrierName, "tr"));
}

function sumOf<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}
