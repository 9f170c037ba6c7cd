/**
 * Checks the guides: both languages have the same contents, and their words, keys and links match
 * the screen.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HEAD_NAMES } from "../../core/shipping/agreements/file/head-names.ts";
import { machineDataFolder } from "../../electron/settings/per-machine.ts";
import { KEY_LINES } from "../../renderer/app/key-lines.ts";
import {
  GUIDE_NAMES,
  placeOf,
  type Block,
  type GuideName,
  type Inline,
} from "../../renderer/features/help/guide.ts";
import { readGuide, textOf } from "../../renderer/guide-bundle.ts";
import { words as enFirst } from "../../renderer/i18n/en-first.ts";
import { words as enLater } from "../../renderer/i18n/en-later.ts";
import { words as trFirst } from "../../renderer/i18n/tr-first.ts";
import { words as trLater } from "../../renderer/i18n/tr-later.ts";
import { RESOURCES, temporaryFolder } from "../helpers/folders.ts";

const FOLDER = join(RESOURCES, "guides");
const LANGUAGES = ["en", "tr"] as const;
type Language = (typeof LANGUAGES)[number];

/** Words of the screen, by their i18n keys. */
const WORDS: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: wordsOf({ ...enFirst, ...enLater }),
  tr: wordsOf({ ...trFirst, ...trLater }),
};
/** I18n keys of the names of the sections in Settings. */
const SECTIONS = [
  "organization.section",
  "scales.title",
  "sources.title",
  "orderFolder.title",
  "organization.balance.title",
  "members.title",
  "badges.title",
  "agreements.title",
  "rules.title",
  "carriers.title",
  "boxes.title",
  "desk.settings.title",
  "labels.title",
  "integrations.title",
  "webhooks.title",
  "settings.screen",
  "computer.title",
  "stations.title",
  "data.title",
  "privacy.title",
  "settings.practice",
  "settings.about",
  "firstStart.title",
  "jobs.section",
  "tracking.settings.title",
];

function wordsOf(tree: object, path = ""): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(tree).flatMap(
      ([key, value]: [string, unknown]): readonly (readonly [string, string])[] =>
        typeof value === "object" && value !== null
          ? [...wordsOf(value, `${path}${key}.`)]
          : [[`${path}${key}`, String(value)]],
    ),
  );
}

const guideOf = (name: GuideName, language: Language) =>
  readGuide(join(FOLDER, `${name}.${language}.md`));
const linesOf = (blocks: readonly Block[]): readonly (readonly Inline[])[] =>
  blocks.flatMap((block) =>
    block.is === "list"
      ? block.items.flatMap(linesOf)
      : block.is === "table"
        ? [...block.head, ...block.rows.flat()]
        : block.is === "code"
          ? []
          : [block.of],
  );
const partsOf = (of: readonly Inline[]): readonly Inline[] =>
  of.flatMap((part) => ("of" in part ? [part, ...partsOf(part.of)] : [part]));
const allParts = (name: GuideName, language: Language): readonly Inline[] =>
  linesOf(guideOf(name, language).blocks).flatMap(partsOf);
const anchorsOf = (name: GuideName, language: Language): readonly string[] =>
  guideOf(name, language).blocks.flatMap((block) => (block.is === "heading" ? [block.id] : []));
const bold = (name: GuideName, language: Language): readonly string[] =>
  allParts(name, language).flatMap((part) => (part.is === "strong" ? [textOf(part.of)] : []));

it("each guide exists in both languages, and the folder has nothing else but the examples", () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(
    [
      ...GUIDE_NAMES.flatMap((name) => LANGUAGES.map((language) => `${name}.${language}.md`)),
      "examples",
    ].toSorted(),
  );
});

