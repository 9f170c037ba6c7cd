import { expect, it } from "vitest";
import { ERRORS } from "../../../core/base/errors.ts";

it("error codes are sorted by number, so that a free number is visible", () => {
  const codes = Object.keys(ERRORS);
  expect(codes).toEqual(codes.toSorted());
});
