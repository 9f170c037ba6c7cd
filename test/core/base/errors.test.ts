import { expect, it } from "vitest";
import { ERRORS } from "../../../core/base/errors.ts";

it("the error codes stand in the order of their numbers, so that a free one is seen", () => {
  const codes = Object.keys(ERRORS);
  expect(codes).toEqual(codes.toSorted());
});
