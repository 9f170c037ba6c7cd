import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { ROOT } from "../helpers/folders.ts";

const KB = 1_000;
const assets = join(ROOT, "dist", "renderer", "assets");
const codeOf = (name: string): string => readFileSync(join(assets, name), "utf8");
const gzipped = (names: Iterable<string>): readonly (readonly [string, number])[] =>
  [...names].map((name) => [name, gzipSync(codeOf(name)).byteLength] as const);
const sumOf = (sizes: readonly (readonly [string, number])[]): number =>
  sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
const listOf = (sizes: readonly (readonly [string, number])[]): string =>
  sizes.map(([name, bytes]) => `${name} ${bytes}`).join("\n");

/**
 * Returns the built files that the page loads before it shows anything: the page's files, and the
 * first texts of the larger language.
 */
function firstFiles(): readonly string[] {
  const page = readFileSync(join(ROOT, "dist", "renderer", "index.html"), "utf8");
  const files = new Set<string>();
  const visit = (name: string): void => {
    if (files.has(name)) return;
    files.add(name);
    for (const [, next = ""] of codeOf(name).matchAll(/(?:from|import)\s*"\.\/([\w.~-]+\.js)"/g))
      visit(next);
  };
  for (const [, name = ""] of page.matchAll(/(?:src|href)="\.\/assets\/([\w.~-]+\.(?:js|css))"/g))
    visit(name);
  const words = gzipped(
    readdirSync(assets).filter((name) => /^(?:en|tr)-first-[\w-]+\.js$/.test(name)),
  ).toSorted(([, a], [, b]) => b - a);
  expect(words.length).toBe(2);
  for (const [name] of words.slice(0, 1)) visit(name);
  return [...files];
}

// The keys and scans of the hand-over and the digits of Today are known before their views open, and
// each scan may be a badge.
it("the first screen loads at most 190.5 kB of code, styles and words, gzipped, and no zod", () => {
  const files = firstFiles();
  expect(files.length).toBeGreaterThan(2);
  const sizes = gzipped(files);
  expect(sumOf(sizes), listOf(sizes)).toBeLessThan(190.5 * KB);
  expect(files.filter((name) => codeOf(name).includes("invalid_type"))).toEqual([]);
});

/** Returns whether a file is a guide; a guide is loaded in one language when it is opened. */
const isGuide = (name: string): boolean =>
  /^(?:packer|owner|it|api)\.(?:en|tr)-[\w-]+\.js$/.test(name);

// Connections of accounts, announcements of labels and carriers' invoices need some 15 kB, and
// marketplaces 9 kB, a move from another server 6 kB, the hand-over and a lead's board 18 kB and
// scales 7 kB, sign-in with badges 8 kB, products and orders packed together 16 kB, sources and changes of
// orders and the order folder 12 kB, loaded when they are opened.
it("the whole screen, with both languages, is at most 716 kB of code, styles and words, gzipped, and its guides are at most 55 kB", () => {
  const files = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name));
  const sizes = gzipped(files.filter((name) => !isGuide(name)));
  expect(sumOf(sizes), listOf(sizes)).toBeLessThan(716 * KB);
  const guides = gzipped(files.filter(isGuide));
  expect(guides).toHaveLength(8);
  expect(sumOf(guides), listOf(guides)).toBeLessThan(55 * KB);
});
