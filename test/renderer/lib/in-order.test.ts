import { expect, it } from "vitest";
import { createInOrder } from "../../../renderer/lib/in-order.ts";

it("an answer is used unless the answer to a later request has come", () => {
  const ask = createInOrder();
  const [first, second, third] = [ask(), ask(), ask()];
  expect([second(), first(), third(), second()]).toEqual([true, false, true, false]);
});
