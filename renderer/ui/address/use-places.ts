/**
 * Places from the station's data while a place is typed: requested after each letter; answers for
 * an earlier text are dropped.
 */
import { useEffect, useState } from "react";
import { listNeighbourhoods, listPlaces } from "../../../core/shipping/geo/geo.api.ts";
import type { Place } from "../../../core/shipping/geo/geo.schema.ts";
import { call } from "../../lib/bridge.ts";
import type { KnownNames } from "./address-draft.ts";

/** Fewest characters to search for. */
const LEAST = 2;

/**
 * Returns the districts and provinces that the text may mean: each word of the text begins a word
 * of the district's or the province's name. Until they are read, returns those of the previous
 * text; none while the text is null or shorter than two characters.
 */
export function usePlaces(text: string | null): readonly Place[] {
  const [found, setFound] = useState<{ readonly text: string; readonly list: readonly Place[] }>({
    text: "",
    list: [],
  });
  useEffect(() => {
    if (text === null || text.trim().length < LEAST) return;
    let isStale = false;
    void call(listPlaces, { query: { search: text } }).then(
      ({ list }) => (isStale ? undefined : setFound({ text, list })),
      () => {},
    );
    return () => void (isStale = true);
  }, [text]);
  return text === null || text.trim().length < LEAST ? [] : found.list;
}

/**
 * Returns the neighbourhoods of a district and the postal codes of its province; null until they
 * are read.
 */
export function useKnownNames(districtID: number | null): KnownNames | null {
  const [known, setKnown] = useState<{ readonly of: number; readonly names: KnownNames } | null>(
    null,
  );
  useEffect(() => {
    if (districtID === null) return;
    let isStale = false;
    void call(listNeighbourhoods, { params: { districtID: String(districtID) } }).then(
      (names) => (isStale ? undefined : setKnown({ of: districtID, names })),
      () => {},
    );
    return () => void (isStale = true);
  }, [districtID]);
  return known?.of === districtID ? known.names : null;
}
