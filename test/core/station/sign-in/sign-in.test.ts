/** Badges and PINs at the desk's window. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Member } from "../../../../core/organizations/organizations.schema.ts";
import type { Badge, MadeBadge } from "../../../../core/station/sign-in/sign-in.schema.ts";
import { isBadgeNumber } from "../../../../core/base/badge-number.ts";
import {
  addEmptyDatabase,
  call,
  memberWithToken,
  station,
  temporaryFolder,
} from "../../../helpers/station.ts";
import {
  badgeFor,
  LEAD_PIN,
  OWNER_PIN,
  ownerOf,
  signInAs,
  signInState,
  withBadges,
} from "../../../helpers/sign-in.ts";

const MINUTE_MS = 60_000;

it("without any badge the desk acts as its owner, and nobody signs in", async () => {
  const s = await station();
  expect(await signInState(s)).toMatchObject({ state: "off", person: null });
  const desk = await s.desk<{ member: { role: string } }>("GET", "/station/desk");
  expect([desk.status, desk.data.member.role]).toEqual([200, "owner"]);
});

it("the first badge is an owner's with a PIN (E2246), and locks the desk", async () => {
  const s = await station();
  const { userID } = memberWithToken(s, "user");
  const first = await s.call("POST", "/station/badges", { userID });
  expect([first.status, first.body.code]).toEqual([409, "E2246"]);
  const withoutPin = await s.call("POST", "/station/badges", { userID: await ownerOf(s) });
  expect([withoutPin.status, withoutPin.body.code]).toEqual([409, "E2246"]);
  expect(await signInState(s)).toMatchObject({ state: "off" });
  const badge = await badgeFor(s, await ownerOf(s), OWNER_PIN);
  expect(isBadgeNumber(badge.number)).toBe(true);
  expect(await signInState(s)).toMatchObject({ state: "locked", person: null });
  const desk = await s.desk("GET", "/station/desk");
  expect([desk.status, desk.code]).toEqual([403, "E2241"]);
});

it("the owner who makes the first badge at the desk stays signed in until the card is saved", async () => {
  const s = await station();
  const made = await s.desk<MadeBadge>("POST", "/station/badges", {
    userID: await ownerOf(s),
    pin: OWNER_PIN,
  });
  expect(await signInState(s)).toMatchObject({ state: "signedIn", person: { role: "owner" } });
  const { number } = made.data;
  const card = await s.core.request({
    method: "POST",
    path: "/station/badges/card",
    body: { number, name: "Sahip" },
  });
  expect(card.file?.name).toBe("badge.pdf");
});

it("the first badge that is made at the desk is for the owner as whom the desk acts (E2246), and for no other owner", async () => {
  const s = await station();
  const { userID } = memberWithToken(s, "owner");
  const first = { userID, pin: LEAD_PIN };
  const refused = await s.desk("POST", "/station/badges", first);
  expect([refused.status, refused.code, refused.reason]).toEqual([409, "E2246", "firstOwn"]);
  expect(await signInState(s)).toMatchObject({ state: "off" });
  const own = { userID: await ownerOf(s), pin: OWNER_PIN };
  expect((await s.desk("POST", "/station/badges", own)).status).toBe(201);
  expect((await signInState(s)).person?.id).toBe(s.started.memberID);
  expect((await s.desk("POST", "/station/badges", first)).status).toBe(201);
  expect((await signInState(s)).person?.id).toBe(s.started.memberID);
});

it("a packer's badge signs in within 200 ms, and acts are under the packer's name", async () => {
  const s = await station();
  const { packer } = await withBadges(s);
  const from = performance.now();
  await signInAs(s, packer);
  expect(performance.now() - from).toBeLessThan(200);
  expect(await signInState(s)).toMatchObject({ state: "signedIn", person: { role: "user" } });
  const desk = await s.desk<{ member: { id: string } }>("GET", "/station/desk");
  expect(desk.data.member.id).toBe(packer.memberID);
});

it("a lead's badge asks for the PIN, and a wrong PIN (E2244) signs nobody in", async () => {
  const s = await station();
  const { lead } = await withBadges(s);
  const asked = await s.desk("POST", "/station/sign-in", { badge: lead.number });
  expect(asked.data).toEqual({ step: "pinNeeded", name: lead.memberName });
  expect(await signInState(s)).toMatchObject({ state: "locked" });
  const wrong = await s.desk("POST", "/station/sign-in", { badge: lead.number, pin: "000001" });
  expect([wrong.status, wrong.code, wrong.values]).toEqual([403, "E2244", { left: 4 }]);
  await signInAs(s, lead, LEAD_PIN);
  expect(await signInState(s)).toMatchObject({ state: "signedIn", person: { role: "admin" } });
});

it("of a thousand tries at once only five are checked (E2245), also after a restart and after the clock was set back", async () => {
  const folder = temporaryFolder();
  addEmptyDatabase(folder);
  const s = await station({ dataDir: folder });
  const { lead, packer } = await withBadges(s);
  const guess = (pin: string) => s.desk("POST", "/station/sign-in", { badge: lead.number, pin });
  const tries = await Promise.all(
    Array.from({ length: 1_000 }, (_, i) => guess(String(500_000 + i))),
  );
  const count = (code: string): number => tries.filter((one) => one.code === code).length;
  expect({ wrong: count("E2244"), waits: count("E2245") }).toEqual({ wrong: 5, waits: 995 });
  expect((await guess(LEAD_PIN)).code).toBe("E2245");
  await signInAs(s, packer);
  await s.stop();
  const again = await station({ dataDir: folder, demo: false });
  const right = () => again.desk("POST", "/station/sign-in", { badge: lead.number, pin: LEAD_PIN });
  expect((await right()).code).toBe("E2245");
  again.clock.nowMs -= 365 * 24 * 60 * MINUTE_MS;
  expect((await right()).code).toBe("E2245");
  again.clock.nowMs += 2 * MINUTE_MS;
  expect((await right()).data).toMatchObject({ step: "signedIn" });
});

it("each further wrong PIN doubles the wait", { tags: "all" }, async () => {
  const s = await station();
  const { lead } = await withBadges(s);
  const guess = () => s.desk("POST", "/station/sign-in", { badge: lead.number, pin: "111112" });
  for (let i = 0; i < 5; i++) await guess();
  const waits: unknown[] = [];
  for (let i = 0; i < 6; i++) {
    waits.push((await guess()).values?.["seconds"]);
    s.clock.nowMs += Number(waits.at(-1)) * 1_000;
    expect((await guess()).code).toBe("E2244");
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900]);
});

it("the desk locks after the idle minutes, by Ctrl+L, when the badge is revoked and when its member loses access", async () => {
  const s = await station();
  const { packer, userOf } = await withBadges(s);
  await signInAs(s, packer);
  s.clock.nowMs += 9 * MINUTE_MS;
  await s.desk("POST", "/station/sign-in/activity");
  s.clock.nowMs += 9 * MINUTE_MS;
  expect(await signInState(s)).toMatchObject({ state: "signedIn" });
  s.clock.nowMs += 2 * MINUTE_MS;
  expect((await s.desk("GET", "/station/desk")).code).toBe("E2241");
  await signInAs(s, packer);
  await s.desk("POST", "/station/sign-in/lock");
  expect((await s.desk("GET", "/station/desk")).code).toBe("E2241");
  await signInAs(s, packer);
  await s.call("PATCH", `/members/${userOf.packer}`, { isActive: false });
  expect((await s.desk("GET", "/station/desk")).code).toBe("E2241");
  const refused = await s.desk("POST", "/station/sign-in", { badge: packer.number });
  expect([refused.code, refused.reason]).toEqual(["E2243", "noAccess"]);
  await s.call("PATCH", `/members/${userOf.packer}`, { isActive: true });
  await signInAs(s, packer);
  await s.call("DELETE", `/station/badges/${packer.id}`);
  expect((await s.desk("GET", "/station/desk")).code).toBe("E2241");
  const replayed = await s.desk("POST", "/station/sign-in", { badge: packer.number });
  expect([replayed.code, replayed.reason]).toEqual(["E2243", "revoked"]);
});

it("after a restart the desk is locked", async () => {
  const folder = temporaryFolder();
  addEmptyDatabase(folder);
  const s = await station({ dataDir: folder });
  const { packer } = await withBadges(s);
  await signInAs(s, packer);
  await s.stop();
  const again = await station({ dataDir: folder, demo: false });
  expect((await again.desk("GET", "/station/desk")).code).toBe("E2241");
  await signInAs(again, packer);
  expect((await again.desk("GET", "/station/desk")).status).toBe(200);
});

it("the recovery key signs the owner in, and the audit log says so; five wrong keys wait (E2245)", async () => {
  const s = await station();
  await badgeFor(s, await ownerOf(s), OWNER_PIN);
  await signInAs(s, await badgeFor(s, await ownerOf(s)), OWNER_PIN);
  const { data } = await s.desk<{ recoveryKey: string }>("POST", "/station/secrets/recovery-key");
  await s.desk("POST", "/station/sign-in/lock");
  const wrong = await s.desk("POST", "/station/sign-in/recovery", { recoveryKey: "5ZK2P" });
  expect(wrong.code).toBe("E2105");
  const right = await s.desk("POST", "/station/sign-in/recovery", data);
  expect(right.data).toMatchObject({ state: "signedIn", person: { role: "owner" } });
  const { body } = await s.call<{ list: { operation: string; memberID: string }[] }>(
    "GET",
    "/station/audit?kind=signIn",
  );
  expect(body.data.list[0]).toMatchObject({
    operation: "recoverSignIn",
    memberID: s.started.memberID,
  });
  await s.desk("POST", "/station/sign-in/lock");
  for (let i = 0; i < 5; i++)
    await s.desk("POST", "/station/sign-in/recovery", { recoveryKey: "5ZK2P" });
  expect((await s.desk("POST", "/station/sign-in/recovery", data)).code).toBe("E2245");
});

it("a copy of the database without the station's key has no number of a badge and opens no PIN", async () => {
  const folder = temporaryFolder();
  addEmptyDatabase(folder);
  const s = await station({ dataDir: folder });
  const { lead, packer } = await withBadges(s);
  await s.stop();
  const copy = temporaryFolder();
  copyFileSync(join(folder, "packbench.db"), join(copy, "packbench.db"));
  const other = await station({ dataDir: copy, demo: false, became: "copied" });
  const rows = JSON.stringify(
    ["badges", "member_pins"].map((table) =>
      other.core.deps.db.raw.prepare(`SELECT * FROM ${table}`).all(),
    ),
  );
  expect(rows).not.toContain(lead.number);
  expect(rows).not.toContain(packer.number);
  expect(rows).not.toMatch(/salt|\\"hash/);
  const opened = await other.desk("POST", "/station/sign-in", {
    badge: lead.number,
    pin: LEAD_PIN,
  });
  expect([opened.status, opened.code]).toEqual([409, "E2050"]);
});

it("an admin makes no owner's badge and changes no owner's PIN (E1055)", async () => {
  const s = await station();
  const { lead, owner } = await withBadges(s);
  await signInAs(s, lead, LEAD_PIN);
  const user = await ownerOf(s);
  const answers = [
    await s.desk("POST", "/station/badges", { userID: user }),
    await s.desk("PUT", `/station/badges/pins/${user}`, { pin: "907341" }),
    await s.desk("DELETE", `/station/badges/${owner.id}`),
    await s.desk("POST", "/station/secrets/recovery-key"),
  ];
  expect(answers.map(({ status, code }) => [status, code])).toEqual(
    answers.map(() => [403, "E1055"]),
  );
});

it("an admin makes no badge and changes no PIN of another admin (E1055), but changes the admin's own PIN and revokes a lost badge", async () => {
  const s = await station();
  const { lead, userOf } = await withBadges(s);
  const other = await s.call<Member>("POST", "/members", {
    name: "Other",
    email: "other@ornek.test",
    role: "admin",
  });
  const { userID } = other.body.data;
  const made = await s.call<MadeBadge>("POST", "/station/badges", { userID, pin: "471920" });
  await signInAs(s, lead, LEAD_PIN);
  const answers = [
    await s.desk("POST", "/station/badges", { userID }),
    await s.desk("PUT", `/station/badges/pins/${userID}`, { pin: "907341" }),
    await s.desk("PUT", `/station/badges/pins/${userOf.lead}`, { pin: "907341" }),
    await s.desk("DELETE", `/station/badges/${made.body.data.id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 200]);
});

it("the only owner's badge cannot be revoked before the others (E2246); with the last badge signing in ends", async () => {
  const s = await station();
  const { owner, lead, packer } = await withBadges(s);
  const refused = await s.call("DELETE", `/station/badges/${owner.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, "E2246"]);
  for (const badge of [packer, lead, owner]) {
    const { status } = await s.call<Badge>("DELETE", `/station/badges/${badge.id}`);
    expect(status).toBe(200);
  }
  expect(await signInState(s)).toMatchObject({ state: "off" });
  expect((await s.desk("GET", "/station/desk")).status).toBe(200);
});

it("the only owner with a badge keeps role and access (E2246) until another owner has a badge and PIN, or no badge is left", async () => {
  const s = await station();
  const { owner, lead, packer } = await withBadges(s);
  const other = memberWithToken(s, "owner");
  const change = (patch: object, token = other.token) =>
    call(s.url, token, { method: "PATCH", path: `/members/${owner.userID}`, body: patch });
  const refused = [await change({ role: "user" }), await change({ isActive: false })];
  expect(refused.map(({ status, body }) => [status, body.code, body["reason"]])).toEqual(
    refused.map(() => [409, "E2246", "lastOwner"]),
  );
  expect((await change({ name: "Sahip" })).status).toBe(200);
  await signInAs(s, owner, OWNER_PIN);
  for (const { id } of [packer, lead, owner]) await s.call("DELETE", `/station/badges/${id}`);
  expect((await change({ role: "admin" })).status).toBe(200);
  expect((await change({ role: "owner" })).status).toBe(200);
  await badgeFor(s, owner.userID);
  await badgeFor(s, other.userID, LEAD_PIN);
  expect((await change({ role: "admin" })).status).toBe(200);
});

it("a packer who becomes an admin signs in only after an owner has set a PIN (E2243)", async () => {
  const s = await station();
  const { packer, userOf } = await withBadges(s);
  await s.call<Member>("PATCH", `/members/${userOf.packer}`, { role: "admin" });
  const asked = await s.desk("POST", "/station/sign-in", { badge: packer.number, pin: "471920" });
  expect([asked.code, asked.reason]).toEqual(["E2243", "noPin"]);
  await s.call("PUT", `/station/badges/pins/${userOf.packer}`, { pin: "471920" });
  await signInAs(s, packer, "471920");
});

it("a member whose role falls while signed in has the lower rights at once", async () => {
  const s = await station();
  const { lead, userOf } = await withBadges(s);
  await signInAs(s, lead, LEAD_PIN);
  expect((await s.desk("GET", "/station/audit")).status).toBe(200);
  await s.call("PATCH", `/members/${userOf.lead}`, { role: "user" });
  expect((await s.desk("GET", "/station/audit")).status).toBe(403);
});

it.each(["123456", "000000", "12345", "1234567", "12345a", ""])(
  "the PIN %j is refused (E1085)",
  async (pin) => {
    const s = await station();
    const answer = await s.call("PUT", `/station/badges/pins/${await ownerOf(s)}`, { pin });
    expect([answer.status, answer.body.code]).toEqual([400, "E1085"]);
  },
);

it("programs sign nobody in (E1055)", async () => {
  const s = await station();
  const { packer } = await withBadges(s);
  const answer = await s.call("POST", "/station/sign-in", { badge: packer.number });
  expect([answer.status, answer.body.code]).toEqual([403, "E1055"]);
  expect((await s.call("GET", "/station/desk")).status).toBe(200);
});
