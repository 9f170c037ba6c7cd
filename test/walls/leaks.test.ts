/**
 * No caller learns about other callers' records, neither from the answer to an id nor from lists,
 * counts or sums. The test walks every route of the access table, including new routes.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { issueToken } from "../../core/organizations/api-tokens.ts";
import { createMember } from "../../core/organizations/members.ts";
import type { Organization } from "../../core/organizations/organizations.schema.ts";
import { deskActor } from "../../core/organizations/organizations.service.ts";
import { endpoints } from "../helpers/endpoints.ts";
import {
  call,
  lastingStation,
  memberWithToken,
  parcel,
  RECIPIENT,
  type Station,
} from "../helpers/station.ts";
import { TABLE, type Row } from "./access-table.ts";
import { fillIn } from "./things.ts";
import { someOf } from "../helpers/some-of.ts";
import { unzip } from "../helpers/unzip.ts";

const MARK = "Gizlioğlu";
const NO_ID = "019a0000-0000-7000-8000-000000000000";
const NO_HASH = "0".repeat(64);
/** Ids that are the same for everybody, or whose link contains the proof of access. */
const OPEN = /\{(district|labelFile|trackingPage|fresh)\}/;

let s: Station;
let stranger: string;
let limited: string;

beforeAll(async () => {
  s = await lastingStation({ settings: { rateLimit: null } });
  const theirs = (await s.call<Organization>("POST", "/organizations", { name: "Başka" })).body.data
    .id;
  const founder = s.core.deps.db.raw
    .prepare("SELECT id FROM members WHERE organization_id = ?")
    .pluck()
    .get(theirs) as string;
  const { id } = createMember(s.core.deps, deskActor(s.core.deps, founder), {
    userID: "",
    email: "yabanci@ornek.test",
    name: "Yabancı",
    role: "owner",
  });
  stranger = issueToken(s.core.deps, { organizationID: theirs, memberID: id }, { name: "x" }).token;
  limited = memberWithToken(s, "limitedAccessUser").token;
  for (const token of [stranger, limited]) {
    await call(s.url, token, {
      method: "POST",
      path: "/addresses",
      body: { ...RECIPIENT, isDefaultSenderAddress: true },
    });
    await call(s.url, token, { method: "POST", path: "/shipments", body: parcel({ test: true }) });
  }
});

afterAll(() => s.stop());

/**
 * Calls a route.
 * @returns The answer's status and text.
 */
async function ask(
  token: string,
  method: string,
  { path, body }: { readonly path: string; readonly body?: unknown },
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${s.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    await response.body?.cancel();
    return `${response.status} stream`;
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  // Zip files are compared unpacked.
  if (response.headers.get("content-type") === "application/zip")
    return `${response.status} ${Buffer.from([...unzip(bytes).entries()].join("\n")).toString("latin1")}`;
  return `${response.status} ${bytes.toString("latin1")}`;
}

const withoutIds = (text: string): string =>
  text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|W-\w+/gi, "ID");
const withFake = (row: Row): { path: string; body: unknown } => {
  const text = JSON.stringify({ path: row.call, body: row.body })
    .replaceAll("{delivery}", `${NO_ID}/deliveries/none`)
    .replaceAll("{orderOf:shipment}", "W-none")
    .replaceAll("{document}", NO_HASH)
    .replaceAll(/\{\w+\}/g, NO_ID);
  return JSON.parse(text) as { path: string; body: unknown };
};

