/** Checks long arrays in less time than zod does. */
import { z } from "zod";

/**
 * Makes the schema of an array whose valid values are accepted quickly. zod takes 0.3 µs for each
 * number, 60 ms for the 200,000 prices of the largest tariff. An array with a fault is checked by
 * zod up to its first fault, because zod takes a second to describe 200,000 of them.
 *
 * Methods of the returned schema return copies that lack the quick check.
 *
 * @param isValid Accepts only items that the schema accepts and returns unchanged.
 */
export function quickArray<S extends z.ZodType>(
  item: S,
  { least = 0, most }: { readonly least?: number; readonly most: number },
  isValid: (item: unknown) => boolean,
): z.ZodArray<S> {
  const limited = z.array(item).max(most);
  const schema = least > 0 ? limited.min(least) : limited;
  const internals = schema._zod;
  const run = internals.run;
  internals.run = (payload, context) => {
    const { value } = payload;
    if (!Array.isArray(value)) return run(payload, context);
    let valid = 0;
    while (valid < value.length && valid < most && isValid(value[valid])) valid += 1;
    if (valid === value.length && valid >= least) return payload;
    payload.value = value.slice(0, valid + 1);
    return run(payload, context);
  };
  return schema;
}
