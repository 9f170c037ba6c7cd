/**
 * Searches the features for the typed text. An answer that arrives after more was typed is dropped.
 */
import { useEffect, useState } from "react";
import type { ParseKeys } from "i18next";
import type { Found } from "../../store/feature.ts";
import { PARTS } from "../parts.ts";

type Group = { readonly title: ParseKeys; readonly found: readonly Found[] };

/** Fewest characters that are searched for: shorter texts would find too many entries. */
const LEAST = 2;
/**
 * Milliseconds without a key before the search starts: longer than the gap between two keys of
 * quick typing.
 */
const PAUSE_MS = 80;

const FINDERS = PARTS.flatMap(({ finder }) => (finder === undefined ? [] : [finder]));

/**
 * Returns the groups with results, in the features' order. The results of the previous text stay
 * until the next ones arrive.
 */
export function useFound(typed: string): readonly Group[] {
  const [groups, setGroups] = useState<readonly Group[]>([]);
  const text = typed.trim();
  useEffect(() => {
    let isCurrent = true;
    if (text.length < LEAST) {
      setGroups([]);
      return undefined;
    }
    const timer = setTimeout(
      () => void findAll(text).then((found) => isCurrent && setGroups(found)),
      PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return groups;
}

async function findAll(text: string): Promise<readonly Group[]> {
  // A failing finder counts as finding nothing, so that the palette's commands stay available.
  const groups = await Promise.all(
    FINDERS.map(async ({ title, find }) => ({
      title,
      found: await find(text).catch((): readonly Found[] => []),
    })),
  );
  return groups.filter(({ found }) => found.length > 0);
}
