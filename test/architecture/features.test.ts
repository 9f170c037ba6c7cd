import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FEATURES } from "../../renderer/app/features.ts";
import { findView, VIEWS } from "../../renderer/app/parts.ts";
import { ROOT } from "../helpers/folders.ts";

const FOLDER = join(ROOT, "renderer/features");
const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const sources = (folder: string): string[] =>
  (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));

/** Returns the paths that a file imports, type imports and lazy imports included. */
function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, from]) =>
    join(file, "..", from ?? ""),
  );
}

describe("a feature", () => {
  it("a feature is a folder with a feature.ts that exports one object named like the folder, and app/features.ts lists that object", async () => {
    const folders = readdirSync(FOLDER).toSorted();
    const exported = await Promise.all(
      folders.map(async (folder) =>
        Object.entries((await import(join(FOLDER, folder, "feature.ts"))) as object),
      ),
    );
    expect(exported.map((entries) => entries.map(([name]) => name))).toEqual(
      folders.map((folder) => [folder]),
    );
    expect(new Set(exported.map(([entry]) => entry?.[1]))).toEqual(new Set(FEATURES));
  });

  it("a feature imports neither another feature nor the app around it", () => {
    const meetings = sources("renderer/features").flatMap((file) => {
      const own = file.split("/").slice(0, 3).join("/");
      return importsOf(file)
        .filter(
          (from) =>
            from.startsWith("renderer/app/") ||
            (from.startsWith("renderer/features/") && !from.startsWith(`${own}/`)),
        )
        .map((from) => `${file} → ${from}`);
    });
    expect(meetings).toEqual([]);
  });

  it("only app/features.ts imports a feature, and only its feature.ts", () => {
    const known = ["app", "store", "ui", "lib", "i18n"]
      .flatMap((folder) => sources(`renderer/${folder}`))
      .flatMap((file) =>
        importsOf(file)
          .filter((from) => from.startsWith("renderer/features/"))
          .map((from) => `${file} → ${from.split("/").slice(3).join("/")}`),
      );
    expect(new Set(known)).toEqual(new Set(["renderer/app/features.ts → feature.ts"]));
  });
});

describe("a view", () => {
  it("a view has a unique name, and every name that code opens has a view", () => {
    const names = VIEWS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const opened = sources("renderer").flatMap((file) =>
      [...textOf(file).matchAll(/\b(?:showView|view:)\s*\(?\s*"(\w+)"/g)].map(
        ([, name]) => name ?? "",
      ),
    );
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.filter((name) => findView(name) === undefined)).toEqual([]);
  });

  it("a name that no feature has finds no view", () => expect(findView("returns")).toBeUndefined());
});
