/** What stations ask each other about single shipments, and how it is written: deflated JSON, so that a shipment with very many events fits into messages. */
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { parseBounded, type TextLimits } from "../../base/bounded-json.ts";
import type { DetailRow } from "./details.store.ts";

/** Of one answer. Packed they take some 40 kB; servers take at least 1 MiB. */
export const ROWS_OF_ANSWER = 500;

/** Unpacked. Two hundred shipments with a digest each; five hundred rows with some twenty values each. */
export const PACKED_QUESTION: TextLimits = { bytes: 64 * 1024, depth: 5, values: 1_000 };
export const PACKED_ANSWER: TextLimits = { bytes: 4 * 1024 * 1024, depth: 5, values: 20_000 };

const idSchema = z.string().max(64);

/** `has`: which of these does the station have exactly so? `give`: the rows of one shipment from a place on. */
export const questionSchema = z.discriminatedUnion("ask", [
  z.object({ ask: z.literal("has"), shipments: z.array(z.tuple([idSchema, idSchema])).max(200) }),
  z.object({ ask: z.literal("give"), shipmentID: idSchema, from: z.int().min(0) }),
]);
export type Question = z.output<typeof questionSchema>;

export const hasSchema = z.object({ shipmentIDs: z.array(idSchema) });

const valueSchema = z.union([z.string(), z.number(), z.null()]);
const rowSchema = z.tuple([z.string().max(128), z.enum(["shipment_facts", "tracking_events"]), idSchema, z.record(z.string(), valueSchema)]);

/** `digest`: of all rows; "" when the station does not have them. `rows`: stamp, table, id and fields of each. */
export const givenSchema = z.object({ digest: z.string(), all: z.number().int(), rows: z.array(rowSchema) });
export type Given = z.output<typeof givenSchema>;

export function pack(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value));
}

/** @throws Error for what unpacks to more, or is not of this shape. */
export function unpack<T>(bytes: Uint8Array, schema: z.ZodType<T>, limits: TextLimits): T {
  return parseBounded(inflateRawSync(bytes, { maxOutputLength: limits.bytes }), schema, "what a station says about a shipment", limits);
}

/** The same at each station that has the same facts and events, written by the same stations at the same time. */
export function digestOf(rows: readonly DetailRow[]): string {
  const hash = createHash("sha256");
  for (const { hlc, change: [table, id] } of rows) hash.update(`${table} ${id} ${hlc}\n`);
  return hash.digest("base64url");
}
