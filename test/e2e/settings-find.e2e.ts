/** The search of Settings in the real window: every result leads to what it names. */
import { expect } from "@playwright/test";
import { SETTINGS_INDEX } from "../../renderer/features/settings/settings-index.ts";
import { words as enFirst } from "../../renderer/i18n/en-first.ts";
import { words as enLater } from "../../renderer/i18n/en-later.ts";
import { words as trFirst } from "../../renderer/i18n/tr-first.ts";
import { words as trLater } from "../../renderer/i18n/tr-later.ts";
import { showAs } from "../helpers/desk-keys.ts";
import { test } from "../helpers/desk-page.ts";

const WORDS = { en: { ...enFirst, ...enLater }, tr: { ...trFirst, ...trLater } };

/** Returns the words of a key; the index uses only keys without variables. */
function wordsOf(language: keyof typeof WORDS, key: string): string {
  const found = key
    .split(".")
    .reduce<unknown>((tree, part) => Reflect.get(Object(tree), part), WORDS[language]);
  return String(found);
}

for (const language of ["en", "tr"] as const)
  test(
    `each section and field that the search of Settings finds is opened and shown: ${language}`,
    { tag: "@all" },
    async ({ shared: { page } }) => {
      test.setTimeout(180_000);
      await showAs(page, { language, theme: "light" });
      await page.getByRole("button", { name: wordsOf(language, "app.view.settings") }).click();
      const lost: string[] = [];
      // Today is a view outside of Settings.
      const sections = SETTINGS_INDEX.filter(({ section }) => section !== "today");
      for (const { section, title, fields } of sections)
        for (const label of [title, ...fields].map((key) => wordsOf(language, key))) {
          await page.keyboard.press("Control+f");
          await page.locator("#settings-search").fill(label);
          const results = page.getByTestId("settings-found").getByRole("button");
          const name = wordsOf(language, title);
          const wanted = label === name ? name : `${label}${name}`;
          await results.filter({ hasText: wanted }).first().click();
          await expect(page.locator(`#settings-${section}`)).toHaveAttribute(
            "aria-selected",
            "true",
          );
          // A section without content shows one sentence instead of its title.
          if (label === name) continue;
          const shown = page.locator("#settings-pane").getByText(label, { exact: true });
          await shown
            .first()
            .waitFor({ timeout: 1_500 })
            .catch(() => void lost.push(`${section}: ${label}`));
        }
      expect(lost).toEqual([]);
    },
  );
