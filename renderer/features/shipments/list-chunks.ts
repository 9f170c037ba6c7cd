/** Rows of the list by position, read and kept in chunks of a hundred. */
import {
  MOST_ROWS,
  type ShipmentListRow,
  type ShipmentPlaces,
} from "../../../core/shipping/shipments/shipment-rows.schema.ts";

/** Positions of the visible rows, both inclusive. */
export type Seen = { readonly from: number; readonly to: number };
type PlaceKey = NonNullable<ShipmentPlaces["keys"]>[number] | { readonly number: number };
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

/** Returns the key from which a chunk is read; undefined if the list ends before the chunk. */
export function keyOf({ keys, newest, step }: ShipmentPlaces, chunk: number): PlaceKey | undefined {
  return keys === null ? { number: (newest ?? 0) - chunk * step } : keys[chunk];
}
