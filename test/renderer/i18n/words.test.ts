import { describe, expect, it } from "vitest";
import { ERRORS } from "../../../core/base/errors.ts";
import { LABEL_FIELDS } from "../../../core/labels/layout/layout.schema.ts";
import { enOrganization } from "../../../renderer/i18n/en-organization.ts";
import { enErrors } from "../../../renderer/i18n/en-errors.ts";
import { enLabels } from "../../../renderer/i18n/en-labels.ts";
import { enPack } from "../../../renderer/i18n/en-pack.ts";
import { enPrinting } from "../../../renderer/i18n/en-printing.ts";
import { enReasons } from "../../../renderer/i18n/en-reasons.ts";
import { en } from "../../../renderer/i18n/en.ts";
import { i18n } from "../../../renderer/i18n/i18n.ts";
import { trOrganization } from "../../../renderer/i18n/tr-organization.ts";
import { trErrors } from "../../../renderer/i18n/tr-errors.ts";
import { trLabels } from "../../../renderer/i18n/tr-labels.ts";
import { trPack } from "../../../renderer/i18n/tr-pack.ts";
import { trPrinting } from "../../../renderer/i18n/tr-printing.ts";
import { trReasons } from "../../../renderer/i18n/tr-reasons.ts";
import { tr } from "../../../renderer/i18n/tr.ts";

type Words = { readonly [key: string]: string | Words };

/** "bar.balance" → its text. */
function flat(words: Words, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] => (typeof value === "string" ? [[path + key, value]] : flat(value, `${path}${key}.`)));
}

const blanks = (text: string): string[] => [...text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}/g)].map((match) => match[1] ?? "").sort();

describe("the two languages", () => {
  const english = flat({ ...en, ...enPack, ...enPrinting, labels: enLabels, organization: enOrganization, errors: enErrors, reasons: enReasons });
  const turkish = new Map(flat({ ...tr, ...trPack, ...trPrinting, labels: trLabels, organization: trOrganization, errors: trErrors, reasons: trReasons }));

  it("have the same texts with the same blanks in them", () => {
    expect([...turkish.keys()].sort()).toEqual(english.map(([key]) => key).sort());
    const differing = english.filter(([key, text]) => blanks(text).join() !== blanks(turkish.get(key) ?? "").join());
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it("write large counts in groups of three digits", () => {
    expect(["en", "tr"].map((lng) => [i18n.t("scan.waiting", { lng, count: 10_055 }), i18n.t("import.added", { lng, count: 1 }), i18n.t("empty.more", { lng, count: 10_005 })])).toEqual([
      ["10,055 orders wait", "1 order added", "and 10,005 more"],
      ["10.055 sipariş bekliyor", "1 sipariş eklendi", "ve 10.005 sipariş daha"],
    ]);
  });

  it("leave no text empty", () => {
    expect([...english, ...turkish].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("name every field that a label may leave out", () => {
    expect(LABEL_FIELDS.map((field) => field.replace(/\.(.)/g, (_, first: string) => first.toUpperCase())).filter((name) => !(name in enLabels.fields))).toEqual([]);
  });

  it("name only error codes that exist", () => {
    expect(Object.keys(enErrors).filter((code) => code !== "NO_ANSWER" && code !== "CANCEL_OPEN" && !(code in ERRORS))).toEqual([]);
  });
});

it("counts in both languages", async () => {
  await i18n.changeLanguage("tr");
  expect(i18n.t("scan.waiting", { count: 12 })).toBe("12 sipariş bekliyor");
  await i18n.changeLanguage("en");
  expect([i18n.t("scan.waiting", { count: 1 }), i18n.t("scan.waiting", { count: 12 })]).toEqual(["1 order waits", "12 orders wait"]);
});
