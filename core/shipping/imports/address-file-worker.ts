/** Thread for address files: reads CSV and XLSX, and checks rows by the rules of the API. */
import { readSheet } from "read-excel-file/node";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { loadGeo } from "../geo/geo.service.ts";
import { moving, openThread } from "../../base/threads/serve-calls.ts";
import { ADDRESS_HEADER } from "./address-columns.ts";
import { checkRow } from "./check-address-row.ts";
import {
  packAddresses,
  type AddressFileOperations,
  type CheckedAddress,
} from "./address-file-protocol.ts";
import type { RejectedRow } from "./imports.schema.ts";
import { parseFileBody } from "./parse-file-body.ts";
import { checkSize, LARGEST_FILE_MIB, MOST_ROWS, readRows, rowOf } from "./read-csv.ts";
import { isArchive } from "../files/decode-text.ts";
import { unpackWorkbook } from "../files/unpack-workbook.ts";
import type { AddressColumn } from "./address-columns.ts";
import type { TableRow } from "./read-csv.ts";
import type { Header } from "./order-columns.ts";

const MOST_LISTED = 1_000;

const thread = openThread<AddressFileOperations, { resourcesDir: string }>(
  z.object({ resourcesDir: z.string() }),
);
const geo = loadGeo(thread.data.resourcesDir);

thread.serve({
  async check({ body, isRecipient }) {
    const { fileName, content } = parseFileBody(body);
    const { header, rows } = await readAny(Buffer.from(content, "base64"));
    const addresses: CheckedAddress[] = [];
    const rejected: RejectedRow[] = [];
    let repaired = 0;
    for (const row of rows) {
      const checked = checkRow(geo, header.headings, row, isRecipient);
      if ("faults" in checked) rejected.push(...checked.faults);
      else {
        addresses.push({ line: row.line, input: checked.input, place: checked.place });
        if (checked.isRepaired) repaired += 1;
      }
    }
    const rejectedCount = new Set(rejected.map(({ line }) => line)).size;
    const packed = packAddresses(addresses);
    const checkedFile = {
      fileName,
      rows: rows.length,
      unread: header.unread,
      repaired,
      good: addresses.length,
      packed,
      rejectedCount,
      rejected: rejected.slice(0, MOST_LISTED),
    };
    return moving(checkedFile, [packed.bytes.buffer]);
  },
});

async function readAny(
  bytes: Buffer,
): Promise<{ header: Header<AddressColumn>; rows: TableRow<AddressColumn>[] }> {
  if (!isArchive(bytes)) return readRows(bytes, ADDRESS_HEADER);
  if (bytes.length > LARGEST_FILE_MIB * 1024 * 1024)
    throw errors.fileUnreadable(
      `The file is larger than ${LARGEST_FILE_MIB} MiB. Split it and import its parts. Nothing was imported.`,
      { reason: "tooLarge", most: LARGEST_FILE_MIB },
    );
  const sheet = await readSheet(unpackWorkbook(bytes)).catch(() => {
    throw errors.fileUnreadable(
      "The workbook could not be read. Save it again as .xlsx, or as CSV. Nothing was imported.",
      { reason: "workbook" },
    );
  });
  const lines = sheet.map((row) => row.map(cellText));
  const first = lines.findIndex((cells) => cells.some((cell) => cell !== ""));
  if (first === -1) throw errors.fileUnreadable("The file is empty.", { reason: "empty" });
  lines.forEach((cells, i) => checkSize(cells, i + 1));
  const header = ADDRESS_HEADER.read(lines[first] ?? []);
  const rows = lines
    .slice(first + 1)
    .flatMap((cells, i) =>
      cells.some((cell) => cell !== "") ? [rowOf(header, cells, first + i + 2, false)] : [],
    );
  if (rows.length === 0)
    throw errors.fileUnreadable("The file has no rows below its first line.", { reason: "noRows" });
  if (rows.length > MOST_ROWS)
    throw errors.fileUnreadable(
      `The file has more than ${MOST_ROWS} rows. Split it and import its parts. Nothing was imported.`,
      { reason: "tooManyRows", most: MOST_ROWS },
    );
  return { header, rows };
}

/** Converts a cell to text; a telephone typed as a number arrives as a number. */
function cellText(cell: unknown): string {
  return cell === null || cell === undefined
    ? ""
    : cell instanceof Date
      ? cell.toISOString().slice(0, 10)
      : typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean"
        ? String(cell).trim()
        : "";
}