const naming = Object.entries(TABLE).filter(
  ([, row]) => /\{\w/.test(JSON.stringify(row)) && !OPEN.test(JSON.stringify(row)),
);

const RECIPIENTS: readonly (readonly [string, Row])[] = [
  [
    "PATCH /addresses/:addressID",
    { call: "/addresses/{recipient}", body: { name: "Başka" }, answers: "" },
  ],
  ["DELETE /addresses/:addressID", { call: "/addresses/{recipient}", answers: "" }],
  [
    "POST /station/addresses/:addressID/merge",
    {
      call: "/station/addresses/{recipient}/merge",
      body: { addressIDs: ["{address}"] },
      answers: "",
    },
  ],
  [
    "POST /station/addresses/restore",
    {
      call: "/station/addresses/restore",
      body: { addressIDs: ["{recipient}"], kept: null, defaults: {} },
      answers: "",
    },
  ],
];

it.each([...naming, ...RECIPIENTS])(
  "%s gives the same answer for another caller's record as for an unknown id",
  async (route, row) => {
    const [method = ""] = route.split(" ");
    for (const token of [stranger, limited]) {
      const real = await ask(token, method, await fillIn(s, row));
      // Every member reads the desk's scales.
      if (token === limited && row.call.includes("{scale}")) continue;
      // Each owner draws a card of the number that it sends.
      if (route === "POST /station/badges/card") continue;
      // A route that is open to all members reveals nothing.
      if (Number(real.slice(0, 3)) < 400) {
        expect(token, real.slice(0, 300)).toBe(limited);
        continue;
      }
      // Every member knows their organization and the saved addresses, so the answer may be a
      // refusal.
      if (
        token === limited &&
        real.startsWith("403") &&
        /\{(organization|address)\}/.test(JSON.stringify(row)) &&
        !row.call.includes("{recipient}")
      )
        continue;
      expect(withoutIds(real)).toBe(withoutIds(await ask(token, method, withFake(row))));
    }
  },
);

/**
 * Routes whose answers may change for this caller. Every member of the organization reads
 * completely: balance, members, saved addresses, boxes, linked carriers and the desk's printers and scales.
 */
const COMMON: Readonly<Record<"limited" | "stranger", readonly string[]>> = {
  // The stranger's own downloads appear in its own audit log, and so in its export.
  stranger: ["/station/audit", "/station/audit.csv", "/station/export"],
  limited: [
    "/organizations",
    "/members",
    "/addresses",
    "/station/addresses",
    "/parceltemplates",
    "/provideraccounts",
    "/station/carriers",
    "/station/desk",
    "/station/packing/control-card",
    "/station/printers",
    "/station/scales",
  ],
};

it("no list, count, sum or file that a member may not see completely changes when other members act", async () => {
  const queries = (path: string): string[] => {
    const found = endpoints.find((one) => one.method === "GET" && one.path === path);
    const names = Object.keys((found?.query as { shape?: object } | undefined)?.shape ?? {});
    return [
      "",
      ...names.flatMap((name) =>
        someOf([MARK, RECIPIENT.name, "true", "1"], 2).map(
          (value) => `${name}=${encodeURIComponent(value)}`,
        ),
      ),
    ];
  };
  const lists = Object.entries(TABLE).filter(
    ([route, row]) =>
      route.startsWith("GET ") &&
      !row.call.includes("{") &&
      !row.call.startsWith("/docs") &&
      !["/openapi.json", "/events"].includes(row.call),
  );
  const calls = lists.flatMap(([, row]) =>
    queries(row.call.split("?")[0] ?? "").map(
      (query) => `${row.call}${row.call.includes("?") ? "&" : "?"}${query}`,
    ),
  );
  const readAll = async (token: string): Promise<Map<string, string>> => {
    const answers = new Map<string, string>();
    for (const path of calls) answers.set(path, await ask(token, "GET", { path }));
    return answers;
  };
  const before = { stranger: await readAll(stranger), limited: await readAll(limited) };
  for (let i = 0; i < 3; i += 1) {
    const { body } = await s.call<{ id: string; offers: { cheapest: { id: string } } }>(
      "POST",
      "/shipments",
      parcel({
        recipientAddress: { ...RECIPIENT, name: MARK },
        order: { orderNumber: `${MARK}-${i}` },
      }),
    );
    await s.call("POST", "/transactions", { offerID: body.data.offers.cheapest.id });
  }
  for (const row of Object.values(TABLE))
    // Some records can be created only once.
    if (/\{\w/.test(JSON.stringify(row))) await fillIn(s, row).catch(() => undefined);
  const after = { stranger: await readAll(stranger), limited: await readAll(limited) };
  for (const who of ["stranger", "limited"] as const) {
    const changed = calls.filter(
      (path) => withoutTimes(before[who].get(path)) !== withoutTimes(after[who].get(path)),
    );
    expect(changed.filter((path) => !COMMON[who].includes(path.split("?")[0] ?? ""))).toEqual([]);
    // An answer may repeat the query only when it refuses the query.
    expect(
      calls.filter(
        (path) =>
          after[who].get(path)?.startsWith("400") === false &&
          after[who].get(path)?.includes(Buffer.from(MARK).toString("latin1")),
      ),
    ).toEqual([]);
  }
});

/**
 * Removes times. A PDF, which contains its time in compressed text, is reduced to its length in
 * hundreds of bytes.
 */
const withoutTimes = (text: string | undefined): string =>
  (text?.startsWith("200 %PDF") === true
    ? `PDF ${Math.round(text.length / 100)}`
    : (text ?? "")
  ).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "T");
