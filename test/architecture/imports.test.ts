import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderCycles, folderImports } from "../figures/folders.ts";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";

/**
 * Planted violations: for each one the file, the line that breaks a rule, and the lint's message.
 */
const PLANTS = [
  [
    "core/base/planted.ts",
    'import { x } from "../db/database.ts";',
    "core/base imports only roofs below it: none",
  ],
  [
    "core/shipping/offers/planted.schema.ts",
    'import { x } from "./offers.service.ts";',
    "A schema is pure",
  ],
  ["core/shipping/offers/planted.schema.ts", 'import { x } from "node:fs";', "A schema is pure"],
  [
    "core/shipping/offers/planted.api.ts",
    'import { x } from "./offers.service.ts";',
    "An api file is data",
  ],
  [
    "core/shipping/offers/planted.api.ts",
    'import { x } from "../../http/route.ts";',
    "An api file is data",
  ],
  [
    "core/shipping/offers/planted.api.ts",
    'import { x } from "../shipments/shipments.routes.ts";',
    "An api file is data",
  ],
  [
    "core/shipping/offers/planted.service.ts",
    'import { x } from "../shipments/shipments.store.ts";',
    "A store is private to its folder",
  ],
  [
    "core/shipping/offers/planted-verb.ts",
    'import { x } from "../shipments/shipments.store.ts";',
    "A store is private to its folder",
  ],
  [
    "core/shipping/offers/planted.store.ts",
    'import { x } from "../shipments/shipments.store.ts";',
    "A store is private to its folder",
  ],
  [
    "core/shipping/offers/planted.service.ts",
    'import { x } from "../geo/geo.routes.ts";',
    "Routes are put together in core/routes.ts",
  ],
  [
    "core/shipping/offers/planted.tables.ts",
    'import { x } from "./offers.store.ts";',
    "A declaration of tables is data",
  ],
  [
    "core/shipping/offers/planted.service.ts",
    'import { x } from "./offers.tables.ts";',
    "Tables are put together in core/all-tables.ts",
  ],
  [
    "core/shipping/offers/planted.service.ts",
    'import { x } from "../../all-tables.ts";',
    "core/shipping imports only roofs below it",
  ],
  [
    "core/shipping/offers/planted.service.ts",
    'import { x } from "electron";',
    "Core knows no Electron",
  ],
  [
    "core/shipping/offers/planted.service.ts",
    'import { x } from "react";',
    "Core knows no Electron",
  ],
  [
    "core/shipping/offers/planted.service.ts",
    'import { x } from "../../../renderer/lib/bridge.ts";',
    "Core knows no Electron",
  ],
  [
    "core/shipping/offers/planted.service.ts",
    'import { x } from "../carriers/test/test-carrier.ts";',
    "A carrier kind is known to core/open-deps.ts alone",
  ],
  [
    "core/shipping/prices/planted.service.ts",
    'import { x } from "../carriers/some-new-kind/adapter.ts";',
    "A carrier kind is known to core/open-deps.ts alone",
  ],
  [
    "core/shipping/offers/planted.service.ts",
    'import { x } from "better-sqlite3";',
    "SQLite is opened in core/db",
  ],
  [
    "electron/planted.ts",
    'import { x } from "../core/shipping/offers/offers.service.ts";',
    "Electron uses core's public files",
  ],
  [
    "electron/planted.ts",
    'import { x } from "../renderer/lib/bridge.ts";',
    "does not import the screen",
  ],
  ["electron/planted.ts", 'import { ipcMain as x } from "electron";', "Use electron/ipc/handle.ts"],
  [
    "renderer/planted.ts",
    'import { x } from "../core/shipping/offers/offers.service.ts";',
    "The screen sees shapes only",
  ],
  [
    "renderer/planted.ts",
    'import { x } from "../core/shipping/offers/offers.routes.ts";',
    "The screen sees shapes only",
  ],
  [
    "renderer/planted.ts",
    'import { x } from "../core/http/route.ts";',
    "The screen sees shapes only",
  ],
  [
    "renderer/planted.ts",
    'import { x } from "../electron/main.ts";',
    "The screen sees shapes only",
  ],
  ["renderer/planted.ts", 'import { x } from "node:fs";', "The screen sees shapes only"],
  [
    "renderer/features/pack/planted.ts",
    'import { x } from "../printers/printers.slice.ts";',
    "A feature does not import another feature",
  ],
  [
    "renderer/features/pack/scan/planted.ts",
    'import { x } from "../../printers/printers.slice.ts";',
    "A feature does not import another feature",
  ],
  [
    "renderer/features/pack/planted.tsx",
    'import { x } from "../../features/printers/feature.ts";',
    "A feature does not import another feature",
  ],
  [
    "renderer/features/pack/planted.ts",
    'import { x } from "../../app/store.ts";',
    "A feature does not know the window around it",
  ],
  [
    "renderer/features/pack/planted.ts",
    'import { x } from "../../../core/shipping/offers/offers.service.ts";',
    "The screen sees shapes only",
  ],
  [
    "renderer/app/planted.ts",
    'import { x } from "../features/printers/printers.slice.ts";',
    "The window knows a feature by its feature.ts alone",
  ],
  [
    "renderer/app/planted.tsx",
    'import { x } from "../features/printers/Printers.tsx";',
    "The window knows a feature by its feature.ts alone",
  ],
  [
    "renderer/store/planted.ts",
    'import { x } from "../features/printers/feature.ts";',
    "Files that all features share import no feature",
  ],
  [
    "renderer/store/planted.ts",
    'import { x } from "../ui/Button.tsx";',
    "The shared state imports no components",
  ],
  [
    "renderer/ui/planted.tsx",
    'import { x } from "../app/store.ts";',
    "Files that all features share import no feature",
  ],
  [
    "renderer/lib/planted.ts",
    'import { x } from "../store/shared.ts";',
    "renderer/lib and renderer/i18n import neither state nor components",
  ],
  [
    "core/labels/planted.ts",
    'import type { x } from "../fulfilment/transactions/transactions.schema.ts";',
    "core/labels imports only roofs below it",
  ],
  [
    "core/shipping/offers/planted-verb.ts",
    'import { x } from "../../labels/labels.schema.ts";',
    "core/shipping imports only roofs below it",
  ],
  [
    "core/db/outbox/planted.ts",
    'import { x } from "../../http/route.ts";',
    "core/db imports only roofs below it",
  ],
  [
    "core/station/demo/planted.ts",
    'import { x } from "../../core.ts";',
    "core/station imports only roofs below it",
  ],
  ["core/shipping/offers/cycle-a.ts", 'import { x } from "./cycle-b.ts";', "cycle"],
  ["core/shipping/offers/planted-default.ts", "export default 1;", "default"],
  ["core/shipping/offers/planted-console.ts", 'console.log("x");', "console"],
] as const;

