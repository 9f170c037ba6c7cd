import { expect, it } from "vitest";
import { z } from "zod";
import { parseJson, textsSchema } from "../../../core/base/json.ts";
import { sparse, whole } from "../../../core/base/sparse.ts";

it("stored JSON is parsed by its schema, and a mismatch is reported without the values", () => {
  expect(parseJson('["a"]', textsSchema, "the names")).toEqual(["a"]);
  expect(() => parseJson('["a", 5]', textsSchema, "the names")).toThrow(
    /^the names does not fit its schema: 1 /,
  );
  expect(() => parseJson('{"key": "secret"', z.unknown(), "the key")).toThrow(
    /^the key is not JSON$/,
  );
});

it("an object stored without its usual fields gets their defaults, and a field of another type is rejected", () => {
  const empty = { name: "", weight: 0, lines: [] as string[], paidAt: null as string | null };
  for (const given of [
    empty,
    { ...empty, name: "x", weight: 2 },
    { name: "", weight: 0, lines: ["a"], paidAt: "2026" },
  ])
    expect(whole(JSON.parse(JSON.stringify(sparse(given, empty))), empty, "a thing")).toEqual(
      given,
    );
  for (const broken of [null, 5, [], { name: 5 }, { weight: "2" }, { lines: {} }, { name: null }])
    expect(() => whole(broken, empty, "a thing")).toThrow("a thing was stored in another shape");
});
