import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { ROOT } from "../helpers/folders.ts";

const KB = 1_000;
const assets = join(ROOT, "dist", "renderer", "assets");

/** The files that the page loads before it shows anything, as `npm run build` wrote them. */
function firstFiles(): ReadonlyMap<string, string> {
  const page = readFileSync(join(ROOT, "dist", "renderer", "index.html"), "utf8");
  const files = new Map<string, string>();
  const visit = (name: string): void => {
    if (files.has(name)) return;
    const code = readFileSync(join(assets, name), "utf8");
    files.set(name, code);
    for (const [, next = ""] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) visit(next);
  };
  for (const [, name = ""] of page.matchAll(/(?:src|href)="\.\/assets\/([\w.-]+\.(?:js|css))"/g)) visit(name);
  return files;
}

it("the first screen loads at most 245 kB of code and styles, gzipped, and no zod", () => {
  const files = firstFiles();
  expect(files.size).toBeGreaterThan(2);
  const sizes = [...files].map(([name, code]) => [name, gzipSync(code).byteLength] as const);
  expect(sizes.reduce((sum, [, bytes]) => sum + bytes, 0), sizes.map(([name, bytes]) => `${name} ${bytes}`).join("\n")).toBeLessThan(245 * KB);
  expect([...files].filter(([, code]) => code.includes("invalid_type")).map(([name]) => name)).toEqual([]);
});
