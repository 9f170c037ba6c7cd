/**
 * Calls every operation of the API's document, except the event stream, with values made from its
 * schemas. No answer may be a server fault, each must match the schema declared for its status, and
 * the data must be consistent afterwards.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { API_PREFIX } from "../../core/http/api-prefix.ts";
import { inlineSchemas } from "../../core/http/prune-schemas.ts";
import { issueToken } from "../../core/organizations/api-tokens.ts";
import { checkChains } from "../helpers/check-chains.ts";
import { station, type Station } from "../helpers/station.ts";
import { valueOf, type JsonSchema, type Known, type Manner } from "./arbitraries.ts";

const FULL = process.env["PACKBENCH_FULL"] === "1";
const SOME = process.env["PACKBENCH_CASES"] === "some";
const CALLS = FULL ? 20_000 : SOME ? 1_200 : 2_400;
/**
 * The CI size makes the same calls in every run, so that only a change of the code can make the
 * test fail. The full size makes new calls in each run.
 */
const SEED = Number(
  process.env["PACKBENCH_SEED"] ?? (FULL ? Date.now() % 2_147_483_647 : 20_261_122),
);

type Parameter = {
  readonly name: string;
  readonly in: "path" | "query";
  readonly schema: JsonSchema;
};
type Declared = { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> };
type Operation = {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  readonly responses: Readonly<Record<string, Declared>>;
};
type Input = {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
};

/** The event stream, which never ends by itself. */
const ENDLESS = "/events";

/**
 * Slow operations, such as the check of every organization that the fuzz has created. The fuzz
 * calls them in every eighth round only.
 */
const SLOW = /\/station\/(integrity|support-bundle|printers\/search)$/;
const SLOW_TURNS = 8;

const OFTEN = /\/(shipments|transactions|printers|webhook|provideraccounts)$/;

async function operationsOf(s: Station): Promise<Operation[]> {
  const document = inlineSchemas(
    (await s.core.app.inject({ url: "/openapi.json" })).json<object>(),
  ) as {
    paths: Record<
      string,
      Record<
        string,
        { parameters?: Parameter[]; requestBody?: Declared; responses: Record<string, Declared> }
      >
    >;
  };
  return Object.entries(document.paths)
    .filter(([path]) => path !== ENDLESS)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase() as Operation["method"],
        path,
        parameters: operation.parameters ?? [],
        body: Object.values(operation.requestBody?.content ?? {})[0]?.schema,
        responses: operation.responses,
      })),
    );
}

/** Returns a collection of values from answers, by the names of the parameters that take them. */
function createKnown(): Known & { learn(path: string, answer: unknown): void } {
  const values = new Map<string, unknown[]>();
  const add = (name: string, value: unknown): void => {
    const held = values.get(name) ?? [];
    if (held.length < 200) values.set(name, [...held, value]);
  };
  const NAMES: Readonly<Record<string, readonly string[]>> = {
    shipments: ["shipmentID"],
    addresses: ["addressID", "senderAddressID", "returnAddressID", "recipientAddressID"],
    parceltemplates: ["parcelTemplateID"],
    webhook: ["webhookID"],
    apitokens: ["tokenID"],
    provideraccounts: ["providerAccountID"],
    organizations: ["organizationID"],
    printers: ["id", "printerID"],
    printjobs: ["id"],
    pairings: ["id"],
    deliveries: ["deliveryID"],
  };
  const walk = (value: unknown, collection: string, depth: number): void => {
    if (Array.isArray(value)) value.slice(0, 3).forEach((v) => walk(v, collection, depth));
    else if (typeof value === "object" && value !== null && depth < 5) {
      for (const [name, v] of Object.entries(value)) {
        if (name === "id" && depth < 2) NAMES[collection]?.forEach((n) => add(n, v));
        if (name === "cheapest" || name === "fastest")
          add("offerID", (v as { id?: string } | null)?.id);
        if (name === "labelURL" && v !== "") add("file", String(v).split("/").at(-1));
        if (["userID", "districtID", "orderNumber", "barcode"].includes(name)) add(name, v);
        if (typeof v === "object") walk(v, collection, depth + 1);
      }
    }
  };
  return {
    pick(name, n) {
      const held = values.get(name);
      return held?.[n % held.length];
    },
    learn: (path, answer) =>
      walk(
        answer,
        path
          .split("/")
          .filter((part) => !part.startsWith("{"))
          .at(-1) ?? "",
        0,
      ),
  };
}

function inputOf(operation: Operation, known: Known): fc.Arbitrary<Input> {
  const placed = (place: "path" | "query", manner: Manner): fc.Arbitrary<Record<string, unknown>> =>
    fc.record(
      Object.fromEntries(
        operation.parameters
          .filter((p) => p.in === place)
          .map((p) => [p.name, valueOf(p.schema, p.name, known, manner)]),
      ),
      place === "path" ? {} : { requiredKeys: [] },
    );
  const input = (manner: Manner): fc.Arbitrary<Input> =>
    fc.record({
      path: placed("path", manner === "spoilt" ? "valid" : manner),
      query: placed("query", manner),
      body:
        operation.body === undefined
          ? fc.constant(undefined)
          : valueOf(operation.body, "", known, manner),
    });
  return fc.oneof(
    { weight: 4, arbitrary: input("sensible") },
    { weight: 1, arbitrary: input("valid") },
    { weight: 3, arbitrary: input("spoilt") },
  );
}

