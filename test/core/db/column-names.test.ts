import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { byColumn, byField, columnOf, fieldOf } from "../../../core/db/column-names.ts";
import { openDatabase } from "../../helpers/open-database.ts";
import { newId } from "../../../core/base/ids.ts";

describe("a column's name", () => {
  it("every column of the schema is its field's name with underscores", () => {
    const columns = openDatabase(":memory:", newId)
      .sql<{ name: string }>(
        `SELECT DISTINCT c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c WHERE t.type IN ('table', 'view')`,
      )
      .all()
      .map(({ name }) => name);
    expect(columns).toContain("provider_account_id");
    expect(columns.map((column) => columnOf(fieldOf(column)))).toEqual(columns);
    expect(new Set(columns.map(fieldOf)).size).toBe(columns.length);
  });

  it.each([
    ["organization_id", "organizationID"],
    ["district_id", "districtID"],
    ["box_no", "boxNo"],
    ["is_identified", "isIdentified"],
    ["address1", "address1"],
  ])("column %s is the field %s", (column, field) => {
    expect([fieldOf(column), columnOf(field)]).toEqual([field, column]);
  });
});

describe("a row that a statement returns", () => {
  const db = openDatabase(":memory:", newId);
  const text = `SELECT 1 AS own_id, 'x' AS two_words, NULL AS none UNION ALL SELECT 2, 'y', 3 ORDER BY 1`;
  const rows = [
    { ownID: 1, twoWords: "x", none: null },
    { ownID: 2, twoWords: "y", none: 3 },
  ];

  it("a returned row has camelCase names, however the row is read", () => {
    expect(db.sql(text).all()).toEqual(rows);
    expect(db.sql(text).get()).toEqual(rows[0]);
    expect([...db.sql(text).iterate()]).toEqual(rows);
    expect(db.sql("SELECT 1 AS own_id WHERE 0").get()).toBeUndefined();
  });

  it("byColumn gives a row its column names again", () => {
    expect(db.sql(text).all().map(byColumn)).toEqual([
      { own_id: 1, two_words: "x", none: null },
      { own_id: 2, two_words: "y", none: 3 },
    ]);
  });
});

describe("names in what another station sent", () => {
  it(
    "field names that another station sent are not cached, because a hostile desk can send millions of them",
    { tags: "all" },
    () => {
      setFlagsFromString("--expose-gc");
      const collect = runInNewContext("gc") as () => void;
      const heapMb = (): number => {
        collect();
        return process.memoryUsage().heapUsed / 1_048_576;
      };
      const before = heapMb();
      for (let sent = 0; sent < 4; sent += 1)
        byField(
          Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`made_up_${sent}_${i}`, 0])),
        );
      expect(heapMb() - before).toBeLessThan(10);
    },
  );
});
