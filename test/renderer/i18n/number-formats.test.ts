/** Numbers in sentences. */
import { expect, it, vi } from "vitest";
import { i18n } from "../../../renderer/i18n/i18n.ts";
import "../both-languages.ts";

it("sentences with ever new numbers make at most one number format per language", () => {
  const made = vi.spyOn(Intl, "NumberFormat");
  const sentences = (["en", "tr"] as const).flatMap((lng) =>
    Array.from({ length: 300 }, (_, i) => i18n.t("import.added", { lng, count: 1_000 + i })),
  );
  expect(made.mock.calls.length).toBeLessThanOrEqual(2);
  expect([sentences[234], sentences[534]]).toEqual([
    "1,234 orders added",
    expect.stringContaining("1.234 sipariş"),
  ]);
});