function urlOf(operation: Operation, input: Input): string {
  const written = (value: unknown): string =>
    encodeURIComponent(
      String(typeof value === "object" ? JSON.stringify(value) : value)
        .slice(0, 1_000)
        .replace(/\p{Surrogate}/gu, "?"),
    );
  // Clients resolve a segment of dots before they send it, so the call would reach another route.
  const segment = (value: unknown): string =>
    /^\.{0,2}$/.test(written(value)) ? "x" : written(value);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(input.path[name]));
  const query = Object.entries(input.query).map(([name, value]) => `${name}=${written(value)}`);
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

/**
 * Returns a value as a JSON body, or undefined, which sends no body, for a value that JSON cannot
 * hold.
 */
function textOf(body: unknown): string | undefined {
  try {
    return JSON.stringify(body, (_, v: unknown) => (typeof v === "bigint" ? String(v) : v));
  } catch {
    return undefined;
  }
}

function createChecker(): (
  operation: Operation,
  status: number,
  text: string,
) => string | undefined {
  const compiled = new Map<string, z.ZodType>();
  return (operation, status, text) => {
    if (status >= 500) return "a server fault";
    const [media, declared] = Object.entries(operation.responses[status]?.content ?? {})[0] ?? [];
    if (media === undefined || declared === undefined) return "a status that is not declared";
    if (media !== "application/json") return undefined; // The bytes of a file.
    const { schema } = declared;
    const key = `${operation.method} ${operation.path} ${status}`;
    const type =
      compiled.get(key) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    compiled.set(key, type);
    let answer: Record<string, unknown>;
    try {
      answer = JSON.parse(text) as Record<string, unknown>;
    } catch {
      return "no JSON";
    }
    const checked = type.safeParse(answer);
    if (!checked.success)
      return `not its declared schema: ${checked.error.issues
        .slice(0, 2)
        .map((i) => `${i.path.join(".")} ${i.message}`)
        .join("; ")
        .slice(0, 300)}`;
    const whole =
      answer["result"] === false &&
      /^E\d{4}$/.test(String(answer["code"])) &&
      answer["errorCode"] === answer["code"] &&
      String(answer["message"]) !== "";
    return status >= 400 && !whole ? "an incomplete failure envelope" : undefined;
  };
}

it(
  `${CALLS} calls made from the document's schemas get no 5xx and only answers in their declared schemas, and leave the data consistent`,
  { timeout: 600_000 },
  async () => {
    console.log(
      `openapi fuzz: ${FULL ? "full" : "CI"} size, ${CALLS} calls, PACKBENCH_SEED=${SEED}`,
    );
    const s = await station({ settings: { rateLimit: null } });
    const { deps } = s.core;
    const operations = await operationsOf(s);
    // Operations that create what other operations need are called more often.
    const round = [
      ...operations,
      ...operations
        .filter((o) => o.method === "POST" && OFTEN.test(o.path))
        .flatMap((o) => [o, o, o]),
    ];
    const turns = Array.from({ length: SLOW_TURNS }, (_, i) =>
      i === 0 ? round : round.filter((o) => !SLOW.test(o.path)),
    ).flat();
    const known = createKnown();
    const check = createChecker();
    const arbitraries = new Map(operations.map((o) => [o, inputOf(o, known)]));
    let token = s.started.token ?? "";
    const wrong: string[] = [];
    const statuses = new Map<number, number>();
    const succeeded = new Set<Operation>();
    for (let i = 0; i < CALLS && wrong.length < 20; i += 1) {
      const operation = turns[i % turns.length] as Operation;
      const [input] = fc.sample(arbitraries.get(operation) as fc.Arbitrary<Input>, {
        seed: SEED + i,
        numRuns: 1,
      }) as [Input];
      const payload = textOf(input.body);
      const url = `${API_PREFIX}${urlOf(operation, input)}`;
      const answer = await s.core.app.inject({
        method: operation.method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(payload === undefined ? {} : { payload }),
      });
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      if (answer.statusCode < 300) succeeded.add(operation);
      const fault = check(operation, answer.statusCode, answer.body);
      if (fault !== undefined)
        wrong.push(
          `#${i} ${operation.method} ${url.slice(0, 300)} ${payload?.slice(0, 600) ?? ""} → ${answer.statusCode} ${fault}: ${answer.body.slice(0, 300)}`,
        );
      else if (
        answer.statusCode < 300 &&
        String(answer.headers["content-type"]).startsWith("application/json")
      )
        known.learn(operation.path, answer.json());
      if ([401, 403, 429].includes(answer.statusCode)) {
        // The fuzz has removed the caller's own rights: restore them.
        deps.db.raw
          .prepare("UPDATE members SET role = 'owner', is_active = 1 WHERE id = ?")
          .run(s.started.memberID);
        ({ token } = issueToken(
          deps,
          { organizationID: s.started.organizationID, memberID: s.started.memberID },
          { name: "fuzz" },
        ));
      }
    }
    console.log(
      `statuses: ${[...statuses].map(([status, n]) => `${status} × ${n}`).join(", ")}; ${succeeded.size} of ${operations.length} operations succeeded at least once`,
    );
    expect(wrong).toEqual([]);
    // A fuzz that reaches few operations proves nothing. Whole tariffs are never made by chance.
    expect(succeeded.size).toBeGreaterThan(operations.length * 0.4);
    expect(deps.db.raw.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(deps.db.raw.pragma("foreign_key_check")).toEqual([]);
    const organizations = deps.db.raw
      .prepare("SELECT id FROM organizations")
      .pluck()
      .all() as string[];
    expect(organizations.map((id) => checkChains(deps.db, id).brokenAt)).toEqual(
      organizations.map(() => null),
    );
    expect(
      deps.db.raw
        .prepare(
          "SELECT count(*) FROM balances WHERE balance_minor < 0 OR held_minor < 0 OR balance_minor < held_minor",
        )
        .pluck()
        .get(),
    ).toBe(0);
  },
);
