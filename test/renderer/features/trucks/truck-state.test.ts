import { expect, it } from "vitest";
import { mayPass } from "../../../../renderer/features/trucks/truck-state.ts";

type Situation = Parameters<typeof mayPass>[0];

const failure = { code: "E2192", message: "", reason: "NOT_ANNOUNCED" };
const lastScan: Situation["lastScan"] = {
  step: "refused",
  no: 1,
  act: "load",
  code: "UP1",
  failure,
};

/** Returns whether a member of this role may pass a label that its carrier does not know. */
function passes(role: "owner" | "user" | "limitedAccessUser", state: "off" | "signedIn"): boolean {
  const desk = { step: "ready", facts: { member: { role } } } as Situation["desk"];
  const person = state === "off" ? null : { id: "1", name: "", role };
  return mayPass({ lastScan, desk, signIn: { state, person, lockAfterMinutes: 10 } });
}

it("a packer may ask to hand over a label that its carrier does not know only where a lead's badge allows it", () => {
  expect([
    passes("owner", "off"),
    passes("owner", "signedIn"),
    passes("user", "signedIn"),
    passes("limitedAccessUser", "signedIn"),
    passes("user", "off"),
  ]).toEqual([true, true, true, true, false]);
});
