/** Members with badges at the desk's real window, and the cover that asks for badges and PINs. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Member } from "../../core/organizations/organizations.schema.ts";
import type { MadeBadge } from "../../core/station/sign-in/sign-in.schema.ts";
import { ask } from "./desk-keys.ts";

export const OWNER_PIN = "824917";
export const LEAD_PIN = "370518";

/** The cover while the desk asks for a badge or a PIN. */
export const cover = (page: Page): Locator => page.getByTestId("badge-screen");

/** Adds a member. @returns The user's id. */
export async function newMember(page: Page, name: string, role: string): Promise<string> {
  const email = `${name.toLowerCase()}@ornek.test`;
  return (await ask<Member>(page, "POST", "/members", { name, email, role })).userID;
}

/** Makes a badge. @returns The badge's number. */
export async function makeBadge(page: Page, userID: string, pin = ""): Promise<string> {
  return (await ask<MadeBadge>(page, "POST", "/station/badges", { userID, pin })).number;
}

/** Makes an owner's, a lead's and a packer's badge; the owner stays signed in. */
export async function makeBadges(page: Page): Promise<Record<"owner" | "lead" | "packer", string>> {
  const members = await ask<Member[]>(page, "GET", "/members");
  const users = {
    packer: await newMember(page, "Paketci", "user"),
    lead: await newMember(page, "Sorumlu", "admin"),
    owner: members.find(({ role }) => role === "owner")?.userID ?? "",
  };
  const owner = await makeBadge(page, users.owner, OWNER_PIN);
  const lead = await makeBadge(page, users.lead, LEAD_PIN);
  return { owner, lead, packer: await makeBadge(page, users.packer) };
}

/** Types a PIN as a person does; the sixth digit sends it. */
export async function typePin(page: Page, pin: string): Promise<void> {
  await expect(cover(page)).toHaveAttribute("data-step", "pin");
  for (const digit of pin) {
    await page.keyboard.press(digit);
    await page.waitForTimeout(60);
  }
}
