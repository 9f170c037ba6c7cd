/** Reads the visible rows of the list. */
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { listShipmentRows } from "../../../core/shipping/shipments/shipments-station.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import { queryOf } from "./filter.ts";
import { chunkQuery, chunksOf, type Places } from "./list-chunks.ts";
import type { ListSlice } from "./list.slice.ts";
import { keySortOf, type Shown } from "./shown-list.ts";

/** The most chunks that are kept; other chunks are read again when they become visible. */
const MOST_CHUNKS = 60;

type Put = SetState<ListSlice>;
type Get = GetState<ListSlice>;

/** Returns what the list shows. */
export function shownOf({
  shipmentFilter: filter,
  shipmentText: text,
  shipmentSort,
  isSortTooLong,
}: ListSlice): Shown {
  return { filter, text, sort: isSortTooLong ? null : shipmentSort };
}

/**
 * Creates a reader of the visible chunks that are missing. No chunk of a list is read twice at the
 * same time.
 */
export function seenReader(set: Put, get: Get): () => Promise<void> {
  /** Chunks being read, with the positions that they belong to. */
  const asked = new WeakMap<Places, Set<number>>();
  const readOne = async (places: Places, chunk: number, running: Set<number>): Promise<void> => {
    running.add(chunk);
    try {
      const rows = await readChunk(shownOf(get()), places, chunk);
      // A refresh or another filter came meanwhile.
      if (get().shipmentPlaces !== places) return;
      const kept = [...get().shipmentChunks].slice(1 - MOST_CHUNKS);
      set({
        shipmentChunks: new Map([...kept, [chunk, rows]]),
        shipmentsFailure: null,
      });
    } catch (error) {
      set({ shipmentsFailure: failureOf(error) });
    } finally {
      running.delete(chunk);
    }
  };
  return async () => {
    const { shipmentPlaces: places, seenShipments: seen, shipmentChunks } = get();
    if (places === null) return;
    const running = asked.get(places) ?? new Set<number>();
    asked.set(places, running);
    const missing = chunksOf(seen, places.total).filter(
      (chunk) => !shipmentChunks.has(chunk) && !running.has(chunk),
    );
    await Promise.all(missing.map((chunk) => readOne(places, chunk, running)));
  };
}

/** Reads a chunk of the list. @throws BridgeError */
export async function readChunk(
  { filter, sort }: Shown,
  places: Places,
  chunk: number,
): Promise<readonly ShipmentListRow[]> {
  const asked = chunkQuery(places, chunk, sort?.isAscending === true);
  if (asked === null) return [];
  const query =
    "seqs" in asked ? asked : { ...queryOf(filter, Date.now()), ...keySortOf(sort), ...asked };
  return (await call(listShipmentRows, { query })).list;
}
