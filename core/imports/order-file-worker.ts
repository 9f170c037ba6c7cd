/** The thread that reads order files, one after the other: JSON, base64, text, rows and orders, none of it on the thread that writes. */
import { z } from "zod";
import { AppError, ERRORS } from "../base/errors.ts";
import { openThread } from "../threads/serve-calls.ts";
import { importInputSchema } from "./imports.schema.ts";
import type { RejectedRow } from "./imports.schema.ts";
import type { OrderFileOperations } from "./order-file-protocol.ts";
import { findFormats, type NumberFormats } from "./order-numbers.ts";
import { groupRows, prepareOrder, type OrderRows } from "./prepare-orders.ts";
import { readOrderRows } from "./read-csv.ts";
import type { Headings } from "./reject-row.ts";

/** Orders per answer: few enough to be read at once by the thread that writes. */
const ORDERS_AT_ONCE = 50;
const REJECTED_AT_ONCE = 500;

type OpenFile = { readonly id: string; readonly headings: Headings; readonly formats: NumberFormats; readonly orders: OrderRows[]; readonly rejected: RejectedRow[] };

let file: OpenFile | undefined;

openThread<OrderFileOperations>(z.undefined()).serve({
  open({ id, body }) {
    const { fileName, content } = parse(body);
    const { header, rows } = readOrderRows(Buffer.from(content, "base64"));
    file = { id, headings: header.headings, formats: findFormats(rows), ...groupRows(header.headings, rows) };
    return { fileName, rows: rows.length, headings: header.headings, unread: header.unread };
  },
  next(id) {
    const opened = file;
    if (opened?.id !== id) throw new Error("the order file is no longer open");
    const orders = opened.orders.splice(0, ORDERS_AT_ONCE).flatMap((order) => prepareOrder(opened, order) ?? []);
    return { orders, rejected: opened.rejected.splice(0, REJECTED_AT_ONCE) };
  },
  drop() {
    file = undefined;
  },
});

function parse(body: Uint8Array): { fileName: string; content: string } {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8") || "{}");
  } catch {
    throw new AppError("E1085", "The body is not valid JSON.");
  }
  const parsed = importInputSchema.safeParse(json);
  // Of the file itself the decoder makes no half characters.
  if (parsed.success) return { ...parsed.data, fileName: parsed.data.fileName.toWellFormed() };
  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`).join("; ");
  throw new AppError("E1085", `${ERRORS.E1085.message} ${problems.slice(0, 500)}`);
}
