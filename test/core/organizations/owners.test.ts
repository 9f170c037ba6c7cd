/** Owners of an organization whose members were changed while its stations were disconnected. */
import { describe, expect, it } from "vitest";
import { createMember, listMembers, updateMember } from "../../../core/organizations/members.ts";
import { createToken, findActorByTokenHash } from "../../../core/organizations/api-tokens.ts";
import { hashToken } from "../../../core/http/identity.ts";
import { isAppError } from "../../../core/base/errors.ts";
import {
  createOrganizationWithOwner,
  deskActor,
  findDeskOwner,
  listOrganizations,
} from "../../../core/organizations/organizations.service.ts";
import { looseStation, owner, type LooseStation } from "../../helpers/loose-stations.ts";

/** Creates two stations that share an organization with the owners A and B and the admin C. */
function two() {
  const [a, b] = [looseStation(), looseStation()];
  const { organizationID, memberID } = createOrganizationWithOwner(
    a.deps,
    {
      name: "O",
      countryCode: "TR",
      taxOffice: "",
      taxNumber: "",
      phone: "",
      email: "",
      test: true,
    },
    { userID: a.deps.newId(), email: "a@ornek.test", name: "A" },
  );
  const actor = owner(organizationID, memberID);
  createMember(a.deps, actor, { userID: "", email: "b@ornek.test", name: "B", role: "owner" });
  createMember(a.deps, actor, { userID: "", email: "c@ornek.test", name: "C", role: "admin" });
  exchange(a, b);
  const userOf = (name: string): string =>
    listMembers(a.deps, actor).find((member) => member.name === name)?.userID ?? "";
  const members = (s: LooseStation): string[] =>
    listMembers(s.deps, actor).map(
      ({ name, role, isActive }) => `${name} ${role}${isActive ? "" : " inactive"}`,
    );
  return { a, b, actor, members, users: { a: userOf("A"), b: userOf("B"), c: userOf("C") } };
}

function exchange(...stations: readonly [LooseStation, LooseStation]): void {
  const all = stations.map((s) => s.outbox(0).map(({ stamped }) => stamped));
  stations.forEach((s, i) => s.apply(all[1 - i] ?? []));
  for (const { clock } of stations) clock.nowMs += 1_000;
}

describe("two owners who remove each other's role while their stations are disconnected", () => {
  it("the owner who lost the role last stays owner at every station, whatever happened to other members since", () => {
    const { a, b, actor, members, users } = two();
    const { userID: former } = createMember(a.deps, actor, {
      userID: "",
      email: "d@ornek.test",
      name: "D",
      role: "owner",
    });
    updateMember(a.deps, actor, former, { role: "admin" });
    exchange(a, b);
    updateMember(a.deps, actor, users.b, { role: "user" });
    b.clock.nowMs += 10_000;
    updateMember(b.deps, actor, users.a, { role: "admin" });
    b.clock.nowMs += 10_000;
    updateMember(b.deps, actor, users.c, { role: "user" });
    updateMember(b.deps, actor, former, { role: "user" });
    exchange(a, b);
    for (const s of [a, b])
      expect([members(s), findDeskOwner(s.deps)?.memberID]).toEqual([
        ["A owner", "B user", "C user", "D user"],
        actor.memberID,
      ]);
  });

  it("of two owners who deactivate each other, the owner deactivated last stays active and keeps tokens and desk", () => {
    const { a, b, actor, members, users } = two();
    const { token } = createToken(a.deps, actor, {
      organizationID: "",
      name: "",
      scopes: [],
      allowedIPs: [],
      expiresAt: "",
    });
    updateMember(a.deps, actor, users.b, { isActive: false });
    b.clock.nowMs += 10_000;
    updateMember(b.deps, actor, users.a, { isActive: false });
    exchange(a, b);
    for (const s of [a, b]) {
      expect(members(s)).toEqual(["A owner", "B owner inactive", "C admin"]);
      expect([
        findActorByTokenHash(s.deps, hashToken(token ?? ""), "127.0.0.1")?.role,
        deskActor(s.deps, actor.memberID).role,
        listOrganizations(s.deps, actor).length,
      ]).toEqual(["owner", "owner", 1]);
    }
  });

  it("the last owner can give up the role only after another owner was appointed", () => {
    const { a, b, actor, members, users } = two();
    updateMember(a.deps, actor, users.b, { role: "user" });
    b.clock.nowMs += 10_000;
    updateMember(b.deps, actor, users.a, { role: "user" });
    exchange(a, b);
    const leave = (): unknown => updateMember(a.deps, actor, users.a, { role: "user" });
    expect(leave).toThrow(expect.toSatisfy((error) => isAppError(error, "ownerNeeded")));
    updateMember(b.deps, actor, users.c, { role: "owner" });
    exchange(a, b);
    for (const s of [a, b]) expect(members(s)).toEqual(["A owner", "B user", "C owner"]);
    leave();
    exchange(a, b);
    for (const s of [a, b]) expect(members(s)).toEqual(["A user", "B user", "C owner"]);
  });

  it("both owners lose the role when a third owner was appointed before", () => {
    const { a, b, actor, members, users } = two();
    updateMember(a.deps, actor, users.b, { role: "user" });
    b.clock.nowMs += 10_000;
    updateMember(b.deps, actor, users.c, { role: "owner" });
    updateMember(b.deps, actor, users.a, { role: "user" });
    exchange(a, b);
    for (const s of [a, b]) expect(members(s)).toEqual(["A user", "B user", "C owner"]);
  });
});