let folder = "";
let reported: readonly { readonly file: string; readonly message: string }[] = [];

/** Returns a different file for each plant, so that one violation does not hide another. */
const placeOf = (file: string, i: number): string => file.replace("planted", `planted${i}`);

beforeAll(async () => {
  folder = temporaryFolder();
  cpSync(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  PLANTS.forEach(([file, line], i) => {
    const place = join(folder, placeOf(file, i));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(
      place,
      `${line}\n${line.includes("{ x }") || line.includes("as x") ? "export const y = x;\n" : ""}`,
    );
  });
  writeFileSync(
    join(folder, "core/shipping/offers/cycle-b.ts"),
    'import { y } from "./cycle-a.ts";\nexport const x = y;\n',
  );
  const out = await new Promise<string>((done) => {
    execFile(
      join(ROOT, "node_modules/.bin/oxlint"),
      ["--format=json"],
      { cwd: folder, maxBuffer: 1 << 24 },
      (_error, stdout) => done(stdout),
    );
  });
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: { message: string; help?: string; filename: string }[];
  };
  reported = diagnostics.map((d) => ({
    file: d.filename,
    message: `${d.message} ${d.help ?? ""}`,
  }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the lint refuses", () => {
  it.each(PLANTS.map(([file, line, message], i) => ({ file: placeOf(file, i), line, message })))(
    "the lint refuses $line in $file",
    ({ file, message }) => {
      expect(
        reported
          .filter((d) => d.file.endsWith(file))
          .map((d) => d.message)
          .join("\n"),
      ).toContain(message);
    },
  );
});

/** Evaluates an expression with exports of lint-rules.mjs. @returns Its value as text. */
function fromRules(expression: string): string {
  const rules = JSON.stringify(join(ROOT, "electron/scripts/lint-rules.mjs"));
  return execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { lintFile, ROOFS } from ${rules}; process.stdout.write(${expression});`,
    ],
    { encoding: "utf8" },
  );
}

it("the lint's file equals the file that its rules write", () =>
  expect(readFileSync(join(ROOT, ".oxlintrc.json"), "utf8"), "run npm run lint-rules").toBe(
    fromRules("lintFile()"),
  ));

it("every folder of core is a roof, and every roof has a place in the lint's order", () => {
  const folders = readdirSync(join(ROOT, "core"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(fromRules("ROOFS.toSorted().join()").split(",")).toEqual(
    [...new Set([...folders, "ports"])].toSorted(),
  );
});

it("no file of a roof imports a file at the top of core, because those files know all roofs", () => {
  const files = (readdirSync(join(ROOT, "core"), { recursive: true }) as string[]).filter(
    (file) => file.endsWith(".ts") && file.includes("/"),
  );
  const atTop = files.flatMap((file) =>
    [...readFileSync(join(ROOT, "core", file), "utf8").matchAll(/from "(\.[^"]+)"/g)]
      .map(([, from = ""]) => join(dirname(file), from))
      .filter((target) => !target.includes("/"))
      .map((target) => `${file} → ${target}`),
  );
  expect(files.length).toBeGreaterThan(800);
  expect(atTop).toEqual([]);
});

describe("the rooms of core", () => {
  it("rooms do not import each other in cycles", () =>
    expect(folderCycles(folderImports(join(ROOT, "core")))).toEqual([]));

  it("a cycle of rooms is reported, by type imports too, but not through routes or files at the top of core", () => {
    const core = join(temporaryFolder(), "core");
    const plant = (file: string, text: string): void => {
      mkdirSync(dirname(join(core, file)), { recursive: true });
      writeFileSync(join(core, file), text);
    };
    plant(
      "shipping/a/one.ts",
      'import type { Two } from "../b/two.ts";\nimport { top } from "../../top.ts";\n',
    );
    plant("shipping/b/two.ts", 'import {\n  three,\n} from "../../labels/draw/three.ts";\n');
    plant("shipping/b/b.routes.ts", 'import { one } from "../a/one.ts";\n');
    plant("top.ts", 'import { one } from "./shipping/a/one.ts";\n');
    plant("labels/draw/three.ts", 'export const three = 3; // from "../a/one.ts"\n');
    expect(folderCycles(folderImports(core))).toEqual([]);
    plant(
      "labels/draw/three.ts",
      'export const three = await import("../../shipping/a/one.ts");\n',
    );
    expect(folderCycles(folderImports(core))).toEqual([
      "labels → shipping/a → shipping/b → labels",
    ]);
  });
});

/**
 * Lists files with SQL outside stores, core/db and core/db/snapshot. It searches the files' text,
 * because the lint has no rule for calls.
 */
function sqlOutsideStores(root: string): string[] {
  const files = readdirSync(join(root, "core"), { recursive: true }) as string[];
  return files
    .filter(
      (file) =>
        file.endsWith(".ts") &&
        !file.endsWith(".store.ts") &&
        !/^db\/(snapshot\/)?[^/]+$/.test(file),
    )
    .filter((file) =>
      /\.(sql|prepare|exec|pragma)(<[^>]*>)?\(\s*[`"']/.test(
        readFileSync(join(root, "core", file), "utf8"),
      ),
    );
}

