import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isDomainFile, type PurchaseFigures } from "./purchase.ts";

/**
 * Maximum number of files between a purchase's route and its SQL that a reader may have to open; ten
 * of them compute the price of an agreement, one says who sells the label, one lists marketplaces, one
 * knows the district ids of a server from which the organization has moved, and two know the orders that
 * are packed together.
 */
const MOST = 53;

it(`a one-step purchase passes through at most ${MOST} domain files`, { tags: "all" }, () => {
  const figures = JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, "purchase-child.ts")], {
      encoding: "utf8",
    }),
  ) as PurchaseFigures;
  const files = figures.files.filter(isDomainFile);
  expect(files).toContain("fulfilment/transactions/buy-in-one-step.ts");
  expect(files.slice(MOST), files.join("\n")).toEqual([]);
});
