/** Checks the access of every kind of caller to every route. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { API_PREFIX } from "../../core/http/api-prefix.ts";
import type { Organization, Role } from "../../core/organizations/organizations.schema.ts";
import {
  LEAD_PIN,
  OWNER_PIN,
  signInAs,
  signInState,
  withBadges,
  type Crew,
} from "../helpers/sign-in.ts";
import { someOf } from "../helpers/some-of.ts";
import { lastingStation, memberWithToken, station, type Station } from "../helpers/station.ts";
import { CALLERS, TABLE, type Caller, type Row } from "./access-table.ts";
import { fillIn, type Filled } from "./things.ts";

let s: Station;
const tokens = new Map<Caller, string | null>();

beforeAll(async () => {
  s = await lastingStation({ settings: { rateLimit: null } });
  const { id: organizationID } = (
    await s.call<Organization>("POST", "/organizations", { name: "Başka" })
  ).body.data;
  const make = async (body: unknown): Promise<string> =>
    (await s.call<{ token: string }>("POST", "/apitokens", body)).body.data.token;
  tokens.set("none", null);
  tokens.set("read", await make({ scopes: ["read"] }));
  tokens.set("limited", memberWithToken(s, "limitedAccessUser").token);
  for (const role of ["user", "admin"] as const) tokens.set(role, memberWithToken(s, role).token);
  tokens.set("owner", s.started.token);
  tokens.set("other", await make({ organizationID }));
  const sender = {
    name: "Depo",
    phone: "+905321112233",
    address1: "x",
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
  };
  await fetch(`${s.url}/addresses`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.get("other")}`, "content-type": "application/json" },
    body: JSON.stringify(sender),
  });
});

afterAll(() => s.stop());

/**
 * Reads the routes under the prefix, such as "GET /shipments/:shipmentID", from the tree that
 * Fastify prints.
 */
function routesOf(printed: string): string[] {
  const path: string[] = [];
  return printed.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods] =
      /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === "") return [];
    const depth = indent.length / 4;
    path.splice(depth, path.length, part);
    return (methods ?? "")
      .split(", ")
      .filter((method) => method !== "")
      .map((method) => `${method} ${path.join("")}`);
  });
}

it("every route of the code has a row, and every row has a route", () => {
  const routes = routesOf(s.core.app.printRoutes({ commonPrefix: false }));
  const prefixed = routes
    .filter((route) => route.includes(API_PREFIX))
    .map((route) => route.replace(API_PREFIX, ""));
  expect(routes.length).toBeGreaterThan(60);
  expect(prefixed.toSorted()).toEqual(Object.keys(TABLE).toSorted());
  // Outside the prefix the station serves only the API's documentation pages.
  expect(routes.filter((route) => !route.includes(API_PREFIX)).toSorted()).toEqual([
    "GET /docs",
    "GET /docs/examples.json",
    "GET /docs/plain",
    "GET /docs/start.js",
    "GET /docs/viewer.js",
    "GET /openapi.json",
  ]);
});

/** The search listens to announcements for seconds, so all callers ask at once. */
const LONG = "POST /station/printers/search";

/** Callers at the station without badges. */
const OTHERS = CALLERS.filter((caller) => !caller.startsWith("desk-"));

/** The status in the row of a caller; "-" for a call that is not tested. */
function expectedOf({ answers }: Row, caller: Caller): string {
  return answers.split(" ")[CALLERS.indexOf(caller)] ?? "";
}

it.each(Object.entries(TABLE))("%s gives each caller the status in its row", async (route, row) => {
  const [method = "GET"] = route.split(" ");
  const expected = OTHERS.map((caller) => [caller, expectedOf(row, caller)] as const).filter(
    ([, status]) => status !== "-",
  );
  const answered: (readonly [Caller, string])[] = [];
  let about: Filled | undefined;
  const ask = async (caller: Caller): Promise<void> => {
    // A refused call or a read changed nothing, so the next caller gets the same records.
    about ??= await fillIn(s, row);
    const status = await answer(caller, method, about);
    if (method !== "GET" && status < 400) about = undefined;
    answered.push([caller, String(status)]);
  };
  const callers = expected.map(([caller]) => caller);
  if (route === LONG) await Promise.all(callers.map(ask));
  else for (const caller of callers) await ask(caller);
  const inOrder = callers.map((caller) => answered.find(([who]) => who === caller));
  expect(inOrder).toEqual(expected);
});

const SIGNED_IN: readonly [Caller, Role, (at: Station, crew: Crew) => Promise<void>][] = [
  ["desk-lead", "admin", (at, { lead }) => signInAs(at, lead, LEAD_PIN)],
  ["desk-owner", "owner", (at, { owner }) => signInAs(at, owner, OWNER_PIN)],
  ["desk-packer", "user", (at, { packer }) => signInAs(at, packer)],
];

