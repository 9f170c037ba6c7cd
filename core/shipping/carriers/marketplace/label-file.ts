/** Reads the file of a label at another server, as that server drew it. */
import {
  done,
  refused,
  unknown,
  type CarrierFile,
  type Outcome,
  type QuoteDetails,
} from "../carrier.ts";
import type { MarketplaceClient } from "./client.ts";
import { readRemote } from "./read-shipment.ts";
import { say } from "./say.ts";

const LARGEST_LABEL_BYTES = 4 * 1024 * 1024;

/** Reads a label; unknown when the file is no label, because the right one may come later. */
export async function readLabel(
  client: MarketplaceClient,
  labelURL: string,
  signal: AbortSignal,
): Promise<Outcome<CarrierFile>> {
  const { name, base } = client.server;
  const url = URL.canParse(labelURL, base) ? new URL(labelURL, base).href : undefined;
  if (url === undefined) return refused("E2033", say("labelNoAddress", { name }));
  const file = await client.readFile(url, signal);
  if (file.outcome !== "done")
    return file.outcome === "unknown"
      ? unknown(say("labelUnread", { name, cause: file.cause }))
      : file;
  const bytes = file.value;
  if (bytes.byteLength > LARGEST_LABEL_BYTES) return unknown(say("labelLarge", { name }));
  const type = typeOf(bytes);
  return type === undefined ? unknown(say("labelWrong", { name })) : done({ type, bytes });
}

/** Fonts and pictures may come before the start of a ZPL label. */
const SEARCHED_BYTES = 1024 * 1024;

/** Finds the type of a label by its content, since servers give any content type. */
function typeOf(bytes: Uint8Array): CarrierFile["type"] | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(SEARCHED_BYTES, bytes.length));
  if (start.subarray(0, 1_024).includes("%PDF-")) return "application/pdf";
  if (start.subarray(0, 8).includes(Buffer.from("\x89PNG", "latin1"))) return "image/png";
  return start.includes("^XA") ? "application/zpl" : undefined;
}

/**
 * Reads the file of a label again. Unknown when the server no longer gives it, for example of a
 * cancelled label.
 */
export async function labelAgain(
  client: MarketplaceClient,
  details: QuoteDetails,
  signal: AbortSignal,
): Promise<Outcome<CarrierFile>> {
  const { name } = client.server;
  const read = await readRemote(client, String(details["shipmentID"]), signal);
  if (read.outcome !== "done") return read;
  return read.value === null || read.value.labelURL === ""
    ? refused("E2033", say("labelGone", { name }))
    : await readLabel(client, read.value.labelURL, signal);
}
