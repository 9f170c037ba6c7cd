/**
 * Compares what the documents name with what exists: commands, options, error codes, files,
 * functions, settings, keys and rooms. Each check is tried with a planted error.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ERRORS } from "../../core/base/errors.ts";
import { MODES } from "../../core/printing/simulator/behaviour.ts";
import { KEY_LINES, VIEW_KEY_LINES } from "../../renderer/app/key-lines.ts";
import { ROOT } from "../helpers/folders.ts";

/** `path`: from the repository's folder, with slashes. */
type Document = { readonly path: string; readonly text: string };

const TREES = ["core", "electron", "renderer", "resources", "test"];
const LARGEST_README = 8_000;
const MOST_LINES = 60;
const LONGEST_LINE = 200;

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const documentAt = (path: string): Document => ({ path, text: read(path) });
const foldersOf = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map(
    (file) => `${folder}/${file.replaceAll("\\", "/")}`,
  );

const FILES = TREES.flatMap(filesBelow);
const SOURCES = FILES.filter((file) => /\.(ts|tsx|mjs|sql|sh)$/.test(file));
const ROOFS = foldersOf("core");
const README = documentAt("README.md");
const ROOF_READMES = [
  ...ROOFS.map((roof) => `core/${roof}/README.md`),
  ...["electron", "renderer", "test"].map((folder) => `${folder}/README.md`),
];
const PAGES = FILES.filter((file) => /^resources\/docs\/[^/]+\.md$/.test(file));
const DOCUMENTS = [
  README,
  ...[...ROOF_READMES, ...PAGES].filter((path) => existsSync(join(ROOT, path))).map(documentAt),
];
const ALL_TEXT = DOCUMENTS.map(({ text }) => text).join("\n");

const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

/**
 * Returns the commands, paths and names in a text: its indented lines and its texts in backquotes.
 */
