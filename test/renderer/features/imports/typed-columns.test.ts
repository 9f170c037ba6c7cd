/** Columns of an order file as a person chooses them. */
import { expect, it } from "vitest";
import {
  ORDER_COLUMNS,
  type OrderColumn,
} from "../../../../core/shipping/sources/order-columns.schema.ts";
import {
  chosenFrom,
  columnsToKeep,
  wrongColumns,
} from "../../../../renderer/features/imports/typed-columns.ts";

const GUESS = { phone: "Cep", notes: "Not" };

it("the guess of the core is chosen first, and each required column without a heading is wrong", () => {
  const chosen = chosenFrom(GUESS);
  expect(Object.keys(chosen)).toEqual([...ORDER_COLUMNS]);
  expect([...wrongColumns(chosen)]).toEqual(
    (["orderNumber", "name", "address", "district", "city", "weight"] as const).map(
      (column: OrderColumn) => [column, { other: null }],
    ),
  );
});

it("the second column with one heading is wrong and names the first", () => {
  const chosen = { ...chosenFrom(GUESS), name: "Cep" };
  expect(wrongColumns(chosen).get("phone")).toEqual({ other: "name" });
  expect(wrongColumns(chosen).has("name")).toBe(false);
});

it("chosen columns are kept, and a guess that a person has removed is kept as not read", () => {
  const chosen = { ...chosenFrom(GUESS), orderNumber: "Fiş No", notes: "" };
  expect(columnsToKeep(chosen, GUESS)).toEqual({ orderNumber: "Fiş No", phone: "Cep", notes: "" });
});
