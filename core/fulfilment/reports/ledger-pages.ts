/**
 * Reads the ledger: pages by time, or the order of all entries of a period by any column. A member
 * with limited access may not read it, since entries name the purchases of other members.
 */
import { errors } from "../../base/errors.ts";
import { earliestIdAt } from "../../base/ids.ts";
import type { Actor } from "../../http/actor.ts";
import { MOST_SORTED } from "../../http/sorted.schema.ts";
import { presentEntry } from "../../organizations/ledger/present-entry.ts";
import type { FulfilmentDeps } from "../deps.ts";
import * as store from "./ledger-pages.store.ts";
import type {
  LedgerLine,
  LedgerQuery,
  PeriodQuery,
  SortedLedger,
  SortedLedgerQuery,
} from "./reports.schema.ts";
import { periodOf } from "./reports.service.ts";

/** An id that sorts after every real id. */
const LAST_ID = "ffffffff-ffff-7fff-bfff-ffffffffffff";

type LedgerDeps = Pick<FulfilmentDeps, "reader" | "now">;

/**
 * Reads a page of the ledger, or the entries with given ids.
 *
 * @throws AppError E1055, E1085, E2052
 */
export async function readLedger(
  deps: LedgerDeps,
  actor: Actor,
  query: LedgerQuery,
): Promise<{ list: LedgerLine[]; next: string | null }> {
  const bounds = boundsOf(deps, actor, query);
  if (query.ids !== undefined) {
    const rows = await store.listLedgerOf(deps.reader, actor.organizationID, query.ids);
    return { list: rows.map(presentLine), next: null };
  }
  const isAscending = query.isAscending === true;
  const rows = await store.listLedger(deps.reader, {
    ...startingAfter(bounds, query.before, isAscending),
    kind: query.kind ?? null,
    isAscending,
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  return {
    list: page.map(presentLine),
    next: rows.length > query.limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/**
 * Lists the ids of a period's entries in an order; none when there are more than MOST_SORTED.
 *
 * @throws AppError E1055, E1085, E2052
 */
export async function sortLedger(
  deps: LedgerDeps,
  actor: Actor,
  query: SortedLedgerQuery,
): Promise<SortedLedger> {
  const bounds = boundsOf(deps, actor, query);
  const isMore = (await store.countLedger(deps.reader, bounds, MOST_SORTED + 1)) > MOST_SORTED;
  if (isMore) return { ids: [], isMore };
  const order = { by: query.sortBy, isAscending: query.isAscending === true };
  return { ids: await store.listSortedLedger(deps.reader, bounds, order), isMore };
}

function boundsOf(deps: LedgerDeps, actor: Actor, query: PeriodQuery): store.LedgerBounds {
  if (actor.role === "limitedAccessUser") throw errors.notAuthorised();
  const { organizationID } = actor;
  const { instants } = periodOf(deps, query);
  return query.from === undefined && query.to === undefined
    ? { organizationID, after: "", before: LAST_ID }
    : {
        organizationID,
        after: earliestIdAt(Date.parse(instants.from)),
        before: earliestIdAt(Date.parse(instants.to)),
      };
}

/** Narrows the bounds to the entries after one; never widens them. */
function startingAfter(
  bounds: store.LedgerBounds,
  id: string | undefined,
  isAscending: boolean,
): store.LedgerBounds {
  if (id === undefined) return bounds;
  if (isAscending) return id > bounds.after ? { ...bounds, after: id } : bounds;
  return id < bounds.before ? { ...bounds, before: id } : bounds;
}

function presentLine(row: store.LedgerLineRow): LedgerLine {
  return {
    ...presentEntry(row),
    shipmentID: row.shipmentID,
    orderNumber: row.orderNumber ?? "",
    carrierName: row.carrierName ?? "",
  };
}

/** Number of entries that are read at once for a file. */
const AT_ONCE = 100;

/**
 * Yields all entries of a period in an order; newest first without an order, or when there are too
 * many for it.
 *
 * @throws AppError E1055, E1085, E2052
 */
export async function* readLedgerPages(
  deps: LedgerDeps,
  actor: Actor,
  {
    sortBy,
    isAscending,
    ...period
  }: PeriodQuery & {
    readonly sortBy?: SortedLedgerQuery["sortBy"] | undefined;
    readonly isAscending: boolean | undefined;
  },
): AsyncGenerator<LedgerLine[]> {
  const read = (query: Partial<LedgerQuery>): ReturnType<typeof readLedger> =>
    readLedger(deps, actor, { ...period, isAscending: undefined, limit: AT_ONCE, ...query });
  if (sortBy !== undefined && sortBy !== "at") {
    const { ids, isMore } = await sortLedger(deps, actor, { ...period, sortBy, isAscending });
    for (let from = 0; from < ids.length; from += AT_ONCE)
      yield (await read({ ids: ids.slice(from, from + AT_ONCE) })).list;
    if (!isMore) return;
  }
  const isOldestFirst = sortBy === "at" && isAscending === true;
  for (let before: string | undefined; ;) {
    const { list, next } = await read({ before, isAscending: isOldestFirst });
    yield list;
    if (next === null) return;
    before = next;
  }
}