function codeIn(text: string): readonly string[] {
  const [indented, prose] = [true, false].map((isCode) =>
    text.split("\n").filter((line) => /^ {4}/.test(line) === isCode),
  );
  return [...(indented ?? []), ...matches((prose ?? []).join("\n"), /`([^`]+)`/g)].map((code) =>
    code.trim().replaceAll("\\|", "|"),
  );
}

const SCRIPTS = Object.keys(
  z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")))
    .scripts,
);

function unknownCommands({ text }: Document): readonly string[] {
  return matches(text, /npm run (?:--silent )?([\w:-]+)/g).filter(
    (name) => !SCRIPTS.includes(name),
  );
}

/** Returns the option names in the one source file whose path ends with `ending`. */
function optionsOf(ending: string): readonly string[] {
  const [file, ...others] = SOURCES.filter((path) => path.endsWith(ending));
  if (file === undefined || others.length > 0) throw new Error(`not exactly one file: ${ending}`);
  return matches(read(file), /"?([a-z][a-z-]*)"?: \{\s*type: "(?:string|boolean)"/g);
}

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  serve: optionsOf("/headless-options.ts"),
  hub: optionsOf("/hub/command-line.ts"),
  printer: [
    ...optionsOf("/printing/simulator/main.ts"),
    ...MODES.filter((mode) => mode !== "ok").map((mode) => mode.replace(" ", "-")),
  ],
  "carrier-simulator": optionsOf("/carriers/simulator/main.ts"),
  scale: optionsOf("/scales/simulator/main.ts"),
  packbench: [...optionsOf("electron/options.ts"), "quit"],
  demo: optionsOf("core/demo.ts"),
  package: optionsOf("electron/scripts/package.mjs"),
  bench: ["only", "json"],
  soak: ["seconds"],
  shift: ["parcels", "json"],
  figures: ["lists"],
  mutants: ["root"],
};
const ALL_OPTIONS = Object.values(PROGRAMS).flat();
/** Programs of other projects, whose options are not ours. */
const FOREIGN = /^(curl|lpadmin|node|node_modules|nsc)\b/;

function unknownOptions({ text }: Document): readonly string[] {
  return codeIn(text)
    .filter((code) => !FOREIGN.test(code))
    .flatMap((code) => {
      const program = /npm run (?:--silent )?([\w-]+)/.exec(code)?.[1] ?? code.split(" ", 1)[0];
      const known = PROGRAMS[program ?? ""] ?? ALL_OPTIONS;
      const args = code.replace(/#.*$/, "").replace("--silent", "");
      return matches(args, /--([a-z][a-z-]*)/g).filter((name) => !known.includes(name));
    });
}

function unnamedOptions(text: string): readonly string[] {
  return ["serve", "hub", "printer", "packbench"].flatMap((program) =>
    (PROGRAMS[program] ?? [])
      .filter((name) => !new RegExp(`--${name}(?![\\w-])`).test(text))
      .map((name) => `${program} --${name}`),
  );
}

function unknownCodes({ text }: Document): readonly string[] {
  return matches(text, /\b(E\d{4})\b/g).filter((code) => !(code in ERRORS));
}

function deadLinks({ path, text }: Document): readonly string[] {
  return matches(text, /\]\(([^)#]+)(?:#[^)]*)?\)/g).filter(
    (to) => !/^https?:/.test(to) && !existsSync(join(ROOT, dirname(path), to)),
  );
}

const FILE_NAME = /(?<![\w./*<>-])([\w][\w./-]*\.(?:ts|tsx|mjs|sql))(?![\w-])/g;
const isBelowTree = (name: string): boolean => TREES.some((tree) => name.startsWith(`${tree}/`));

/**
 * Finds the file that a roof's README names: by its path from the repository's folder, or by the
 * end of a path in the roof.
 */
function fileNamed(name: string, { path }: Document): string | undefined {
  if (isBelowTree(name) && FILES.includes(name)) return name;
  const roof = path.startsWith("resources/") ? "" : dirname(path).replace(/^\.$/, "");
  return roof === ""
    ? undefined
    : SOURCES.find((file) => file.startsWith(`${roof}/`) && file.endsWith(`/${name}`));
}

function missingFiles(document: Document): readonly string[] {
  const paths = codeIn(document.text).filter(
    (code) => /^[\w./-]+$/.test(code) && isBelowTree(code),
  );
  const names = ROOF_READMES.includes(document.path) ? matches(document.text, FILE_NAME) : [];
  const missing = [
    ...paths.filter((path) => !existsSync(join(ROOT, path))),
    ...names.filter((name) => fileNamed(name, document) === undefined),
  ];
  return [...new Set(missing)];
}

/**
 * Returns the functions that their named file lacks. A document writes `name (file.ts)`, or name in
 * `file.ts`.
 */
function missingFunctions(document: Document): readonly string[] {
  const named = /\b([a-z]+[A-Z]\w*)`? (?:\(|in `)([\w./-]+\.(?:ts|tsx|mjs))/g;
  return [...document.text.matchAll(named)].flatMap(([, name = "", file = ""]) => {
    const found = fileNamed(file, document);
    return found !== undefined && new RegExp(`\\b${name}\\b`).test(read(found))
      ? []
      : [`${name} (${file})`];
  });
}

const SOURCE_TEXT = [...SOURCES, ".github/workflows/release.yml"]
  .filter((file) => file !== "test/architecture/documents.test.ts")
  .map(read)
  .join("\n");

function unknownVariables({ text }: Document): readonly string[] {
  return matches(text, /\b(PACKBENCH_[A-Z_]*[A-Z])\b/g).filter(
    (name) => !new RegExp(`\\b${name}\\b`).test(SOURCE_TEXT),
  );
}

/**
 * Returns unknown names in the table of settings without a screen, and unknown keys of the policy.
 */
function unknownSettings({ text }: Document): readonly string[] {
  const table = /\n\| Setting \| Meaning \|\n([\s\S]*?)\n\n/.exec(text)?.[1] ?? "";
  const rows = table.split("\n").map((row) => row.split("|")[1] ?? "");
  const policy = /\n {4}(\{updates: [\s\S]*?)\n\n/.exec(text)?.[1] ?? "";
  const policySource = read("core/base/policy.ts");
  return [
    ...matches(rows.join("\n"), /`(\w+)`/g).filter((name) => !SOURCE_TEXT.includes(`"${name}"`)),
    ...matches(policy, /(\w+)/g).filter(
      (key) => !new RegExp(`\\b${key}:|const ${key} =`).test(policySource),
    ),
  ];
}

const KEYS = [...KEY_LINES, ...VIEW_KEY_LINES.flatMap(({ lines }) => lines)].flatMap(({ key }) =>
  key.split(/ · | /),
);

function unknownKeys({ text }: Document): readonly string[] {
  return matches(text, /\b(F(?:1[0-2]|[1-9])|(?:Ctrl|Alt)\+[A-Z0-9])\b/g).filter(
    (key) => !KEYS.includes(key),
  );
}

function longLines({ text }: Document): readonly string[] {
  return text.split("\n").filter((line) => line.length > LONGEST_LINE);
}

const MAP = /\n## Map of the code\n([\s\S]*?)\n## /.exec(README.text)?.[1] ?? "";

function roomsMissingIn(text: string, rooms: readonly string[]): readonly string[] {
  return rooms.filter((room) => !text.includes(`\`${room}\``));
}

