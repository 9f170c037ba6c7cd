import { expect, it } from "vitest";
import { reasonIn } from "../../../../core/shipping/imports/row-reasons.schema.ts";

it("the reason of a number with two readings has both in the language's number format, so that each can be typed unchanged", () => {
  const row = {
    line: 2,
    column: "Ağırlık",
    value: "1.250",
    code: "AMBIGUOUS_NUMBER",
    detail: "1250.00 / 1.25",
    reason: "",
  } as const;
  expect([reasonIn("en", row), reasonIn("tr", row)]).toEqual([
    "This number can be read in two ways: 1250.00 or 1.25. Write one of these two.",
    "Bu sayı iki türlü okunabilir: 1250,00 veya 1,25. Bu ikisinden birini yazın.",
  ]);
});