describe("SQL", () => {
  it("only stores, core/db and core/db/snapshot contain SQL", () =>
    expect(sqlOutsideStores(ROOT)).toEqual([]));

  it("SQL in a file where it is not allowed is found", () => {
    const place = join(folder, "core/shipping/offers/planted-sql.ts");
    writeFileSync(
      place,
      "export const n = (db: { sql(text: string): unknown }) => db.sql(`SELECT 1`);\n",
    );
    expect(sqlOutsideStores(folder)).toEqual(["shipping/offers/planted-sql.ts"]);
  });
});

it("only record-fact.ts, which types each fact by its topic, imports recordFact from db/change.ts", () => {
  const files = (readdirSync(join(ROOT, "core"), { recursive: true }) as string[]).filter(
    (file) => file.endsWith(".ts") && file !== "db/outbox/record-fact.ts",
  );
  expect(
    files.filter((file) =>
      /import \{[^}]*\brecordFact\b[^}]*\} from "[^"]*db\/change\.ts"/.test(
        readFileSync(join(ROOT, "core", file), "utf8"),
      ),
    ),
  ).toEqual([]);
});

it("the top level holds only allowed files and folders", () => {
  const allowed =
    /^(core|electron|renderer|resources|test|package\.json|package-lock\.json|tsconfig\.json|electron-builder\.yml|README\.md|LICENSE|CHANGELOG\.md|node_modules|dist|release|test-results|\..*)$/;
  expect(readdirSync(ROOT).filter((name) => !allowed.test(name))).toEqual([]);
});
