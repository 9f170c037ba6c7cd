import { beforeAll, expect, it } from "vitest";
import { i18n, showLanguage, showLaterWords } from "../../../../renderer/i18n/i18n.ts";
import type { SelectedRow } from "../../../../renderer/features/shipments/bulk.slice.ts";
import {
  elsewhereWords,
  selectedWords,
} from "../../../../renderer/features/shipments/selected-words.ts";

beforeAll(async () => {
  await showLanguage("en");
  await showLaterWords();
});

it("the words say that no more rows can be selected when a thousand rows of a longer list are selected", () => {
  expect([
    selectedWords(i18n.t, 999, 5_000),
    selectedWords(i18n.t, 1_000, 1_000),
    selectedWords(i18n.t, 1_000, 1_234_567),
  ]).toEqual([
    "999 selected",
    "1,000 selected",
    "1,000 of 1,234,567 selected, which is the most at once. Finish these, then select the rest.",
  ]);
});

it("a row that was selected in another list and is in view here does not count as selected elsewhere", () => {
  const row = (id: string, listKey: string) => ({ id, listKey }) as SelectedRow;
  const [a, b, c] = [row("a", "all"), row("b", "all"), row("c", "search")];
  const chunks = new Map([[0, [row("a", ""), row("c", "")]]]);
  expect([
    elsewhereWords(i18n.t, [a, b, c], { listKey: "search", chunks }),
    elsewhereWords(i18n.t, [a, c], { listKey: "search", chunks }),
  ]).toEqual(["1 of them in another search or filter", null]);
});
