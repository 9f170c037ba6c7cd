/**
 * The large table: a million rows in an element that the browser engine can lay out, the meaning of
 * its keys, and the order of its rows.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaleOf } from "../../renderer/ui/table/scaled-scroll.ts";
import { sortRows } from "../../renderer/ui/table/sort-rows.ts";
import { tableKey } from "../../renderer/ui/table/table-keys.ts";
import { chosenSort } from "../../renderer/ui/table/table-sort.ts";

const ROW = 36;
const key = (
  name: string,
  held: Partial<Record<"shiftKey" | "ctrlKey" | "altKey" | "metaKey", boolean>> = {},
) => ({ key: name, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });
const SIZE = { rows: 1_000, columns: 5, page: 10 };

describe("the position of a scrollbar", () => {
  it("the scrollbar's position equals the position in the list while the list can be laid out", () => {
    expect(scaleOf(1_000 * ROW, 600)).toEqual({ height: 36_000, ratio: 1 });
  });

  it("the scrollbar reaches the first and the last row of any list, below the engine's limit of height", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.integer({ min: 1, max: 4_000 }),
        (rows, view) => {
          const { height, ratio } = scaleOf(rows * ROW, view);
          expect(height).toBeLessThan(16_000_000);
          if (rows * ROW > view) expect((height - view) * ratio).toBeCloseTo(rows * ROW - view, 3);
        },
      ),
    );
  });
});

describe("keys of the table", () => {
  it("keys move to the ends, by pages and by rows, and never beyond the list", () => {
    const rowAfter = (name: string, row: number, ctrlKey = false): unknown => {
      const meant = tableKey(key(name, { ctrlKey }), { row, column: 2 }, SIZE);
      return meant?.do === "move" ? meant.to.row : meant;
    };
    expect([
      rowAfter("Home", 500),
      rowAfter("End", 500),
      rowAfter("PageDown", 995),
      rowAfter("PageUp", 3),
      rowAfter("ArrowDown", 999),
      rowAfter("ArrowUp", 0),
      rowAfter("ArrowDown", 5, true),
    ]).toEqual([0, 999, 999, 0, 999, 0, 999]);
  });

  it("keys select, open and change widths", () => {
    const at = { row: 1, column: 1 };
    expect(
      [
        tableKey(key(" "), at, SIZE),
        tableKey(key("a", { ctrlKey: true }), at, SIZE),
        tableKey(key("Enter"), at, SIZE),
        tableKey(key("ArrowRight", { altKey: true }), at, SIZE),
      ].map((meant) => meant?.do),
    ).toEqual(["toggle", "all", "open", "wider"]);
    expect(tableKey(key("ArrowDown", { shiftKey: true }), at, SIZE)).toEqual({
      do: "move",
      to: { row: 2, column: 1 },
      extends: true,
    });
  });

  it("keys of other meanings are ignored, and an empty table handles none", () => {
    expect([
      tableKey(key("F2"), { row: 0, column: 0 }, SIZE),
      tableKey(key("c", { ctrlKey: true }), { row: 0, column: 0 }, SIZE),
      tableKey(key("End"), { row: 0, column: 0 }, { ...SIZE, rows: 0 }),
    ]).toEqual([null, null, null]);
  });
});

describe("order of rows that are all in the window", () => {
  const sorted = (values: readonly (string | number)[], isAscending: boolean) =>
    sortRows(
      values.map((value, place) => ({ value, place })),
      { text: ({ value }) => String(value), value: ({ value }) => value },
      isAscending,
    ).map(({ value, place }) => [value, place]);

  it("texts follow the Turkish alphabet, numbers their value, and rows without a value are last in both directions", () => {
    const words = ["Zarf", "", "ızgara", "iz", "Çek", "Cek 10", "cek 9", "hız"];
    const values = (isAscending: boolean) => sorted(words, isAscending).map(([value]) => value);
    expect(values(true)).toEqual(["cek 9", "Cek 10", "Çek", "hız", "ızgara", "iz", "Zarf", ""]);
    expect(values(false)).toEqual(["Zarf", "iz", "ızgara", "hız", "Çek", "Cek 10", "cek 9", ""]);
    expect(sorted([10, 9, -1, 0], true).map(([value]) => value)).toEqual([-1, 0, 9, 10]);
  });

  it("rows with equal values keep their order in both directions", () => {
    for (const isAscending of [true, false])
      expect(sorted(["a", "A", "a"], isAscending).map(([, place]) => place)).toEqual([0, 1, 2]);
  });

  it("a list keeps no order that is its own, or by a column that it cannot be sorted by", () => {
    const own = { column: "at", isAscending: false } as const;
    const columns = ["at", "name"] as const;
    expect(chosenSort({ column: "name", isAscending: true }, columns, own)).toEqual({
      column: "name",
      isAscending: true,
    });
    expect(chosenSort(own, columns, own)).toBeNull();
    expect(chosenSort({ column: "price", isAscending: true }, columns, own)).toBeNull();
    expect(chosenSort(null, columns, own)).toBeNull();
  });
});
