/** Reads the headings of an order file with some cells, and guesses its columns. Call it in a thread. */
import { fold } from "../../base/text.ts";
import type { FileSource } from "../sources/file-source.ts";
import { fittingSources, headerOf, orderHeader, type FileSources } from "./choose-source.ts";
import type { FileHeadings } from "./file-headings.schema.ts";
import { NEEDED_COLUMNS } from "../sources/order-columns.schema.ts";
import type { Column, HeaderReader } from "./order-columns.ts";
import { parseFileBody } from "./parse-file-body.ts";
import { readTable } from "./read-table.ts";

const MOST_SAMPLES = 3;
/** Rows in which the samples are searched. */
const SAMPLED_ROWS = 20;
const LONGEST_SAMPLE = 60;

/** Reads the headings of a file. @throws AppError E2029, E1085 */
export async function readHeadings(body: Uint8Array, sources: FileSources): Promise<FileHeadings> {
  const { fileName, content } = parseFileBody(body);
  const reader: HeaderReader<Column> = {
    count: orderHeader(sources).count,
    read: () => ({ at: {}, headings: {}, unread: [] }),
  };
  const table = await readTable(Buffer.from(content, "base64"), reader);
  const { headings } = table;
  const rows = table.rows
    .slice(0, SAMPLED_ROWS)
    .flatMap(({ line, isBroken }) => (isBroken ? [] : table.cellsOf(line)));
  const nearest = nearestSource(sources.kept, headings);
  const guess = headerOf(nearest ?? NO_SOURCE, headings).headings;
  return {
    fileName,
    headings: headings.flatMap((heading, place) =>
      heading === "" || headings.indexOf(heading) !== place
        ? []
        : [{ heading, samples: samplesAt(rows, place) }],
    ),
    guess,
    nearest: nearest?.name ?? "",
    missing: NEEDED_COLUMNS.filter((column) => guess[column] === undefined),
    sources: fittingSources(sources.kept, headings).map(({ name }) => name),
  };
}

function samplesAt(rows: readonly (readonly string[])[], place: number): string[] {
  const cells = rows.map((row) => row[place]?.trim().slice(0, LONGEST_SAMPLE) ?? "");
  return [...new Set(cells.filter(Boolean))].slice(0, MOST_SAMPLES);
}

const NO_SOURCE: FileSource = { name: "", identifier: "", columns: {} };

/** Finds the kept source of which most headings are in the file. */
function nearestSource(
  kept: readonly FileSource[],
  headings: readonly string[],
): FileSource | undefined {
  const there = new Set(headings.map(fold));
  const [nearest] = kept
    .map((source) => ({
      source,
      count: Object.values(source.columns).filter((one) => one !== "" && there.has(fold(one)))
        .length,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return nearest?.source;
}
