/**
 * Thread that reads order files, one after the other: parses JSON, base64, text, rows and orders
 * outside the thread that writes to the database.
 */
import { serialize } from "node:v8";
import { z } from "zod";
import { openThread } from "../../base/threads/serve-calls.ts";
import type { RejectedRow } from "./imports.schema.ts";
import type { OrderFileOperations, RefusedRow } from "./order-file-protocol.ts";
import { findFormats, type NumberFormats } from "./order-numbers.ts";
import { parseFileBody } from "./parse-file-body.ts";
import { groupRows, prepareOrder, type OrderRows, type UsedSource } from "./prepare-orders.ts";
import { chooseSource, orderHeader } from "./choose-source.ts";
import { readHeadings } from "./file-headings.ts";
import type { Table } from "./read-csv.ts";
import { readTable } from "./read-table.ts";
import { repairRow } from "./repair-cells.ts";
import type { Headings } from "./reject-row.ts";

/** Number of orders per answer: few enough for the database's thread to receive in one turn. */
const ORDERS_AT_ONCE = 50;
const REJECTED_AT_ONCE = 500;
/** Number of repaired cells that are shown. */
const MOST_REPAIRED = 100;

type OpenFile = {
  readonly id: string;
  readonly source: UsedSource;
  readonly headings: Headings;
  readonly formats: NumberFormats;
  readonly cellsOf: Table<string>["cellsOf"];
  readonly orders: OrderRows[];
  readonly rejected: RejectedRow[];
};

let file: OpenFile | undefined;

openThread<OrderFileOperations>(z.undefined()).serve({
  async open({ id, body, sources }) {
    const { fileName, content } = parseFileBody(body);
    const table = await readTable(Buffer.from(content, "base64"), orderHeader(sources), {
      keepsErrors: true,
    });
    const { header, headings, cellsOf, isWorkbook } = table;
    const repairs = table.rows.map((row) => repairRow(header.headings, row, isWorkbook));
    const rows = repairs.map(({ row }) => row);
    const repaired = repairs.flatMap((one) => one.repaired);
    const formats = findFormats(rows);
    const { name, identifier } = chooseSource(sources, headings);
    const source = { name, identifier };
    const groups = groupRows(header.headings, rows);
    file = { id, source, headings: header.headings, formats, cellsOf, ...groups };
    return {
      fileName,
      source,
      rows: rows.length,
      headings: header.headings,
      at: header.at,
      formats,
      allHeadings: headings,
      unread: header.unread,
      repairedCount: repaired.length,
      repaired: repaired.slice(0, MOST_REPAIRED),
    };
  },
  next(id) {
    const opened = file;
    if (opened?.id !== id) throw new Error("the order file is no longer open");
    const orders = opened.orders
      .splice(0, ORDERS_AT_ONCE)
      .flatMap((order) => prepareOrder(opened, order) ?? []);
    return { orders, rejected: opened.rejected.splice(0, REJECTED_AT_ONCE) };
  },
  look: ({ body, sources }) => readHeadings(body, sources),
  pack({ id, rows }) {
    const opened = file;
    if (opened?.id !== id) throw new Error("the order file is no longer open");
    const refused = rows.flatMap(({ line, faults }): RefusedRow[] =>
      opened.cellsOf(line).map((cells) => ({ line, cells, faults })),
    );
    return new Uint8Array(serialize(refused));
  },
  drop() {
    file = undefined;
  },
});
