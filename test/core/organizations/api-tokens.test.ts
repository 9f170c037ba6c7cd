import { describe, expect, it } from "vitest";
import type { ApiToken, IssuedToken } from "../../../core/organizations/api-tokens.schema.ts";
import { findActorByTokenHash } from "../../../core/organizations/api-tokens.ts";
import { hashToken } from "../../../core/http/identity.ts";
import type { Organization } from "../../../core/organizations/organizations.schema.ts";
import {
  call,
  memberWithToken,
  station,
  temporaryFolder,
  type Answer,
  type Station,
} from "../../helpers/station.ts";

async function make(
  s: Station,
  body: Record<string, unknown> = {},
): Promise<IssuedToken & { token: string }> {
  const { data } = (await s.call<IssuedToken>("POST", "/apitokens", { name: "Depo", ...body }))
    .body;
  return { ...data, token: data.token ?? "" };
}

const as = (
  s: Station,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> => call(s.url, token, { method, path, body });

describe("API tokens", () => {
  it("a token is shown once, listed without its secret, stored only as a hash, and revoked at once", async () => {
    const s = await station();
    const made = await make(s);
    expect(made).toMatchObject({
      name: "Depo",
      scopes: ["*"],
      allowedIPs: [],
      expiresAt: null,
      isActive: true,
    });
    expect((await as(s, made.token, "GET", "/shipments")).status).toBe(200);
    const listed = await s.call<ApiToken[]>("GET", "/apitokens");
    expect(listed.body.data.map((t) => t.name)).toEqual(["Demo", "Depo"]);
    expect(JSON.stringify(listed.body)).not.toContain(made.token);
    expect(
      JSON.stringify(s.core.deps.db.raw.prepare("SELECT * FROM api_tokens").all()),
    ).not.toContain(made.token);
    const revoked = await s.call<ApiToken>("DELETE", `/apitokens/${made.id}`);
    expect([revoked.status, revoked.body.data.isActive]).toEqual([200, false]);
    expect((await as(s, made.token, "GET", "/shipments")).body.code).toBe("E2001");
    expect((await s.call<ApiToken[]>("GET", "/apitokens")).body.data.map((t) => t.name)).toEqual([
      "Demo",
    ]);
  });

  it("a token shows its last use, also after a restart, and a refused call is not a use", async () => {
    const dataDir = temporaryFolder();
    const s = await station({ dataDir });
    const { id, token } = await make(s);
    const bound = await make(s, { name: "Bound", allowedIPs: ["10.0.0.1"] });
    const lastUse = async (of: string, at = s): Promise<string | null | undefined> =>
      (await at.call<ApiToken[]>("GET", "/apitokens")).body.data.find((one) => one.id === of)
        ?.lastUsedAt;
    expect(await lastUse(id)).toBeNull();
    const before = s.core.deps.now();
    await as(s, token, "GET", "/shipments");
    expect((await as(s, bound.token, "GET", "/shipments")).status).toBe(403);
    const used = await lastUse(id);
    expect(used !== null && used !== undefined && used >= before).toBe(true);
    await s.stop();
    const again = await station({ dataDir });
    expect([await lastUse(id, again), await lastUse(bound.id, again)]).toEqual([used, null]);
  });

  it("a token with the scope read can only read", async () => {
    const s = await station();
    const { token } = await make(s, { scopes: ["read"] });
    const answers = await Promise.all([
      as(s, token, "GET", "/shipments"),
      as(s, token, "POST", "/shipments", {}),
      as(s, token, "DELETE", "/parceltemplates/x"),
      as(s, token, "POST", "/apitokens", {}),
    ]);
    expect(answers.map((a) => [a.status, a.body.code])).toEqual([
      [200, undefined],
      [403, "E1055"],
      [403, "E1055"],
      [403, "E1055"],
    ]);
  });

  it("a token limited to addresses works only from them: IPv4, IPv6, ranges, and IPv4 written as IPv6", async () => {
    const s = await station();
    const { token } = await make(s, {
      allowedIPs: ["10.1.0.0/16", "192.0.2.7", "2001:db8::/32", "::1"],
    });
    const opens = (ip: string): boolean => {
      try {
        return findActorByTokenHash(s.core.deps, hashToken(token), ip) !== undefined;
      } catch {
        return false;
      }
    };
    const inside = ["10.1.255.1", "::ffff:10.1.0.9", "192.0.2.7", "2001:db8:1::5", "::1"];
    const outside = ["10.2.0.1", "192.0.2.8", "2001:db9::1", "127.0.0.1", "not an address"];
    expect([inside.map(opens), outside.map(opens)]).toEqual([
      inside.map(() => true),
      outside.map(() => false),
    ]);
    expect((await as(s, token, "GET", "/shipments")).body.code).toBe("E1055");
    const local = await make(s, { allowedIPs: ["127.0.0.0/8"] });
    expect((await as(s, local.token, "GET", "/shipments")).status).toBe(200);
    expect((await as(s, local.token, "POST", "/apitokens", {})).body.code).toBe("E1055");
  });

  it("a token is answered E1055 after its expiry date", async () => {
    const s = await station();
    const { token, expiresAt } = await make(s, { expiresAt: "2026-11-22T00:00:00+03:00" });
    expect(expiresAt).toBe("2026-11-21T21:00:00.000Z");
    expect((await as(s, token, "GET", "/shipments")).status).toBe(200);
    s.clock.nowMs = Date.parse("2026-11-21T21:00:01.000Z");
    expect((await as(s, token, "GET", "/shipments")).body.code).toBe("E1055");
  });

  it.each([
    { scopes: ["all"] },
    { allowedIPs: ["10.0.0"] },
    { allowedIPs: ["1"] },
    { allowedIPs: ["10.0.0.0/33"] },
    { allowedIPs: ["x/8"] },
    { expiresAt: "tomorrow" },
    { expiresAt: "2020-01-01" },
  ])("a token with %j is E1085", async (body) => {
    const s = await station();
    const { status, body: failure } = await s.call("POST", "/apitokens", body);
    expect([status, failure.code]).toEqual([400, "E1085"]);
  });

  it("only an owner or admin manages tokens of other members", async () => {
    const s = await station();
    const user = memberWithToken(s, "user");
    const admin = memberWithToken(s, "admin");
    const demo = (await s.call<ApiToken[]>("GET", "/apitokens")).body.data.find(
      (t) => t.name === "Demo",
    );
    const own = (await as(s, user.token, "GET", "/apitokens")).body.data as ApiToken[];
    const all = (await as(s, admin.token, "GET", "/apitokens")).body.data as ApiToken[];
    expect([own.map((t) => t.name), all.map((t) => t.name)]).toEqual([
      ["user"],
      ["Demo", "user", "admin"],
    ]);
    expect((await as(s, user.token, "DELETE", `/apitokens/${demo?.id}`)).body.code).toBe("E2018");
    expect((await as(s, admin.token, "DELETE", `/apitokens/${own[0]?.id}`)).status).toBe(200);
    expect((await as(s, user.token, "GET", "/apitokens")).body.code).toBe("E2001");
  });

  it("a token for another organization of the same user works in that organization, and a token for another user's organization is E1053", async () => {
    const s = await station();
    const founded = (await s.call<Organization>("POST", "/organizations", { name: "İkinci Depo" }))
      .body.data;
    const { token } = await make(s, { organizationID: founded.id });
    expect(
      ((await as(s, token, "GET", "/organizations")).body.data as Organization[]).map(
        (o) => o.name,
      ),
    ).toEqual(["Örnek Mağaza", "İkinci Depo"]);
    expect((await as(s, token, "GET", "/shipments")).body["totalRows"]).toBe(0);
    const user = memberWithToken(s, "user");
    expect(
      (await as(s, user.token, "POST", "/apitokens", { organizationID: founded.id })).body.code,
    ).toBe("E1053");
  });
});
