/** Checks large values against zod schemas in less time than zod does. */
import type { z } from "zod";

/**
 * Makes a schema accept valid values quickly. zod takes 0.3 µs for each number, 60 ms for the
 * 200,000 prices of the largest tariff. A value that `isValid` does not accept is checked by zod,
 * which describes its faults.
 *
 * Must be the last call on a schema: zod's methods return copies that lack the quick check.
 *
 * @param isValid Accepts only values that the schema accepts and returns unchanged.
 * @returns The same schema.
 */
export function withQuickCheck<S extends z.ZodType>(
  schema: S,
  isValid: (value: unknown) => boolean,
): S {
  const internals = schema._zod;
  const run = internals.run;
  internals.run = (payload, context) => (isValid(payload.value) ? payload : run(payload, context));
  return schema;
}
