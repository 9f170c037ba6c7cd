/** Keeps the reader of a station busy, and counts the reads that wait. */
import { whileWanted, type Reader } from "../../core/db/reader.ts";
import type { Station } from "./station.ts";

/** A query that would take minutes. */
export const ENDLESS = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE ${whileWanted("i")} AND i < 1000000000) SELECT count(*) AS n FROM n`;

/** Counts the callers' statements that the reader has not finished. */
export function countReads(s: Station): () => number {
  let open = 0;
  const { until } = s.core.deps.reader;
  Object.assign(s.core.deps.reader, {
    until: (signal: AbortSignal, caller?: string) => {
      const reader = until(signal, caller);
      const several: Reader["several"] = (reads, lane) => (
        (open += 1),
        reader.several(reads, lane).finally(() => (open -= 1))
      );
      return {
        ...reader,
        several,
        all: (sql: string, parameters: never, lane: never) => (
          (open += 1),
          reader.all(sql, parameters, lane).finally(() => (open -= 1))
        ),
      };
    },
  });
  return () => open;
}
