import { expect, it } from "vitest";
import { onceOf } from "../../../core/base/once-of.ts";

it("a value's work is done once, and again for a different value or after an error", () => {
  const seen: unknown[] = [];
  const work = onceOf((value) => {
    seen.push(value);
    if (Array.isArray(value) && value.length === 0) throw new Error("empty");
    return { value };
  });
  const [first, alike, empty] = [[1], [1], []];
  expect(work(first)).toBe(work(first));
  expect(work(alike)).not.toBe(work(first));
  expect(work(undefined)).toEqual({ value: undefined });
  for (let i = 0; i < 2; i += 1) expect(() => work(empty)).toThrow("empty");
  expect(seen).toEqual([first, alike, undefined, empty, empty]);
});
