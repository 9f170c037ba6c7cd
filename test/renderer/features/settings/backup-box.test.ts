import { expect, it } from "vitest";
import { Nightly } from "../../../../renderer/features/settings/BackupBox.tsx";
import { markupOf, textOf } from "../../render.ts";

it.each([
  [{ daily: 7, weekly: 4, monthly: 12 }, "7 days, 4 weeks, 12 months"],
  [{ daily: 7, weekly: 5, monthly: 12 }, "Other: 7 daily, 5 weekly, 12 monthly"],
  [{ daily: 1, weekly: 0, monthly: 0 }, "Other: 1 daily, 0 weekly, 0 monthly"],
])("the number of kept backups is shown as it is: %j", (keep, words) => {
  const nightly = { folder: "/backups", keep, failure: null, keepDays: null };
  const markup = markupOf(Nightly, { nightly: nightly as never, change: () => undefined });
  const chosen = markup.split(/<\/?label/).filter((option) => option.includes('checked=""'));
  expect(chosen.map((option) => textOf(`<label${option}`))).toEqual([words]);
});
