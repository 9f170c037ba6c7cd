import { expect, it } from "vitest";
import { continuedText, findByStart } from "../../../renderer/lib/type-ahead.ts";

const CITIES = ["Adıyaman", "Ağrı", "Isparta", "İstanbul", "İzmir", "Şanlıurfa"].map((words) => ({
  words,
}));

it.each([
  ["ist", "İstanbul"],
  ["IST", "İstanbul"],
  ["isp", "Isparta"],
  ["izm", "İzmir"],
  ["agr", "Ağrı"],
  ["sanli", "Şanlıurfa"],
  ["x", undefined],
])("the text %s finds %s", (text, city) => {
  expect(findByStart(CITIES, text)?.words).toBe(city);
});

it("letters within a second are joined, and other keys are ignored", () => {
  const first = continuedText(null, "i", 0);
  expect([continuedText(first, "z", 900)?.text, continuedText(first, "z", 1_500)?.text]).toEqual([
    "iz",
    "z",
  ]);
  expect([
    continuedText(null, "Tab", 0),
    continuedText(first, "ArrowDown", 10),
    continuedText(null, " ", 0),
  ]).toEqual([null, null, null]);
});
