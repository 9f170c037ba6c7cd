/** The thread that reads one order file: JSON, base64, text, rows and orders, none of it on the thread that writes. */
import { parentPort, workerData } from "node:worker_threads";
import { AppError, ERRORS } from "../base/errors.ts";
import { importInputSchema } from "./imports.schema.ts";
import type { OrderFileAnswer, OrderFileData, OrderFileRequest } from "./order-file-protocol.ts";
import { groupRows, prepareOrder } from "./prepare-orders.ts";
import { readOrderRows } from "./read-csv.ts";

/** Orders per answer: as many as go into one commit. */
const ORDERS_AT_ONCE = 10;
const REJECTED_AT_ONCE = 500;

const port = parentPort;
if (port === null) throw new Error("order-file-worker.ts is a worker thread's entry");
const say = (answer: OrderFileAnswer): void => port.postMessage(answer);

try {
  const { fileName, content } = parse((workerData as OrderFileData).body);
  const { header, rows } = readOrderRows(Buffer.from(content, "base64"));
  const { orders, rejected } = groupRows(header.headings, rows);
  say({ kind: "read", fileName, rows: rows.length, headings: header.headings });
  port.on("message", (request: OrderFileRequest) => {
    if (request === "end") return port.close();
    const batch = orders.splice(0, ORDERS_AT_ONCE).flatMap((order) => prepareOrder(header.headings, order) ?? []);
    say({ kind: "batch", orders: batch, rejected: rejected.splice(0, REJECTED_AT_ONCE) });
  });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  say({ kind: "refused", code: error.code, message: error.message });
  port.close();
}

function parse(body: Uint8Array): { fileName: string; content: string } {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8") || "{}");
  } catch {
    throw new AppError("E1085", "The body is not valid JSON.");
  }
  const parsed = importInputSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const said = parsed.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`).join("; ");
  throw new AppError("E1085", `${ERRORS.E1085.message} ${said.slice(0, 500)}`);
}
