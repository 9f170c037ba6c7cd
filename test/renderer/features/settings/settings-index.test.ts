import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { SECTIONS } from "../../../../renderer/app/slots.ts";
import { findSettings } from "../../../../renderer/features/settings/find-settings.ts";
import { SETTINGS_INDEX } from "../../../../renderer/features/settings/settings-index.ts";
import { showLanguage } from "../../../../renderer/i18n/i18n.ts";
import { ROOT } from "../../../helpers/folders.ts";
import "../../both-languages.ts";

afterEach(() => showLanguage("en"));

const firstOf = (typed: string): string | undefined => findSettings(typed, false)[0]?.section;

it("the search of Settings knows every section, by the title that the section has", () => {
  const titles = (list: readonly { readonly title: string }[]): string[] =>
    list.map(({ title }) => title).toSorted();
  const own = SETTINGS_INDEX.filter(({ section }) => section !== "today");
  expect(titles(own)).toEqual(titles(SECTIONS));
  const names = own.map(({ section }) => section);
  expect(new Set(names)).toEqual(new Set(SECTIONS.map(({ name }) => name)));
});

it("a packer who has signed in finds only the sections that a packer sees", () => {
  const found = new Set(findSettings("", true).map(({ section }) => section));
  const seen = SECTIONS.filter(({ isForPackers }) => isForPackers === true);
  expect(found).toEqual(new Set([...seen.map(({ name }) => name), "today"]));
});

it("every label that the search finds is a label of a screen", () => {
  const screens = globSync("renderer/**/*.tsx", { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), "utf8"))
    .join("\n");
  const unknown = SETTINGS_INDEX.flatMap(({ fields }) => fields).filter(
    (key) => !screens.includes(`t("${key}")`),
  );
  expect(SETTINGS_INDEX.flatMap(({ fields }) => fields).length).toBeGreaterThan(40);
  expect(unknown).toEqual([]);
});

it("a section is found by usual words of both languages, in any spelling", async () => {
  expect(["backup", "gdpr", "token", "printer", "dark", "desi"].map(firstOf)).toEqual([
    "data",
    "privacy",
    "programs",
    "labels",
    "screen",
    "boxes",
  ]);
  await showLanguage("tr");
  expect(["yedek", "KVKK", "kagit", "manifest", "koli"].map(firstOf)).toEqual([
    "data",
    "privacy",
    "labels",
    "today",
    "boxes",
  ]);
});

it("a field is found by its label, after the sections that fit", () => {
  expect(findSettings("language", false)).toEqual([
    { section: "screen", title: "Screen, scanner, sounds", field: null, isFocused: false },
    { section: "screen", title: "Screen, scanner, sounds", field: "Language", isFocused: true },
  ]);
  expect(findSettings("no such setting", false)).toEqual([]);
});

it("a command is found by its label, and one that destroys leads to its section only", () => {
  const found = (typed: string): unknown[] =>
    findSettings(typed, false)
      .filter(({ field }) => field !== null)
      .map(({ section, isFocused }) => [section, isFocused]);
  expect([found("check now"), found("back up now"), found("revoke")]).toEqual([
    [
      ["about", false],
      ["data", true],
    ],
    [["data", true]],
    [
      ["badges", false],
      ["stations", false],
      ["programs", false],
    ],
  ]);
});