describe.each(GUIDE_NAMES)("the guide %s", (name) => {
  it("both languages have the same headings, lists, tables and examples", () => {
    const shapeOf = (blocks: readonly Block[]): unknown =>
      blocks.map((block) =>
        block.is === "heading"
          ? block.level
          : block.is === "list"
            ? block.items.map(shapeOf)
            : block.is === "table"
              ? [block.head.length, block.rows.length]
              : block.is === "code"
                ? block.text
                : block.is,
      );
    expect(shapeOf(guideOf(name, "tr").blocks)).toEqual(shapeOf(guideOf(name, "en").blocks));
  });

  it("both languages have the same keys and codes", () => {
    const typedIn = (language: Language): readonly string[] =>
      allParts(name, language)
        .flatMap((part) => ("text" in part && part.is !== "text" ? [part.text] : []))
        .toSorted();
    expect(typedIn("tr")).toEqual(typedIn("en"));
  });

  it.each(LANGUAGES)(
    "no heading occurs twice, and each link leads to a guide or heading in the same language (%s)",
    (language) => {
      const anchors = anchorsOf(name, language);
      expect(new Set(anchors).size).toBe(anchors.length);
      for (const part of allParts(name, language)) {
        if (part.is !== "link") continue;
        const place = placeOf(part.to, name);
        expect(place, part.to).toBeDefined();
        expect(part.to).toMatch(new RegExp(`^(?:#|[a-z]+\\.${language}\\.md)`));
        if (place !== undefined && place.anchor !== "")
          expect(anchorsOf(place.name, language), part.to).toContain(place.anchor);
      }
    },
  );

  it("both languages name the same sections of Settings, in the screen's words", () => {
    const sectionsIn = (language: Language): readonly (string | undefined)[] => {
      const settings = WORDS[language].get("settings.title");
      return bold(name, language)
        .filter((text) => text.startsWith(`${settings} → `))
        .map(
          (text) =>
            SECTIONS.find((key) => `${settings} → ${WORDS[language].get(key)}` === text) ?? text,
        );
    };
    for (const section of sectionsIn("en")) expect(SECTIONS).toContain(section);
    expect(sectionsIn("tr").toSorted()).toEqual(sectionsIn("en").toSorted());
  });
});

it.each(LANGUAGES)(
  "bold text for owners, IT and programs is on the screen in the same words, or names a browser or a part of the system (%s)",
  (language) => {
    const shown = [...WORDS[language].values(), `${WORDS[language].get("settings.title")} → `];
    const isShown = (text: string): boolean =>
      shown.some((words) => words === text || words.startsWith(`${text}.`)) || text.includes(" → ");
    const others = (["owner", "it", "api"] as const)
      .flatMap((name) => bold(name, language))
      .filter((text) => !isShown(text));
    expect(others).toEqual(
      language === "en"
        ? ["Chrome and Edge", "Firefox", "Keychain", "Local network"]
        : ["Chrome ve Edge", "Firefox", "Anahtar zinciri", "Yerel ağ"],
    );
  },
);

it.each(LANGUAGES)(
  "the IT guide names the data folders of Windows, and the owner and IT guides name the recovery key (%s)",
  (language) => {
    const codes = allParts("it", language).flatMap((part) =>
      part.is === "code" ? [part.text] : [],
    );
    for (const folder of [
      machineDataFolder({ ProgramData: "%ProgramData%" }),
      "%LOCALAPPDATA%\\Packbench",
    ])
      expect(codes).toContain(folder);
    for (const name of ["owner", "it"] as const)
      expect(bold(name, language)).toContain(WORDS[language].get("secrets.recoveryKey"));
  },
);

it("every key in the packer's guide is in Pack's list of keys, and the guide has all of F1 to F12", () => {
  const listed = KEY_LINES.flatMap(({ key }) => key.split(" · "));
  const keys = [
    ...new Set(allParts("packer", "en").flatMap((part) => (part.is === "key" ? [part.text] : []))),
  ];
  expect(keys.filter((key) => !listed.includes(key))).toEqual([]);
  expect(
    Array.from({ length: 12 }, (_, i) => `F${i + 1}`).filter((key) => !keys.includes(key)),
  ).toEqual([]);
});

it("the guide for programs contains every example unchanged", () => {
  const shown = guideOf("api", "en").blocks.flatMap((block) =>
    block.is === "code" ? [block.text] : [],
  );
  for (const file of readdirSync(join(FOLDER, "examples")))
    expect(shown, file).toContain(readFileSync(join(FOLDER, "examples", file), "utf8").trimEnd());
});

it.each(LANGUAGES)(
  "the owner's guide names every line of a file that is a whole agreement (%s)",
  (language) => {
    const at = language === "en" ? 0 : 1;
    const names = guideOf("owner", language).blocks.flatMap((block) =>
      block.is === "table" ? block.rows.flatMap(([name = []]) => textOf(name).split(/[;,] /)) : [],
    );
    const shown = names.map((name) => name.trim());
    expect(
      Object.values(HEAD_NAMES)
        .flatMap((known) => known[at].split(", "))
        .filter((name) => !shown.includes(name)),
    ).toEqual([]);
  },
);

it.each([
  ["markup", "# A\n\n<script>alert(1)</script>\n"],
  ["markup in a line", "# A\n\ntext <b onclick=x>b</b>\n"],
  ["a picture", "# A\n\n![x](http://example.com/x.png)\n"],
  ["no title", "text\n"],
])("a guide with %s is refused", (_what, text) => {
  const file = join(temporaryFolder(), "x.en.md");
  writeFileSync(file, text);
  expect(existsSync(file)).toBe(true);
  expect(() => readGuide(file)).toThrow();
});
