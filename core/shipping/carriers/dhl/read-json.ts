/**
 * Reads parts of DHL's JSON. Objects arrive in lists of one where the specification says object,
 * and numbers as texts.
 */
import { z } from "zod";

const recordSchema = z.record(z.string(), z.unknown());

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Reads an object, or the first object of a list; an empty object for anything else. */
export function recordOf(value: unknown): JsonRecord {
  return recordSchema.safeParse(Array.isArray(value) ? value[0] : value).data ?? {};
}

/** Reads a list, or one object as a list. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one): JsonRecord[] => {
    const { data } = recordSchema.safeParse(one);
    return data === undefined ? [] : [data];
  });
}

/** Reads a text or a number by the first of these names that has one; "" without. */
export function textIn(record: JsonRecord, ...names: readonly string[]): string {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return "";
}