it.each(someOf(SIGNED_IN, 2))(
  "%s, who signed in by a badge, gets the status of its column for every route",
  { timeout: 120_000 },
  async (caller, role, signIn) => {
    const at = await station({ settings: { rateLimit: null } });
    const crew = await withBadges(at);
    const expected: Record<string, string> = {};
    const answered: Record<string, string> = {};
    for (const [route, row] of Object.entries(TABLE)) {
      expected[route] = expectedOf(row, caller);
      if (expected[route] === "-") continue;
      const about = await fillIn(at, row);
      if ((await signInState(at)).person?.role !== role) await signIn(at, crew);
      const [method = "GET"] = route.split(" ");
      const { status } = await at.desk(method as "GET", about.path, about.body);
      answered[route] = String(status);
    }
    expect(answered).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([, status]) => status !== "-")),
    );
  },
);

it("a locked desk answers only the calls that sign in and hand over scans (E2241)", async () => {
  const locked = await station({ settings: { rateLimit: null } });
  await withBadges(locked);
  const open: string[] = [];
  for (const [route, row] of Object.entries(TABLE)) {
    if (!row.answers.startsWith("401") || expectedOf(row, "desk") === "-") continue;
    const [method = "GET"] = route.split(" ");
    const about = unfilled(row, s.started.memberID);
    const { code } = await locked.desk(method as "GET", about.path, about.body);
    if (code !== "E2241") open.push(route);
  }
  expect(open).toEqual([
    "POST /station/scales/codes",
    "GET /station/sign-in",
    "POST /station/sign-in",
    "POST /station/sign-in/lock",
    "POST /station/sign-in/activity",
    "POST /station/sign-in/recovery",
  ]);
});

/**
 * Statuses for a token with only the scope print, for print jobs that it did not create; all other
 * routes refuse the token.
 */
const PRINTS_ALONE: Readonly<Record<string, number>> = {
  "GET /station/printers": 200,
  "GET /station/printjobs": 200,
  "GET /station/scales": 200,
  "GET /station/scales/:id/weight": 404,
  "POST /station/scales/:id/taken": 404,
  "GET /station/scales/:id/events": 404,
  "GET /station/printjobs/:id": 404,
  "DELETE /station/printjobs/:id": 404,
  "GET /station/printjobs/:id/events": 404,
};

it.each(["print", "print:raw"])(
  "a token with only the scope %s opens only the routes of printing, and no job that it did not create",
  async (scope) => {
    const { token } = (await s.call<{ token: string }>("POST", "/apitokens", { scopes: [scope] }))
      .body.data;
    expect(await statusesFor(token)).toEqual(
      Object.fromEntries(CLOSED.map(([route]) => [route, PRINTS_ALONE[route] ?? 403])),
    );
  },
);

it.each([
  [
    "that was revoked",
    401,
    async ({ id }: { id: string }) => void (await s.call("DELETE", `/apitokens/${id}`)),
  ],
  ["for another computer's address", 403, () => Promise.resolve()],
] as const)("a token %s opens no route that needs a token", async (which, status, spoil) => {
  const made = (
    await s.call<{ id: string; token: string }>(
      "POST",
      "/apitokens",
      which === "for another computer's address" ? { allowedIPs: ["10.9.8.7"] } : {},
    )
  ).body.data;
  await spoil(made);
  expect(await statusesFor(made.token)).toEqual(
    Object.fromEntries(CLOSED.map(([route]) => [route, status])),
  );
});

const CLOSED = Object.entries(TABLE).filter(([, row]) => row.answers.startsWith("401"));

/**
 * Calls each route that needs a token with this token and unknown ids.
 * @returns The status of each route.
 */
async function statusesFor(token: string): Promise<Record<string, number>> {
  const answered: Record<string, number> = {};
  for (const [route, row] of CLOSED) {
    const about = unfilled(row, s.started.memberID);
    answered[route] = await statusFor(token, route.split(" ")[0] ?? "", about);
  }
  return answered;
}

/** Fills the path and body of a row with an id that no record has. */
function unfilled(row: Row, id: string): Filled {
  const { call, body } = JSON.parse(
    JSON.stringify(row)
      .replaceAll("{delivery}", "none/deliveries/none")
      .replace(/\{[\w:]+\}/g, id),
  ) as Row;
  return { path: call, body };
}

/**
 * Calls a route as this caller.
 * @returns The status. A refusal must have an error code.
 */
async function answer(caller: Caller, method: string, about: Filled): Promise<number> {
  return caller === "desk"
    ? (await s.desk(method as "GET", about.path, about.body)).status
    : statusFor(tokens.get(caller) ?? null, method, about);
}

async function statusFor(
  token: string | null,
  method: string,
  { path, body }: Filled,
): Promise<number> {
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    "content-type": "application/json",
  };
  const response = await fetch(`${s.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true)
    await response.body?.cancel();
  else if (response.status >= 400)
    expect(await response.json()).toMatchObject({
      result: false,
      code: expect.stringMatching(/^E\d{4}$/) as string,
    });
  return response.status;
}
