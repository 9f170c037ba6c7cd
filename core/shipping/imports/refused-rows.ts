/**
 * Keeps the whole rows that imports rejected, so that a person can save or correct them. The rows
 * are packed and kept in memory, only for the station's last few imports. Later, or after a
 * restart, the file must be imported again, which imports nothing twice.
 */
import type { Readable } from "node:stream";
import { deserialize } from "node:v8";
import { csvStream } from "../../base/csv.ts";
import { errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { RejectedRow } from "./imports.schema.ts";
import type { FileHead, RefusedRow } from "./order-file-protocol.ts";
import { reasonIn, sentenceOf, WHY_REFUSED } from "./row-reasons.schema.ts";

/** Highest number of imports whose rows are kept; the rows of an import take at most 16 MiB. */
const KEPT = 5;
const IN_A_PACK = 500;

type Known = Pick<FileHead, "headings" | "at" | "formats" | "allHeadings" | "source">;
/** Rejected rows of an import. `mended`: lines that were corrected on the screen and imported. */
export type RefusedFile = Known & {
  readonly packs: readonly Uint8Array[];
  readonly mended: Set<number>;
};

export type RefusedFiles = {
  keep(actor: Actor, importID: string, file: RefusedFile): void;
  /**
   * Gets the rejected rows. @throws AppError E2068 when no rows of this member's import are kept.
   */
  get(actor: Actor, importID: string): RefusedFile;
};

/** Creates an empty store. */
export function createRefusedFiles(): RefusedFiles {
  const files = new Map<string, RefusedFile>();
  const keyOf = ({ organizationID, memberID }: Actor, id: string): string =>
    `${organizationID} ${memberID} ${id}`;
  return {
    keep(actor, importID, file) {
      files.set(keyOf(actor, importID), file);
      for (const oldest of [...files.keys()].slice(0, -KEPT)) files.delete(oldest);
    },
    get(actor, importID) {
      const file = files.get(keyOf(actor, importID));
      if (file === undefined) throw errors.importFileClosed();
      return file;
    },
  };
}

type OpenFile = Known & {
  readonly pack: (rows: readonly Omit<RefusedRow, "cells">[]) => Promise<Uint8Array>;
};

/**
 * Packs the rejected rows of a file. @param found.lines Lines of all rejected orders: one faulty
 * row rejects all rows of its order.
 */
export async function packRefused(
  file: OpenFile,
  found: { readonly rejected: readonly RejectedRow[]; readonly lines: ReadonlySet<number> },
): Promise<RefusedFile> {
  const faults = new Map<number, RejectedRow[]>([...found.lines].map((line) => [line, []]));
  for (const fault of found.rejected)
    faults.set(fault.line, [...(faults.get(fault.line) ?? []), fault]);
  const rows = [...faults.keys()]
    .toSorted((a, b) => a - b)
    .map((line) => ({ line, faults: faults.get(line) ?? [] }));
  const packs: Uint8Array[] = [];
  for (let i = 0; i < rows.length; i += IN_A_PACK)
    packs.push(await file.pack(rows.slice(i, i + IN_A_PACK)));
  const { headings, at, formats, allHeadings, source } = file;
  return { headings, at, formats, allHeadings, source, packs, mended: new Set() };
}

/**
 * Writes the rejected rows that are not corrected yet as a CSV file: the reason, then the file's
 * columns.
 */
export function saveRefused(file: RefusedFile, language: "en" | "tr"): Readable {
  return csvStream(linesOf(file, language), language);
}

async function* linesOf(
  { allHeadings, packs, mended }: RefusedFile,
  language: "en" | "tr",
): AsyncGenerator<string[][]> {
  yield [[WHY_REFUSED[language], ...allHeadings]];
  for (const pack of packs) {
    yield rowsIn(pack)
      .filter(({ line }) => !mended.has(line))
      .map(({ cells, faults }) => [
        faults.length === 0
          ? sentenceOf(language, "ANOTHER_ROW", "")
          : faults.map((fault) => reasonIn(language, fault)).join(" "),
        ...cells,
      ]);
  }
}

/** Finds some rows of the file by their lines. */
export function findRefused(
  { packs }: RefusedFile,
  lines: ReadonlySet<number>,
): Map<number, RefusedRow> {
  return new Map(
    packs.flatMap((pack) =>
      rowsIn(pack).flatMap((row) => (lines.has(row.line) ? [[row.line, row] as const] : [])),
    ),
  );
}

function rowsIn(pack: Uint8Array): RefusedRow[] {
  return deserialize(pack) as RefusedRow[];
}
