/** Reads stored JSON through its schema, so that a mismatch is reported where it is read. */
import { z } from "zod";

/**
 * Parses JSON text and checks it against a schema.
 *
 * @param what Names the value in the error: "the holder of the lock".
 * @throws Error when the text is not JSON or does not fit the schema; the message does not contain
 *   the text.
 */
export function parseJson<S extends z.ZodType>(text: string, schema: S, what: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${what} is not JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(
    `${what} does not fit its schema: ${parsed.error.issues
      .map(({ path, message }) => `${path.join(".")} ${message}`)
      .join("; ")
      .slice(0, 300)}`,
  );
}

/**
 * Reads JSON of a row that another station may have written: one bad row must not make a whole list
 * fail.
 *
 * @returns `other` when the text is not JSON or does not fit the schema.
 */
export function parseJsonOr<S extends z.ZodType, T>(
  text: string,
  schema: S,
  other: T,
): z.output<S> | T {
  try {
    return parseJson(text, schema, "");
  } catch {
    return other;
  }
}

export const textsSchema = z.array(z.string());

/** An object with arbitrary names: metadata, parameters. */
export const objectSchema = z.record(z.string(), z.unknown());
