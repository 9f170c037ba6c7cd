/** Words for the reasons of an error whose code covers several causes. */
import type { i18n } from "i18next";
import type { FailureValues } from "../../core/http/call.ts";
import { spokenSentence } from "./core-sentence.ts";

/**
 * Returns the sentences for an error's reasons; none if a reason has no words.
 *
 * @param reason Several reasons are separated by spaces.
 * @param values Values that the sentences name.
 */
export function reasonWords(
  i18n: Pick<i18n, "t" | "exists" | "language" | "getResourceBundle" | "addResourceBundle">,
  code: string,
  reason: string | null | undefined,
  values: FailureValues = {},
): readonly string[] {
  const { t, exists } = i18n;
  const { words } = values;
  const said = typeof words === "string" ? spokenSentence(i18n, words) : undefined;
  const keys = (reason ?? "")
    .split(" ")
    .filter(Boolean)
    .map((one) => `because.${code}.${one}`);
  // If a reason has no words, the words of the code are shown instead of all of them.
  return keys.every((key) => exists(key))
    ? keys.map((key) =>
        t(key as "because.E2146.streams", {
          ...values,
          ...(said === undefined ? {} : { words: said }),
        }),
      )
    : [];
}
