/** Members with badges at a station's desk. */
import type { MadeBadge, SignInState } from "../../core/station/sign-in/sign-in.schema.ts";
import type { Role } from "../../core/organizations/organizations.schema.ts";
import { memberWithToken, type Station } from "./station.ts";

export const OWNER_PIN = "824917";
export const LEAD_PIN = "370518";

/** Badge numbers of the owner, a lead and a packer, and the members' ids. */
export type Crew = {
  readonly owner: MadeBadge;
  readonly lead: MadeBadge;
  readonly packer: MadeBadge;
  readonly userOf: Readonly<Record<"lead" | "packer", string>>;
};

/** Gives the owner, an admin and a user badges; from then on the desk is locked. */
export async function withBadges(s: Station, packer: Role = "user"): Promise<Crew> {
  const users = { lead: memberWithToken(s, "admin"), packer: memberWithToken(s, packer) };
  return {
    owner: await badgeFor(s, await ownerOf(s), OWNER_PIN),
    lead: await badgeFor(s, users.lead.userID, LEAD_PIN),
    packer: await badgeFor(s, users.packer.userID),
    userOf: { lead: users.lead.userID, packer: users.packer.userID },
  };
}

/** Returns the user id of the owner for whom the station's token acts. */
export async function ownerOf(s: Station): Promise<string> {
  const { body } = await s.call<{ id: string; userID: string }[]>("GET", "/members");
  return body.data.find(({ id }) => id === s.started.memberID)?.userID ?? "";
}

/** Makes a badge by the owner's token. */
export async function badgeFor(s: Station, userID: string, pin = ""): Promise<MadeBadge> {
  const { status, body } = await s.call<MadeBadge>("POST", "/station/badges", { userID, pin });
  if (status !== 201) throw new Error(`a badge was not made: ${body.code} ${body.message}`);
  return body.data;
}

/** Signs in at the desk's window. */
export async function signInAs(s: Station, { number }: MadeBadge, pin = ""): Promise<void> {
  const answer = await s.desk<{ step: string }>("POST", "/station/sign-in", { badge: number, pin });
  if (answer.data?.step !== "signedIn")
    throw new Error(`the badge did not sign in: ${JSON.stringify(answer)}`);
}

/** Reads who is signed in. */
export async function signInState(s: Station): Promise<SignInState> {
  return (await s.desk<SignInState>("GET", "/station/sign-in")).data;
}
