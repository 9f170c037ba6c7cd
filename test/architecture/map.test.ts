import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../helpers/folders.ts";

/** These mirror the source. */
const MIRRORS = ["core", "electron", "renderer"];

const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const map = /## Map of the house\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";

function foldersOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
}

it.each([
  ["core", foldersOf("core")],
  ["renderer", foldersOf("renderer")],
  ["test", foldersOf("test").filter((name) => !MIRRORS.includes(name))],
])("the README's map names every folder of %s", (_folder, names) => {
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(map))).toEqual([]);
});

it("every file that the README names with its folder is there", () => {
  const named = [
    ...readme.matchAll(
      /`((?:core|electron|renderer|resources|test)\/[\w./-]*\.(?:ts|tsx|mjs|md|json|sh))`/g,
    ),
  ].map(([, file = ""]) => file);
  const there = new Set(
    ["core", "electron", "renderer", "resources", "test"].flatMap((folder) =>
      (readdirSync(join(ROOT, folder), { recursive: true }) as string[]).map(
        (file) => `${folder}/${file.replaceAll("\\", "/")}`,
      ),
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !there.has(file))).toEqual([]);
});
