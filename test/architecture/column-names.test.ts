import { join } from "node:path";
import { Visitor } from "rolldown/utils";
import { expect, it } from "vitest";
import { newId } from "../../core/base/ids.ts";
import { ROOT } from "../helpers/folders.ts";
import { openDatabase } from "../helpers/open-database.ts";
import { readSources } from "../figures/source.ts";

/** Files that name columns because they handle rows as stations exchange or store them. */
const MAY_NAME_COLUMNS = [
  /\.tables\.ts$/,
  /^sync\/foreign-rows\.ts$/,
  /^sync\/check-station-ends\.ts$/,
  /^sync\/leases\/revoke-station\.ts$/,
];

it("no file of core but the listed ones has a column's snake_case name as an identifier: fields are camelCase", () => {
  const columns = new Set(
    openDatabase(":memory:", newId)
      .sql<{ name: string }>(
        `SELECT DISTINCT c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c WHERE t.type = 'table' AND c.name LIKE '%\\_%' ESCAPE '\\'`,
      )
      .all()
      .map(({ name }) => name),
  );
  expect(columns.size).toBeGreaterThan(100);
  const found = readSources(join(ROOT, "core")).flatMap(({ file, program }) => {
    if (MAY_NAME_COLUMNS.some((allowed) => allowed.test(file))) return [];
    const names = new Set<string>();
    new Visitor({ Identifier: ({ name }) => void (columns.has(name) && names.add(name)) }).visit(
      program,
    );
    return [...names].map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});
