import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../../core/base/errors.ts";
import { LABEL_FIELDS } from "../../../core/labels/layout/layout.schema.ts";
import { enErrors } from "../../../renderer/i18n/en-errors.ts";
import { enLabels } from "../../../renderer/i18n/en-labels.ts";
import { i18n, showLanguage } from "../../../renderer/i18n/i18n.ts";
import { ROOT } from "../../helpers/folders.ts";
import "../both-languages.ts";
import { trErrors } from "../../../renderer/i18n/tr-errors.ts";

type Words = { readonly [key: string]: unknown };

/** "bar.balance" → its text. */
function flat(words: object, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === "string"
      ? [[path + key, value]]
      : flat((value ?? {}) as Words, `${path}${key}.`),
  );
}

const blanks = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}/g)].map((match) => match[1] ?? "").sort();
const wordsOf = (language: string): [string, string][] =>
  flat(i18n.getResourceBundle(language, "translation") as Words);

/**
 * Returns all quoted texts in the screen's source: whole texts, and the fixed beginnings of texts
 * that the code builds.
 */
function quotedIn(folder: string): { whole: Set<string>; beginnings: string[] } {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/^i18n[\\/](en|tr)/.test(file),
  );
  const source = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  const whole = new Set(
    [...source.matchAll(/["'`]([\w.\- ,]+)["'`]/g)].map((match) => match[1] ?? ""),
  );
  const beginnings = [...source.matchAll(/`([a-zA-Z][\w.]*\.)\$\{/g)].map(
    (match) => match[1] ?? "",
  );
  return { whole, beginnings: [...new Set(beginnings)] };
}

describe("the two languages", () => {
  const english = wordsOf("en");
  const turkish = new Map(wordsOf("tr"));

  it("both languages have the same texts with the same placeholders", () => {
    expect(english.length).toBeGreaterThan(500);
    expect([...turkish.keys()].sort()).toEqual(english.map(([key]) => key).sort());
    const differing = english.filter(
      ([key, text]) => blanks(text).join() !== blanks(turkish.get(key) ?? "").join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it('Turkish says "or" with one word on the screen, in the messages at start and in the guides', () => {
    const files = ["renderer/i18n", "electron/windows", "resources/guides"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { encoding: "utf8" })
        .filter((name) => /^tr|words\.ts$|\.tr\.md$/.test(name))
        .map((name) => join(folder, name)),
    );
    expect(files.length).toBeGreaterThan(30);
    expect(
      files.filter((file) => /\bya da\b/i.test(readFileSync(join(ROOT, file), "utf8"))),
    ).toEqual([]);
  });

  it("large counts are grouped by three digits", () => {
    expect(
      ["en", "tr"].map((lng) => [
        i18n.t("scan.waiting", { lng, count: 10_055 }),
        i18n.t("import.added", { lng, count: 1 }),
        i18n.t("empty.more", { lng, count: 10_005 }),
      ]),
    ).toEqual([
      ["10,055 to be packed", "1 order added", "and 10,005 more"],
      ["10.055 paketlenecek", "1 sipariş eklendi", "ve 10.005 sipariş daha"],
    ]);
  });

  it("a number before a plural word is the count that chooses between singular and plural", () => {
    // Always seven days.
    const fixed = new Set(["batches.make.lastDays"]);
    const unfit = english.filter(
      ([key, text]) =>
        !fixed.has(key) &&
        [
          ...text.matchAll(
            /\{\{(\w+)(?:, number\}\} [a-z]{2,}s|(?:, number)?\}\} (?:are|were|have))\b/g,
          ),
        ].some(([, name]) => name !== "count" || !/_(zero|one|other)$/.test(key)),
    );
    expect(unfit.map(([key]) => key)).toEqual([]);
  });

  it("no text is empty", () => {
    expect([...english, ...turkish].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("no text is unused", () => {
    const { whole, beginnings } = quotedIn("renderer");
    const unused = english
      .map(([key]) => key.replace(/_(one|other)$/, ""))
      .filter(
        (key) => !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
      );
    expect(unused).toEqual([]);
  });

  it("every field that a label may leave out has words", () => {
    expect(
      LABEL_FIELDS.map((field) =>
        field.replace(/\.(.)/g, (_, first: string) => first.toUpperCase()),
      ).filter((name) => !(name in enLabels.fields)),
    ).toEqual([]);
  });

  it("every error code of the core and of the window has words, and nothing else has", () => {
    const codes = [...Object.keys(ERRORS), "NO_ANSWER", "CANCEL_OPEN"].sort();
    expect([Object.keys(enErrors).sort(), Object.keys(trErrors).sort()]).toEqual([codes, codes]);
  });
});

it("counts have the words of both languages", async () => {
  await showLanguage("tr");
  expect(i18n.t("scan.waiting", { count: 12 })).toBe("12 paketlenecek");
  await showLanguage("en");
  expect([i18n.t("scan.waiting", { count: 1 }), i18n.t("scan.waiting", { count: 12 })]).toEqual([
    "1 to be packed",
    "12 to be packed",
  ]);
  expect(i18n.t("desk.notice.boxAdded", { no: 2, count: 0 })).toBe(
    "Box 2 waits empty. Buy the open box first.",
  );
});

it("the last chosen language is shown, with the words of every view", async () => {
  await Promise.all([showLanguage("tr"), showLanguage("en"), showLanguage("tr")]);
  expect([i18n.language, i18n.t("app.view.pack"), i18n.t("tracking.title")]).toEqual([
    "tr",
    "Paketle",
    "Takip",
  ]);
  await showLanguage("en");
  expect(i18n.t("tracking.title")).toBe("Tracking");
});
