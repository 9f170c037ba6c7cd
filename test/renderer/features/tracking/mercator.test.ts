import { expect, it } from "vitest";
import { fitted, pathOf, type Place } from "../../../../renderer/features/tracking/mercator.ts";

const PICTURE = { width: 520, height: 260, margin: 46 };
const ISTANBUL: Place = [28.98, 41.01];
const ANKARA: Place = [32.85, 39.93];
const SAHINBEY: Place = [37.38, 37.07];

// The points are those of d3-geo 3.1.1, geoMercator().fitExtent().
it("places are drawn where another program of the same projection draws them", () => {
  const project = fitted(
    [
      [28.98, 37.07],
      [37.38, 41.01],
    ],
    PICTURE,
  );
  const points = [ISTANBUL, ANKARA, SAHINBEY].map((place) =>
    project(place).map((at) => Math.round(at * 10) / 10),
  );
  expect(points).toEqual([
    [121, 46],
    [249.1, 93],
    [399, 214],
  ]);
});

it("a ring is a closed path, to a tenth", () => {
  const project = fitted(
    [
      [27.4, 40.2],
      [30.6, 41.8],
    ],
    PICTURE,
  );
  expect(
    pathOf(
      [
        [
          [29, 41],
          [29, 41],
        ],
      ],
      project,
    ),
  ).toBe("M260,130.5L260,130.5Z");
});
