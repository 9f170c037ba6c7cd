/** The thread that reads order files, one after the other: JSON, base64, text, rows and orders, none of it on the thread that writes. */
import { parentPort } from "node:worker_threads";
import { AppError, ERRORS } from "../base/errors.ts";
import { importInputSchema } from "./imports.schema.ts";
import type { RejectedRow } from "./imports.schema.ts";
import type { OrderFileAnswer, OrderFileRequest } from "./order-file-protocol.ts";
import { findFormats, type NumberFormats } from "./order-numbers.ts";
import { groupRows, prepareOrder, type OrderRows } from "./prepare-orders.ts";
import { readOrderRows } from "./read-csv.ts";
import type { Headings } from "./reject-row.ts";

/** Orders per answer: few enough to be read at once by the thread that writes. */
const ORDERS_AT_ONCE = 50;
const REJECTED_AT_ONCE = 500;

const port = parentPort;
if (port === null) throw new Error("order-file-worker.ts is a worker thread's entry");
const say = (answer: OrderFileAnswer): void => port.postMessage(answer);

type OpenFile = { readonly headings: Headings; readonly formats: NumberFormats; readonly orders: OrderRows[]; readonly rejected: RejectedRow[] };
const NONE: OpenFile = { headings: {}, formats: {}, orders: [], rejected: [] };

let file = NONE;
port.on("message", (request: OrderFileRequest) => {
  if (request === "drop") file = NONE;
  else if (request === "next") say(nextBatch());
  else say(open(request.body));
});

/** What is no fault of the file ends the thread, and the core says so. */
function open(body: Uint8Array): OrderFileAnswer {
  try {
    const { fileName, content } = parse(body);
    const { header, rows } = readOrderRows(Buffer.from(content, "base64"));
    file = { headings: header.headings, formats: findFormats(rows), ...groupRows(header.headings, rows) };
    return { kind: "read", fileName, rows: rows.length, headings: header.headings, unread: header.unread };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: "refused", code: error.code, message: error.message };
  }
}

function nextBatch(): OrderFileAnswer {
  const { orders, rejected } = file;
  const batch = orders.splice(0, ORDERS_AT_ONCE).flatMap((order) => prepareOrder(file, order) ?? []);
  return { kind: "batch", orders: batch, rejected: rejected.splice(0, REJECTED_AT_ONCE) };
}

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
