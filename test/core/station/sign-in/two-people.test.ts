/** Badges, PINs and locks of two people that reach the desk within milliseconds. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import type { MadeBadge } from "../../../../core/station/sign-in/sign-in.schema.ts";
import {
  LEAD_PIN,
  OWNER_PIN,
  signInAs,
  signInState,
  withBadges,
} from "../../../helpers/sign-in.ts";
import { station, type Station } from "../../../helpers/station.ts";

/** Sends a badge with its PIN, and returns while the core checks the PIN. */
async function sendPin(s: Station, { number }: MadeBadge, pin = LEAD_PIN) {
  const answer = s.desk("POST", "/station/sign-in", { badge: number, pin });
  await wait(5);
  return { answer };
}

it("a packer's badge that is scanned while a lead's PIN is checked signs the packer in, and the lead's check is refused (E2243)", async () => {
  const s = await station();
  const { lead, packer } = await withBadges(s);
  const older = await sendPin(s, lead);
  await signInAs(s, packer);
  const refused = await older.answer;
  expect([refused.status, refused.code, refused.reason]).toEqual([403, "E2243", "overtaken"]);
  expect((await signInState(s)).person?.id).toBe(packer.memberID);
  await signInAs(s, lead, LEAD_PIN);
});

it("of two PINs that are checked at once, the last one signs in", async () => {
  const s = await station();
  const { lead, owner } = await withBadges(s);
  const older = await sendPin(s, lead);
  const newer = await sendPin(s, owner, OWNER_PIN);
  expect((await older.answer).reason).toBe("overtaken");
  expect((await newer.answer).data).toMatchObject({ step: "signedIn" });
  expect((await signInState(s)).person?.role).toBe("owner");
});

it("a badge that asks for its PIN ends the check of an older PIN, and an unknown badge does not", async () => {
  const s = await station();
  const { lead, owner } = await withBadges(s);
  const checked = await sendPin(s, lead);
  expect((await s.desk("POST", "/station/sign-in", { badge: "8690000000012" })).code).toBe("E2243");
  expect((await checked.answer).data).toMatchObject({ step: "signedIn" });
  const older = await sendPin(s, lead);
  await s.desk("POST", "/station/sign-in", { badge: owner.number });
  expect((await older.answer).reason).toBe("overtaken");
});

it.each(["signed in", "locked"])(
  "a lock while a PIN is checked holds, at a desk that is %s",
  async (before) => {
    const s = await station();
    const { lead, packer } = await withBadges(s);
    if (before === "signed in") await signInAs(s, packer);
    const older = await sendPin(s, lead);
    await s.desk("POST", "/station/sign-in/lock");
    expect((await older.answer).reason).toBe("overtaken");
    expect(await signInState(s)).toMatchObject({ state: "locked" });
    expect((await s.desk("GET", "/station/desk")).code).toBe("E2241");
  },
);

it("a lock while a lead's leave is checked gives no leave, and the next person has none", async () => {
  const s = await station();
  const { lead, packer } = await withBadges(s);
  await signInAs(s, packer);
  const leave = s.desk("POST", "/station/sign-in/approvals", {
    badge: lead.number,
    pin: LEAD_PIN,
    act: "cancel",
    method: "DELETE",
    path: "/shipments/x",
  });
  await wait(5);
  await s.desk("POST", "/station/sign-in/lock");
  await signInAs(s, packer);
  expect((await leave).status).toBe(403);
});
