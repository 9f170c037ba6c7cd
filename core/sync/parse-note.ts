/**
 * Parses what another station has written to a bucket: any station may write anything, and one bad
 * record must not prevent reading other records.
 */
import type { KvEntry } from "@nats-io/kv";
import type { z } from "zod";
import { parseBounded, type TextLimits } from "../base/bounded-json.ts";

/**
 * Limits of a record. The largest records are the balance and an organization's secrets; a balance
 * of a thousand stations has a hundred kilobytes.
 */
const NOTE: TextLimits = { bytes: 512 * 1024, depth: 8, values: 20_000 };

/**
 * Parses a record of a bucket.
 *
 * @returns Undefined for a record that is deleted, too large, not JSON, or of another shape.
 */
export function parseNote<S extends z.ZodType>(
  { operation, value }: Pick<KvEntry, "operation" | "value">,
  schema: S,
  limits = NOTE,
): z.output<S> | undefined {
  if (operation !== "PUT") return undefined;
  try {
    return parseBounded(value, schema, "a note of the hub", limits);
  } catch {
    return undefined;
  }
}
