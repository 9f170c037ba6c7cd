/** Words for the reasons of an error whose code covers several causes. */
import type { i18n } from "i18next";

/**
 * Returns the sentences for an error's reasons; none if a reason has no words.
 *
 * @param reason Several reasons are separated by spaces.
 */
export function reasonWords(
  { t, exists }: Pick<i18n, "t" | "exists">,
  code: string,
  reason: string | null | undefined,
): readonly string[] {
  const keys = (reason ?? "")
    .split(" ")
    .filter(Boolean)
    .map((one) => `stations.because.${code}.${one}`);
  // If a reason has no words, the core's sentence is shown instead of all of them.
  return keys.every((key) => exists(key))
    ? keys.map((key) => t(key as "stations.because.E2146.streams"))
    : [];
}
