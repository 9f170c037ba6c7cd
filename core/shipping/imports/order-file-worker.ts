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
import { groupRows, prepareOrder, type OrderRows } from "./prepare-orders.ts";
import { readOrderRows, type Table } from "./read-csv.ts";
import type { Headings } from "./reject-row.ts";

/** Number of orders per answer: few enough for the database's thread to receive in one turn. */
const ORDERS_AT_ONCE = 50;
const REJECTED_AT_ONCE = 500;

type OpenFile = {
  readonly id: string;
  readonly headings: Headings;
  readonly formats: NumberFormats;
  readonly cellsOf: Table<string>["cellsOf"];
  readonly orders: OrderRows[];
  readonly rejected: RejectedRow[];
};

let file: OpenFile | undefined;

openThread<OrderFileOperations>(z.undefined()).serve({
  open({ id, body }) {
    const { fileName, content } = parseFileBody(body);
    const { header, rows, headings, cellsOf } = readOrderRows(Buffer.from(content, "base64"));
    const formats = findFormats(rows);
    file = { id, headings: header.headings, formats, cellsOf, ...groupRows(header.headings, rows) };
    return {
      fileName,
      rows: rows.length,
      headings: header.headings,
      at: header.at,
      formats,
      allHeadings: headings,
      unread: header.unread,
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
