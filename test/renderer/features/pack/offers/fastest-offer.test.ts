import { expect, it } from "vitest";
import { fastestOf } from "../../../../../renderer/features/pack/offers/chosen-offer.ts";
import { offer } from "../../../fixtures.ts";

const HOUR_NS = 3_600_000_000_000;
const OFFERS = [
  ["slow", 72],
  ["cheap", 30],
  ["dear", 26],
  ["unpromised", 0],
] as const;
const arriving = (names: readonly string[]) =>
  OFFERS.filter(([name]) => names.includes(name)).map(([name, hours], i) => ({
    ...offer(name, `${100 + i}.00`),
    averageEstimatedTime: hours * HOUR_NS,
  }));
const dayOf = (transit: number): string =>
  transit === 0 ? "" : String(Math.floor(transit / (24 * HOUR_NS)));

it("the fastest offer is the cheapest of the first day, and none is fastest when all arrive on one day", () => {
  expect(
    [
      ["slow", "cheap", "dear", "unpromised"],
      ["slow", "dear"],
      ["cheap", "dear"],
      ["dear"],
      ["cheap", "unpromised"],
      ["unpromised"],
    ].map((names) => fastestOf(arriving(names), dayOf)?.id),
  ).toEqual(["cheap", "dear", undefined, undefined, "cheap", undefined]);
});
