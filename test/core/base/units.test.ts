import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { volumetricDesi } from "../../../core/base/units.ts";

const side = fc.integer({ min: 1, max: 300 });

describe("volumetric desi", () => {
  it.each([
    [{ length: 30, width: 20, height: 15 }, "cm", 3],
    [{ length: 10, width: 10, height: 10 }, "cm", 1 / 3],
    [{ length: 10, width: 10, height: 10 }, "in", (25.4 * 25.4 * 25.4) / 3_000],
    [{ length: 0, width: 20, height: 15 }, "cm", 0],
  ] as const)("the desi of %j in %s is %d", (size, unit, desi) =>
    expect(volumetricDesi(size, unit)).toBeCloseTo(desi, 9),
  );

  it.each(["length", "width", "height"])("the desi is 0 while the %s is unknown", (name) =>
    expect(volumetricDesi({ length: 30, width: 20, height: 15, [name]: null }, "cm")).toBe(0),
  );

  it("the desi does not depend on the orientation, and doubles with a side", () =>
    fc.assert(
      fc.property(side, side, side, (length, width, height) => {
        const desi = volumetricDesi({ length, width, height }, "cm");
        expect(volumetricDesi({ length: height, width: length, height: width }, "cm")).toBeCloseTo(
          desi,
          6,
        );
        expect(volumetricDesi({ length: length * 2, width, height }, "cm")).toBeCloseTo(
          desi * 2,
          6,
        );
      }),
      { numRuns: 100 },
    ));
});
