/**
 * Reads the reports about money: spending, the day of each packer, cash on delivery. A member with
 * limited access gets only reports about its own purchases.
 */
import { errors } from "../../base/errors.ts";
import { CURRENCY, moneyText } from "../../base/money.ts";
import { instantsOfDays, turkishDay } from "../../base/turkish-day.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { onlyOf } from "../../shipping/shipments/shipments.service.ts";
import {
  MOST_DAYS,
  type CashReport,
  type PackerDay,
  type PackerLine,
  type PeriodQuery,
  type Spending,
} from "./reports.schema.ts";
import * as store from "./reports.store.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * Resolves the days of a query to instants.
 *
 * @throws AppError E1085 when the first day is after the last, or there are too many days.
 */
export function periodOf(
  deps: Pick<FulfilmentDeps, "now">,
  query: PeriodQuery,
): {
  readonly from: string;
  readonly to: string;
  readonly instants: { readonly from: string; readonly to: string };
} {
  const to = query.to ?? turkishDay(deps.now());
  const from = query.from ?? to;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw errors.badRequest("from: must not be after to.");
  if (days > MOST_DAYS) throw errors.badRequest(`from, to: at most ${MOST_DAYS} days.`);
  return { from, to, instants: instantsOfDays(to, days) };
}

/** Reads the spending of a period. @throws AppError E1085, E2052 */
export async function readSpending(
  deps: Pick<FulfilmentDeps, "reader" | "now">,
  actor: Actor,
  query: PeriodQuery,
): Promise<Spending> {
  const { from, to, instants } = periodOf(deps, query);
  const rows: store.SpendingRow[] = [];
  // A year of a million labels takes seconds, on a cold disk half a minute. Reading in pieces keeps
  // each query below its deadline and lets other reads run in between.
  for (const piece of piecesOf(instants))
    rows.push(...(await store.listSpending(deps.reader, { ...whose(actor), ...piece })));
  const lines = rows.map((row) => ({
    day: row.day,
    carrierName: row.carrierName,
    labels: row.labels,
    total: moneyText(row.totalMinor),
    onAccount: moneyText(row.onAccountMinor),
    paidThere: moneyText(row.paidThereMinor),
    marketplace: row.marketplace,
  }));
  return { from, to, currency: CURRENCY, lines };
}

const PIECE_MS = 92 * DAY_MS;

/** Splits a period into pieces of whole days, in order. */
function piecesOf({
  from,
  to,
}: {
  readonly from: string;
  readonly to: string;
}): { readonly from: string; readonly to: string }[] {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const at = (ms: number): string => new Date(Math.min(ms, end)).toISOString();
  return Array.from({ length: Math.ceil((end - begin) / PIECE_MS) }, (_, i) => ({
    from: at(begin + i * PIECE_MS),
    to: at(begin + (i + 1) * PIECE_MS),
  }));
}

/**
 * Reads the day of each packer. @param day Turkish time; today when absent. @throws AppError E2052
 */
export async function readPackerDay(
  deps: Pick<FulfilmentDeps, "reader" | "now">,
  actor: Actor,
  day = turkishDay(deps.now()),
): Promise<PackerDay> {
  const rows = await store.listPackers(deps.reader, { ...whose(actor), ...instantsOfDays(day, 1) });
  const members = [...new Set(rows.map(({ memberID }) => memberID))];
  return {
    day,
    currency: CURRENCY,
    packers: members.map((memberID) =>
      packerOf(
        memberID,
        rows.filter((row) => row.memberID === memberID),
      ),
    ),
  };
}

/**
 * Reads the cash on delivery of each carrier, without test shipments, for which nothing is
 * collected. @throws AppError E2052
 */
export async function readCash(
  deps: Pick<FulfilmentDeps, "reader">,
  actor: Actor,
): Promise<CashReport> {
  const of = whose(actor);
  const [rows, receipts] = await Promise.all([
    store.listCash(deps.reader, of),
    of.memberID === null ? store.listReceived(deps.reader, of.organizationID) : [],
  ]);
  const received = new Map(receipts.map((row) => [row.providerCode, row.receivedMinor]));
  const known = rows.map((row) => row.providerCode);
  const gone = receipts
    .filter((row) => !known.includes(row.providerCode))
    .map((row) => ({
      providerCode: row.providerCode,
      carrierName: row.providerCode,
      expectedParcels: 0,
      expectedMinor: 0,
      deliveredParcels: 0,
      deliveredMinor: 0,
    }));
  const lines = [...rows, ...gone].map((row) => {
    const paid = received.get(row.providerCode) ?? 0;
    return {
      providerCode: row.providerCode,
      carrierName: row.carrierName,
      expectedParcels: row.expectedParcels,
      expected: moneyText(row.expectedMinor),
      deliveredParcels: row.deliveredParcels,
      delivered: moneyText(row.deliveredMinor),
      received: moneyText(paid),
      owed: moneyText(row.deliveredMinor - paid),
    };
  });
  return { currency: CURRENCY, lines };
}

/**
 * Lists how much each carrier still owes for its delivered parcels with cash on delivery, minor
 * units; negative when it has paid too much. Omits carriers without such parcels.
 */
export async function listOwed(
  deps: Pick<FulfilmentDeps, "reader">,
  organizationID: string,
): Promise<{ readonly providerCode: string; readonly owedMinor: number }[]> {
  const [rows, receipts] = await Promise.all([
    store.listCash(deps.reader, { organizationID, memberID: null }),
    store.listReceived(deps.reader, organizationID),
  ]);
  const received = new Map(receipts.map((row) => [row.providerCode, row.receivedMinor]));
  return rows.map((row) => ({
    providerCode: row.providerCode,
    owedMinor: row.deliveredMinor - (received.get(row.providerCode) ?? 0),
  }));
}

/** Finds the members whose purchases an actor's reports cover. */
function whose(actor: Actor): {
  readonly organizationID: string;
  readonly memberID: string | null;
} {
  return { organizationID: actor.organizationID, memberID: onlyOf(actor) ?? null };
}

function packerOf(memberID: string, rows: readonly store.PackerRow[]): PackerLine {
  const hours = Array.from(
    { length: 24 },
    (_, hour) => rows.find((row) => row.hour === hour)?.labels ?? 0,
  );
  const sum = (of: (row: store.PackerRow) => number): number =>
    rows.reduce((all, row) => all + of(row), 0);
  const times = rows
    .flatMap(({ firstAt, lastAt }) => [firstAt, lastAt])
    .filter((at) => at !== null)
    .toSorted();
  return {
    memberID,
    name: rows[0]?.name ?? "",
    labels: sum((row) => row.labels),
    cancelled: sum((row) => row.cancelled),
    total: moneyText(sum((row) => row.totalMinor)),
    firstAt: times[0] ?? null,
    lastAt: times.at(-1) ?? null,
    hours,
  };
}
