/**
 * Reads the rows of an export some hundred at a time, in the order of the window's list, or by
 * shipment number for programs.
 */
import { errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { MOST_SORTED } from "../../http/sorted.schema.ts";
import type { ShippingDeps } from "../deps.ts";
import { listExported, listExportedOf, type ExportRow } from "./exported-rows.store.ts";
import type { ListFilter } from "./list-conditions.store.ts";
import { matchesOf } from "./list-shipment-rows.ts";
import { findsAll, readsIndexed } from "./search-index.ts";
import { INDEXED_COLUMNS, MOST_ROWS } from "./shipment-rows.schema.ts";
import { listKeys, listSeqsBetween } from "./shipment-rows.store.ts";
import type { ExportQuery } from "./shipments-query.schema.ts";
import { listFoundBefore } from "./sort-shipments.store.ts";
import { sortShipments } from "./sort-shipments.ts";

const CHUNK = 200;

export type ExportFile = {
  readonly actor: Actor;
  readonly query: ExportQuery;
  readonly filter: ListFilter;
};

/** Reads the rows of a file, some hundred at a time. */
export async function* pagesOf(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  { actor, query, filter }: ExportFile,
): AsyncGenerator<readonly ExportRow[]> {
  const isAsShown =
    query.language !== undefined && (query.sortBy !== undefined || query.filter.trim() !== "");
  if (isAsShown) {
    const { seqs, isMore, isPartial } = await sortShipments(deps, actor, query);
    requireWhole(!isPartial);
    if (!isMore) {
      for (let from = 0; from < seqs.length; from += CHUNK)
        yield await listExportedOf(deps.reader, seqs.slice(from, from + CHUNK));
      return;
    }
    const match = matchesOf(query.filter)?.match;
    if (match === undefined) return yield* pagesInOrder(deps, filter, query);
    // Too many results of a search to sort: newest first.
    return yield* pagesFound(deps, filter, match);
  }
  yield* pagesByNumber(deps, filter);
}

/** Reads a list that is too long to sort in the order of an index, as the window shows it. */
async function* pagesInOrder(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  filter: ListFilter,
  { sortBy, isAscending }: ExportQuery,
): AsyncGenerator<readonly ExportRow[]> {
  const by = INDEXED_COLUMNS.find((column) => column === sortBy);
  if (by === undefined) return yield* pagesByNumber(deps, filter);
  const order = { by, isAscending: isAscending === true };
  const isIndexedOnly = await readsIndexed(deps, filter, "updated_at desc");
  const { keys, total } = await listKeys(
    deps.reader,
    filter,
    { ...order, step: MOST_ROWS },
    isIndexedOnly,
  );
  if (total === 0) return;
  for (const [i, key] of keys.entries()) {
    const next = keys[i + 1];
    const seqs = await listSeqsBetween(
      deps.reader,
      filter,
      {
        ...order,
        from: key.createdAt ?? key.number,
        fromSeq: key.seq,
        to: next === undefined ? null : (next.createdAt ?? next.number),
        limit: MOST_ROWS,
      },
      isIndexedOnly,
    );
    yield await listExportedOf(deps.reader, seqs);
  }
}

/**
 * Requires that a search finds all its shipments: a file cannot say later that rows are missing.
 *
 * @throws AppError E2052
 */
function requireWhole(isWhole: boolean): void {
  if (!isWhole)
    throw errors.readTookTooLong(
      "Some shipments are not in the index of the search yet, so the file would lack rows. Try again in a moment, or save the list without a search.",
      { reason: "indexing" },
    );
}

/** Reads all results of a search, the last arrived first. */
async function* pagesFound(
  { reader }: Pick<ShippingDeps, "reader">,
  filter: ListFilter,
  match: string,
): AsyncGenerator<readonly ExportRow[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const seqs = await listFoundBefore(reader, { filter, match }, before, MOST_SORTED);
    for (let from = 0; from < seqs.length; from += CHUNK)
      yield await listExportedOf(reader, seqs.slice(from, from + CHUNK));
    if (seqs.length < MOST_SORTED) return;
    before = seqs.at(-1) ?? 0;
  }
}

async function* pagesByNumber(
  deps: WriteDeps & Pick<ShippingDeps, "reader" | "settings" | "carriers" | "connections">,
  filter: ListFilter,
): AsyncGenerator<readonly ExportRow[]> {
  const isIndexedOnly = await readsIndexed(deps, filter);
  requireWhole(filter.match === undefined || findsAll(deps));
  const readAfter = (before: number | null): Promise<Page<ExportRow>> =>
    readPage(CHUNK, (limit) => listExported(deps.reader, filter, before, limit, isIndexedOnly));
  let before: number | null = null;
  for (;;) {
    const { page, next }: Page<ExportRow> = await readAfter(before);
    yield page;
    if (next === null) return;
    before = next;
  }
}

type Page<Row> = { readonly page: readonly Row[]; readonly next: number | null };

/**
 * Reads a page that contains all shipments of its last number, because the key of the next page
 * skips a whole number, and several stations may have assigned the same number.
 *
 * @param read Reads a given number of rows.
 */
export async function readPage<Row extends { readonly number: number }>(
  limit: number,
  read: (limit: number) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  for (let wanted = limit + 1; ; wanted *= 2) {
    const rows = await read(wanted);
    const over = rows[limit];
    if (over === undefined) return { page: rows, next: null };
    const before = rows.slice(0, limit).filter(({ number }) => number !== over.number);
    const page = before.length > 0 ? before : rows.filter(({ number }) => number === over.number);
    if (page.length < rows.length) return { page, next: page.at(-1)?.number ?? null };
    if (rows.length < wanted) return { page, next: null };
  }
}
