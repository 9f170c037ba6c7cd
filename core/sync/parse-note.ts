/**
 * What another station has noted in a bucket: whoever may write there may write anything, and one
 * bad note must not end the reading of the others.
 */
import type { KvEntry } from "@nats-io/kv";
import type { z } from "zod";
import { parseBounded, type TextLimits } from "../base/bounded-json.ts";

/**
 * The largest notes are the balance and what an organization keeps secret; a balance of a thousand
 * stations has a hundred kilobytes.
 */
const NOTE: TextLimits = { bytes: 512 * 1024, depth: 8, values: 20_000 };

/** @returns Undefined for a note that is deleted, too large, no JSON, or in another shape. */
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
