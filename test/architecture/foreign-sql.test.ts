/**
 * The code that reads and merges rows of other stations puts none of their texts into a statement.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../helpers/folders.ts";

const FOLDERS = ["core/db/snapshot", "core/sync"];

/** Interpolations with this program's own tables, columns and conditions. */
const OWN = [
  "table",
  "of",
  "column",
  "columns",
  "stated",
  "parent",
  "scope",
  "where",
  "into",
  "from",
  "list",
  "same",
  "isLeft",
  "PLAIN_NAME",
  "COLUMN",
  "isFit",
  "fits",
  "id",
  "stamp",
  "row",
  "IN_SLICE",
  "QUARANTINED_COLUMNS",
  "CLOCKS_INDEX",
  "STAMP_FORM",
  "MOST_CLOCKS_BYTES",
  "MOST_TEXT_BYTES",
  "sameRow(db, table)",
  'columnList("s", columns)',
  'columnList("s", ["id", ...reads])',
  'stampFits("j.key")',
  'stampFits("p.stamp")',
];

const SQL = /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ATTACH|PRAGMA|EXISTS|FROM|WHERE)\b/;

/** Returns the interpolations of each template literal that is SQL. */
function interpolations(source: string): string[] {
  const found: string[] = [];
  const template = (from: number): number => {
    const inside: string[] = [];
    let text = "";
    let at = from;
    for (; source[at] !== "`" && at < source.length; at += 1) {
      if (source[at] === "\\") at += 1;
      else if (source[at] === "$" && source[at + 1] === "{") {
        const end = code(at + 2, "}");
        inside.push(source.slice(at + 2, end));
        at = end;
      } else text += source[at];
    }
    if (SQL.test(text)) found.push(...inside);
    return at;
  };
  const code = (from: number, end: string): number => {
    let depth = 0;
    let at = from;
    for (; at < source.length; at += 1) {
      const char = source[at] ?? "";
      if (char === end && depth === 0) return at;
      if (char === "{") depth += 1;
      else if (char === "}") depth -= 1;
      else if (char === "`") at = template(at + 1);
      else if (char === '"') at = endOfText(at + 1);
      else if (source.startsWith("//", at)) at = endOf("\n", at);
      else if (source.startsWith("/*", at)) at = endOf("*/", at) + 1;
    }
    return at;
  };
  const endOf = (text: string, from: number): number => {
    const at = source.indexOf(text, from);
    return at < 0 ? source.length : at;
  };
  const endOfText = (from: number): number => {
    let at = from;
    while (source[at] !== '"' && source[at] !== "\n" && at < source.length)
      at += source[at] === "\\" ? 2 : 1;
    return at;
  };
  code(0, "");
  return found;
}

it("SQL statements interpolate only names of this program", () => {
  const files = FOLDERS.flatMap((folder) =>
    (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
      .filter((name) => name.endsWith(".ts") && !name.startsWith("hub/"))
      .map((name) => `${folder}/${name}`),
  );
  const others = files.flatMap((file) =>
    interpolations(readFileSync(join(ROOT, file), "utf8"))
      .filter((text) => !OWN.includes(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(80);
  expect(others).toEqual([]);
});

it("a row's value in a statement is found", () => {
  const source =
    'db.sql(`SELECT "${table}" FROM x WHERE a = ${[1].map((n) => `${n} FROM ${row.name}`)}`); // `SELECT ${comment}`';
  expect(interpolations(source).filter((text) => !OWN.includes(text))).toEqual([
    "n",
    "row.name",
    "[1].map((n) => `${n} FROM ${row.name}`)",
  ]);
});
