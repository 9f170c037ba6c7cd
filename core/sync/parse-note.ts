/** What another station has noted in a bucket: whoever may write there may write anything, and one bad note must not end the reading of the others. */
import type { KvEntry } from "@nats-io/kv";
import type { z } from "zod";

/** @returns Undefined for a note that is deleted, no JSON, or in another shape. */
export function parseNote<S extends z.ZodType>(entry: Pick<KvEntry, "operation" | "string">, schema: S): z.output<S> | undefined {
  if (entry.operation !== "PUT") return undefined;
  try {
    return schema.safeParse(JSON.parse(entry.string())).data;
  } catch {
    return undefined;
  }
}
