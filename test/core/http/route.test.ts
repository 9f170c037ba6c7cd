import { expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { endpoint } from "../../../core/http/endpoint.ts";
import { InvalidInputError, serve, type RouteContext } from "../../../core/http/route.ts";

const context = { origin: "http://127.0.0.1" } as RouteContext;
const declared = {
  id: "x",
  method: "POST",
  path: "/x/:id",
  tag: "X",
  summary: "X.",
  access: "member",
} as const;
const parts = {
  params: z.object({ id: z.string() }),
  query: z.object({ n: z.coerce.number() }),
  body: z.object({ name: z.string().trim().min(1) }),
};

it("an endpoint is complete data: 200, E1085 and no further codes by default", () => {
  expect(endpoint({ ...declared, shape: "one", answer: z.null() })).toMatchObject({
    status: 200,
    invalid: "E1085",
    errors: [],
  });
  expect(
    endpoint({
      ...declared,
      shape: "one",
      answer: z.null(),
      status: 201,
      invalid: "E1054",
      errors: ["E1051"],
    }),
  ).toMatchObject({ status: 201, invalid: "E1054", errors: ["E1051"] });
});

it("a route runs with its parsed input, and its answer to a repeated call is made from that input and the subject's id", () => {
  const route = serve(
    endpoint({ ...declared, ...parts, shape: "one", answer: z.string() }),
    (_context, { params, query, body }) => {
      expectTypeOf(query.n).toEqualTypeOf<number>();
      return `${params.id} ${query.n + 1} ${body.name}`;
    },
    { repeat: (_context, { body }, subjectID) => `${subjectID} ${body.name}` },
  );
  const accepted = route.accept({
    params: { id: "a" },
    query: { n: "1" },
    body: { name: " b ", unknown: 1 },
  });
  expect([
    accepted.body,
    accepted.run(context),
    typeof accepted.repeat === "function" && accepted.repeat(context, "kept"),
  ]).toEqual([{ name: "b" }, "a 2 b", "kept b"]);
});

it("a route without a schema for a part ignores that part", () => {
  const route = serve(
    endpoint({ ...declared, shape: "one", answer: z.boolean() }),
    (_context, input) => input.body === undefined && input.query === undefined,
  );
  expect(route.accept({ params: {}, query: { n: "x" }, body: [1] }).run(context)).toBe(true);
});

it("the body of a whole-body endpoint is not parsed: its route gets the bytes", () => {
  const route = serve(
    endpoint({ ...declared, ...parts, wholeBody: true, shape: "one", answer: z.null() }),
    () => null,
  );
  const bytes = new Uint8Array([1]);
  expect(route.accept({ params: { id: "a" }, query: { n: 1 }, body: bytes }).body).toBe(bytes);
});

it("the first invalid part, in the order path, body, query, is rejected with the endpoint's code and the faults of its fields", () => {
  const route = serve(
    endpoint({ ...declared, ...parts, shape: "one", invalid: "E1054", answer: z.null() }),
    () => null,
  );
  const fault = (raw: Parameters<typeof route.accept>[0]): [string, string] | undefined => {
    try {
      route.accept(raw);
      return undefined;
    } catch (error) {
      if (error instanceof InvalidInputError) return [error.code, error.faults];
      throw error;
    }
  };
  expect(fault({ params: {}, query: { n: "x" }, body: [] })?.[1]).toMatch(/^id: /);
  expect(fault({ params: { id: "a" }, query: { n: "x" }, body: [] })).toEqual([
    "E1054",
    expect.stringMatching(/^body: /),
  ]);
  expect(fault({ params: { id: "a" }, query: { n: "x" }, body: { name: "b" } })?.[1]).toMatch(
    /^n: /,
  );
  expect(fault({ params: { id: "a" }, query: { n: "1" }, body: { name: "b" } })).toBeUndefined();
});
