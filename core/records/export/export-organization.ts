/**
 * Exports the data of one organization, without secrets, as a zip: one file per table, JSON Lines
 * or CSV, and a manifest. Reads a page at a time on the reader's connection, so that a million
 * shipments neither fill the memory nor delay other work. The export is not one snapshot of the
 * database, because a snapshot that stays open for a slow caller would keep the WAL from being
 * truncated. A change during the export may be in one file and missing in another. The manifest
 * states the time span of the reads.
 */
import { byColumn, fieldOf } from "../../db/column-names.ts";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, isAbsolute, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { csvLine } from "../../base/csv.ts";
import { errors } from "../../base/errors.ts";
import { zipStream, type ZipEntry } from "../../base/zip.ts";
import type { SqlRow, SqlValue } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";
import type { Actor } from "../../http/actor.ts";
import type { RecordsDeps } from "../deps.ts";
import { exportTables, type ExportTable } from "./export-tables.ts";
import type { ExportFormat, NewExportFile } from "./export.schema.ts";
import { listColumns, readRows } from "./export.store.ts";

const CHUNK = 100;
/** Columns that hold JSON: objects in JSON Lines, text in CSV. */
const JSON_COLUMNS: readonly string[] = [
  "items",
  "metadata",
  "body",
  "sender",
  "card",
  "parameters",
];

const README = `Everything that Packbench holds of one organization.

Each file is one table; manifest.json lists them with their numbers of rows. Ids connect them: parcels.shipment_id is
shipments.id, purchases.shipment_id too, and purchase_snapshots.id is purchases.id. Amounts are whole minor units (kurus),
times are ISO 8601 in UTC. Passwords, tokens and keys are not in it.
`;

/**
 * Makes the zip while the caller reads it.
 *
 * @param reader The caller's reader, which stops when the caller has left.
 */
export function exportOrganization(
  deps: Pick<RecordsDeps, "now" | "db">,
  reader: Reader,
  organizationID: string,
  format: ExportFormat,
): Readable {
  return zipStream(entriesOf(deps, reader, organizationID, format), { isLarge: true });
}

/**
 * Exports to a file that a person has chosen at the desk. A failed export deletes its unfinished
 * file.
 *
 * @throws AppError E1055 for a program; E1085 for an invalid path; E2062 when the file is in the
 *   data folder or cannot be written.
 */
export async function exportToFile(
  deps: Pick<RecordsDeps, "now" | "log" | "db" | "reader">,
  actor: Actor,
  { file, format }: NewExportFile,
): Promise<{ readonly bytes: number }> {
  if (actor.via !== "desk")
    throw errors.notAuthorised(
      "Only the desk can choose a file. A program gets the export by GET.",
    );
  if (!isAbsolute(file) || file.includes("\0"))
    throw errors.badRequest("file: must be the whole path of a file on this computer.");
  if (`${resolve(file)}`.startsWith(`${dirname(resolve(deps.db.raw.name))}${sep}`))
    throw errors.fileNotSaved("The data folder takes no other files. Choose another folder.");
  const part = `${file}.part`;
  const target = createWriteStream(part, { mode: 0o600 });
  try {
    await pipeline(exportOrganization(deps, deps.reader, actor.organizationID, format), target);
    await rename(part, file);
    return { bytes: target.bytesWritten };
  } catch (err) {
    await rm(part, { force: true }).catch(() => {});
    deps.log.warn({ err }, "an export could not be written");
    throw errors.fileNotSaved();
  }
}

async function* entriesOf(
  deps: Pick<RecordsDeps, "now" | "db">,
  reader: Reader,
  organizationID: string,
  format: ExportFormat,
): AsyncGenerator<ZipEntry> {
  const [begun, files] = [deps.now(), new Array<{ file: string; rows: number }>()];
  yield { path: "README.txt", text: only(README) };
  for (const table of exportTables(deps.db)) {
    const counted = { file: `${table.name}.${format}`, rows: 0 };
    files.push(counted);
    yield {
      path: counted.file,
      text: textOf(reader, table, organizationID, format, (rows) => (counted.rows += rows)),
    };
  }
  yield {
    path: "manifest.json",
    text: only(
      `${JSON.stringify({ version: 1, organizationID, format, readFrom: begun, readUntil: deps.now(), files }, null, 2)}\n`,
    ),
  };
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

async function* textOf(
  reader: Reader,
  table: ExportTable,
  organizationID: string,
  format: ExportFormat,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  const columns = await listColumns(reader, table);
  const shown = table.key === "purchase" ? [...columns, "sender"] : columns;
  if (format === "csv") yield `\uFEFF${csvLine(shown, "en")}`;
  for (let after: string | null = ""; after !== null;) {
    const { rows, next }: Awaited<ReturnType<typeof readRows>> = await readRows(
      reader,
      table,
      columns,
      { organizationID, after, limit: CHUNK },
    );
    count(rows.length);
    yield rows
      .map((row) =>
        format === "csv"
          ? csvLine(
              shown.map((column) => cellOf(row[fieldOf(column)])),
              "en",
            )
          : `${JSON.stringify(objectOf(row))}\n`,
      )
      .join("");
    after = next;
  }
}

function cellOf(value: SqlValue | undefined): string | { number: string } {
  if (typeof value === "number" || typeof value === "bigint") return { number: String(value) };
  return value === null || value === undefined ? "" : String(value);
}

function objectOf(row: SqlRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(byColumn(row)).map(([name, value]) => [
      name,
      JSON_COLUMNS.includes(name) ? parsed(value) : value,
    ]),
  );
}

/** Parses a text as JSON; returns any other value unchanged. */
function parsed(value: SqlValue): unknown {
  if (typeof value !== "string") return value;
  try {
    const read: unknown = JSON.parse(value);
    return read;
  } catch {
    return value;
  }
}