describe.each(DOCUMENTS)("document $path", (document) => {
  it.each([
    ["commands of package.json", unknownCommands],
    ["options that the programs have", unknownOptions],
    ["error codes of the table", unknownCodes],
    ["links that lead somewhere", deadLinks],
    ["files that exist", missingFiles],
    ["functions that the named file has", missingFunctions],
    ["variables that the code reads", unknownVariables],
    ["settings that the code reads", unknownSettings],
    ["keys that the screen has", unknownKeys],
  ])("the document names only %s", (_what, faultsOf) => {
    expect(faultsOf(document)).toEqual([]);
  });
});

it("every option of serve, hub, printer and packbench is in a document", () => {
  expect(unnamedOptions(ALL_TEXT)).toEqual([]);
});

it(`the front page has at most ${LARGEST_README} bytes`, () => {
  expect(Buffer.byteLength(README.text)).toBeLessThanOrEqual(LARGEST_README);
});

it("the map leads to the README of every folder of core", () => {
  expect(ROOFS.filter((roof) => !MAP.includes(`[${roof}](core/${roof}/README.md)`))).toEqual([]);
});

it.each(ROOFS)("the map's line of %s names every room of that roof", (roof) => {
  const line = MAP.split("\n").find((one) => one.startsWith(`| [${roof}]`)) ?? "";
  const rooms = foldersOf(`core/${roof}`);
  expect(rooms.filter((room) => !new RegExp(`[ ,]${room}[ ,|]`).test(line))).toEqual([]);
});

describe.each(ROOF_READMES)("%s", (path) => {
  const folder = dirname(path);

  it(`the document has at most ${MOST_LINES} lines, none longer than ${LONGEST_LINE} characters`, () => {
    const document = documentAt(path);
    expect(document.text.trimEnd().split("\n").length).toBeLessThanOrEqual(MOST_LINES);
    expect(longLines(document)).toEqual([]);
  });

  it("the document names every room of its folder", () => {
    expect(roomsMissingIn(read(path), foldersOf(folder))).toEqual([]);
  });
});

it("the screen's README names every feature", () => {
  const words = matches(read("renderer/README.md"), /\b(\w+)\b/g);
  expect(foldersOf("renderer/features").filter((name) => !words.includes(name))).toEqual([]);
});

it.each([
  ["a command", unknownCommands, "`npm run fly`", ["fly"]],
  ["an option of a command", unknownOptions, "    npm run serve -- --dir DIR", ["dir"]],
  ["an option alone", unknownOptions, "`--no-such-thing`", ["no-such-thing"]],
  ["an error code", unknownCodes, "it answers E9999", ["E9999"]],
  ["a link", deadLinks, "[x](no/such.md)", ["no/such.md"]],
  ["a path", missingFiles, "`core/no/such.ts`", ["core/no/such.ts"]],
  ["a folder", missingFiles, "`renderer/nowhere/`", ["renderer/nowhere/"]],
  ["a file of a roof", missingFiles, "first (no-such.ts)", ["no-such.ts"]],
  ["a function", missingFunctions, "buyNothing (errors.ts)", ["buyNothing (errors.ts)"]],
  ["a variable", unknownVariables, "PACKBENCH_NOTHING_SUCH", ["PACKBENCH_NOTHING_SUCH"]],
  [
    "a setting",
    unknownSettings,
    "\n| Setting | Meaning |\n|---|---|\n| `noSuchSetting` | x |\n\n",
    ["noSuchSetting"],
  ],
  ["a policy key", unknownSettings, "\n    {updates: {enabled, colour}}\n\n", ["colour"]],
  ["a key", unknownKeys, "Alt+Z buys", ["Alt+Z"]],
  ["a long line", longLines, "x".repeat(LONGEST_LINE + 1), ["x".repeat(LONGEST_LINE + 1)]],
])("a planted error is found: %s", (_what, faultsOf, text, faults) => {
  expect(faultsOf({ path: "core/base/README.md", text })).toEqual(faults);
});

it("an option and a room that no document names are found", () => {
  expect(unnamedOptions(ALL_TEXT.replaceAll("--secure-port", ""))).toEqual([
    "serve --secure-port",
    "packbench --secure-port",
  ]);
  expect(roomsMissingIn("- `threads`: calls", ["threads", "attic"])).toEqual(["attic"]);
});
