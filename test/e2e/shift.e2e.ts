/** The beginning of a shift, packed as `npm run shift` packs 600 parcels. */
import { expect } from "@playwright/test";
import { test } from "../helpers/desk-page.ts";
import { runShift } from "../shift/run-shift.ts";

test("twelve mixed orders, one with a jam, get exactly their own labels with at most two keys a parcel", async () => {
  test.setTimeout(180_000);
  const { orders, wrongLabels } = await runShift(12);
  const sum = (of: (one: (typeof orders)[number]) => number): number =>
    orders.reduce((total, one) => total + of(one), 0);
  expect(wrongLabels).toEqual([]);
  expect(orders).toHaveLength(12);
  expect(sum(({ keys }) => keys) / sum(({ parcels }) => parcels)).toBeLessThanOrEqual(2);
});
