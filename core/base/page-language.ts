/** Chooses the language of a simulator's page. */

const PAGE_LANGUAGES = ["en", "tr"] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/**
 * Returns the most preferred language that the page has; otherwise English.
 *
 * @param accepted The header Accept-Language.
 */
export function pageLanguageOf(accepted: string | undefined): PageLanguage {
  const asked = (accepted ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...options] = part.trim().toLowerCase().split(";");
      const weight = Number(
        /^\s*q=([\d.]+)\s*$/.exec(options.find((option) => option.includes("q=")) ?? "")?.[1] ?? 1,
      );
      return { tag: tag.split("-")[0], weight };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { tag } of asked) {
    const found = PAGE_LANGUAGES.find((language) => language === tag);
    if (found !== undefined) return found;
  }
  return "en";
}
