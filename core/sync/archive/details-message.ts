/** What stations ask each other about single shipments, and how it is written: deflated JSON, so that a shipment with very many events fits into messages. */
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import type { DetailRow } from "./details.store.ts";

/** Of one answer. Packed they take some 40 kB; servers take at least 1 MiB. */
export const ROWS_OF_ANSWER = 500;

/** `has`: which of these does the station have exactly so? `give`: the rows of one shipment from a place on. */
export const questionSchema = z.discriminatedUnion("ask", [
  z.object({ ask: z.literal("has"), shipments: z.array(z.tuple([z.string(), z.string()])).max(200) }),
  z.object({ ask: z.literal("give"), shipmentID: z.string(), from: z.number().int().min(0) }),
]);
export type Question = z.output<typeof questionSchema>;

export const hasSchema = z.object({ shipmentIDs: z.array(z.string()) });

const valueSchema = z.union([z.string(), z.number(), z.null()]);
const rowSchema = z.tuple([z.string(), z.enum(["shipment_facts", "tracking_events"]), z.string(), z.record(z.string(), valueSchema)]);

/** `digest`: of all rows; "" when the station does not have them. `rows`: stamp, table, id and fields of each. */
export const givenSchema = z.object({ digest: z.string(), all: z.number().int(), rows: z.array(rowSchema) });
export type Given = z.output<typeof givenSchema>;

export function pack(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value));
}

/** @throws Error for what is not of this shape. */
export function unpack<T>(bytes: Uint8Array, schema: z.ZodType<T>): T {
  return parseJson(inflateRawSync(bytes).toString(), schema, "what a station answers about a shipment");
}

/** The same at each station that has the same facts and events, written by the same stations at the same time. */
export function digestOf(rows: readonly DetailRow[]): string {
  const hash = createHash("sha256");
  for (const { hlc, change: [table, id] } of rows) hash.update(`${table} ${id} ${hlc}\n`);
  return hash.digest("base64url");
}
