/** Removes secrets that only the first answer contains from the answer that a repeat gets. */
import { objectSchema, parseJson } from "../base/json.ts";
import type { AnyEndpoint } from "./endpoint.ts";

/** Fields of the answer, with the values that are stored in their place; undefined: none. */
export type ShownOnce = AnyEndpoint["shownOnce"];

/** Returns the body of an answer as it is stored under an Idempotency-Key. */
export function withoutShownOnce(body: string, shownOnce: ShownOnce): string {
  if (shownOnce === undefined) return body;
  const answer = parseJson(body, objectSchema, "an answer");
  const data = objectSchema.safeParse(answer["data"]).data ?? {};
  const shown = Object.entries(shownOnce).filter(
    ([name, instead]) => ![undefined, null, "", instead].some((nothing) => data[name] === nothing),
  );
  if (shown.length === 0) return body;
  const names = shown.map(([name]) => name).join(" and ");
  return JSON.stringify({
    ...answer,
    additionalMessage: `Success. ${names} is shown once, in the first answer.`,
    data: { ...data, ...Object.fromEntries(shown) },
  });
}
