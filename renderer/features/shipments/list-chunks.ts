/** Rows of the list by position, read and kept in chunks of a hundred. */
import {
  MOST_ROWS,
  type ShipmentListRow,
  type ShipmentPlaces,
} from "../../../core/shipping/shipments/shipment-rows.schema.ts";

/** Positions of the visible rows, both inclusive. */
export type Seen = { readonly from: number; readonly to: number };
/** Positions of a sorted list or of search results: the sequence number of each row. */
type SortedPlaces = {
  readonly total: number;
  readonly step: number;
  readonly seqs: readonly number[];
};
export type Places = ShipmentPlaces | SortedPlaces;
export type Chunks = ReadonlyMap<number, readonly ShipmentListRow[]>;

/** Returns the row at a position, if it was read. */
export function rowIn(chunks: Chunks, place: number): ShipmentListRow | undefined {
  return chunks.get(Math.floor(place / MOST_ROWS))?.[place % MOST_ROWS];
}

/** Returns the position of a shipment, if it was read. */
export function placeIn(chunks: Chunks, id: string): number | undefined {
  for (const [chunk, rows] of chunks) {
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0) return chunk * MOST_ROWS + at;
  }
  return undefined;
}

/** Returns the chunks that contain these positions of a list. */
export function chunksOf({ from, to }: Seen, total: number): number[] {
  const last = Math.floor(Math.max(0, Math.min(to, total - 1)) / MOST_ROWS);
  const first = Math.min(last, Math.floor(from / MOST_ROWS));
  return total === 0 ? [] : Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/**
 * Returns the query that reads a chunk, apart from the filter; null if the list ends before it.
 */
export function chunkQuery(places: Places, chunk: number, isAscending: boolean) {
  const { step } = places;
  if ("seqs" in places) {
    const seqs = places.seqs.slice(chunk * step, (chunk + 1) * step);
    return seqs.length === 0 ? null : { seqs: seqs.join(",") };
  }
  const { keys, newest } = places;
  if (keys === null) {
    const number = isAscending ? chunk * step + 1 : (newest ?? 0) - chunk * step;
    const toNumber = isAscending ? number + step - 1 : Math.max(0, number - step + 1);
    return { number, toNumber, limit: step };
  }
  const [key, next] = [keys[chunk], keys[chunk + 1]];
  if (key === undefined) return null;
  return {
    ...key,
    limit: step,
    ...(next === undefined ? {} : { toNumber: next.number }),
    ...(next?.createdAt === undefined ? {} : { toCreatedAt: next.createdAt }),
  };
}
