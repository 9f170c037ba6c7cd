/** Which of the causes that an error's code covers it is, in the screen's language. */
import type { i18n } from "i18next";

/**
 * @param reason Several with spaces between them.
 * @returns The sentences; none where a reason has no words.
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
  // The keys with words are a part of all; a reason without words leaves the whole to the core's
  // sentence.
  return keys.every((key) => exists(key))
    ? keys.map((key) => t(key as "stations.because.E2146.streams"))
    : [];
}
