/** Chapter: organizations, members, balance and API tokens. */
import { expect } from "vitest";
import type { Member, Organization } from "../../../core/organizations/organizations.schema.ts";
import { boughtShipment, type Station } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";
import { expectFields, MEMBER, ORGANIZATION } from "../fields.ts";

async function tokenFor(s: Station, body: object): Promise<{ token: string; id: string }> {
  return (await s.call<{ token: string; id: string }>("POST", "/apitokens", body)).body.data;
}

chapter("Organizations and members", (rule) => {
  rule("GET /organizations lists the organizations of the current user.", async (s) => {
    const { status, body } = await s.call<Organization[]>("GET", "/organizations");
    expect([status, body.data.map((o) => o.id)]).toEqual([200, [s.started.organizationID]]);
  });
  rule("GET /members answers the members of the current organization.", async (s) => {
    const { data } = (await s.call<Member[]>("GET", "/members")).body;
    expect(data.map((m) => [m.organizationID, m.role])).toEqual([
      [s.started.organizationID, "owner"],
    ]);
  });
  rule("POST /organizations answers 201 with the Organization in `data`.", async (s) => {
    const { status, body } = await s.call<Organization>("POST", "/organizations", {
      name: "İkinci",
      countryCode: "TR",
      taxNumber: "1",
      email: "x@ornek.test",
    });
    expectFields(body.data, ORGANIZATION);
    expect([
      status,
      body.data.name,
      body.data.balance,
      (await s.call<Organization[]>("GET", "/organizations")).body.data.length,
    ]).toEqual([201, "İkinci", "0.00", 2]);
  });
  rule(
    "GET and PATCH /organizations/{organizationID} answer the Organization; PATCH changes its name, tax fields and contact fields.",
    async (s) => {
      const path = `/organizations/${s.started.organizationID}`;
      const patched = await s.call<Organization>("PATCH", path, {
        name: "Yeni Ad",
        taxOffice: "Beşiktaş",
        taxNumber: "987",
        phone: "+902120000000",
        email: "yeni@ornek.test",
      });
      expect(patched.body.data).toMatchObject({
        name: "Yeni Ad",
        taxOffice: "Beşiktaş",
        taxNumber: "987",
        phone: "+902120000000",
        email: "yeni@ornek.test",
      });
      expect((await s.call("GET", path)).body.data).toEqual(patched.body.data);
    },
  );
  rule(
    "`labelFileType` follows the organization's setting (PDF by default, ZPL on request).",
    async (s) => {
      const path = `/organizations/${s.started.organizationID}`;
      const types = [(await boughtShipment(s, { test: true })).shipment.labelFileType];
      await s.call("PATCH", path, { labelFileType: "ZPL" });
      const { shipment } = await boughtShipment(s, { test: true });
      await s.call("PATCH", path, { labelFileType: "PDF" });
      expect([
        ...types,
        shipment.labelFileType,
        shipment.labelURL.endsWith(".zpl"),
        (await (await fetch(shipment.labelURL)).text()).startsWith("^XA"),
      ]).toEqual(["PDF", "ZPL", true, true]);
    },
  );
  rule(
    "POST /members invites a user by e-mail with a `role` and answers 201 with the OrganizationMember; inviting a member again is 409.",
    async (s) => {
      const { status, body } = await s.call<Member>("POST", "/members", {
        email: "yeni@ornek.test",
        role: "user",
      });
      expectFields(body.data, MEMBER);
      expect([status, body.data.email, body.data.role, body.data.isActive]).toEqual([
        201,
        "yeni@ornek.test",
        "user",
        true,
      ]);
      expect((await s.call("POST", "/members", { userID: body.data.userID })).status).toBe(409);
    },
  );
  rule(
    "GET /members/{userID} answers the OrganizationMember, and PATCH changes `role` and `isActive`.",
    async (s) => {
      const { userID } = (
        await s.call<Member>("POST", "/members", { email: "biri@ornek.test", role: "user" })
      ).body.data;
      const patched = await s.call<Member>("PATCH", `/members/${userID}`, {
        role: "admin",
        isActive: false,
      });
      expect([
        patched.body.data.role,
        patched.body.data.isActive,
        (await s.call<Member>("GET", `/members/${userID}`)).body.data,
      ]).toEqual(["admin", false, patched.body.data]);
    },
  );
  rule("The last owner can be neither demoted nor deactivated.", async (s) => {
    const owner = (await s.call<Member[]>("GET", "/members")).body.data.find(
      (m) => m.role === "owner",
    );
    const answers = await Promise.all(
      [{ role: "user" }, { isActive: false }].map((patch) =>
        s.call("PATCH", `/members/${owner?.userID}`, patch),
      ),
    );
    expect(answers.map((a) => [a.status, a.body.code])).toEqual([
      [409, "E2030"],
      [409, "E2030"],
    ]);
  });
  rule(
    "GET …/balance answers `result`, `additionalMessage`, the balance as a string in `data`, and `debt` as a string.",
    async (s) => {
      const { body } = await s.call("GET", `/organizations/${s.started.organizationID}/balance`);
      expect(body).toEqual({
        result: true,
        additionalMessage: "Success",
        data: expect.stringMatching(/^\d+\.\d\d$/),
        debt: "0.00",
      });
    },
  );
  rule(
    "POST /organizations/{id}/balance/topups adds an amount, with a reference and a note, to the balance.",
    async (s) => {
      const path = `/organizations/${s.started.organizationID}/balance`;
      const before = Number((await s.call<string>("GET", path)).body.data);
      const topUp = await s.call("POST", `${path}/topups`, {
        amount: "250.25",
        reference: "R-1",
        note: "x",
      });
      expect([topUp.status, Number((await s.call<string>("GET", path)).body.data)]).toEqual([
        201,
        before + 250.25,
      ]);
    },
  );
  rule("An organization that does not exist is E1053.", async (s) => {
    for (const path of [
      "/organizations/01930000-0000-7000-8000-000000000000",
      "/organizations/x",
    ]) {
      const answers = [
        await s.call("GET", path),
        await s.call("PATCH", path, {}),
        await s.call("GET", `${path}/balance`),
      ];
      expect(
        answers.map((a) => [a.status, a.body.code]),
        path,
      ).toEqual([
        [404, "E1053"],
        [404, "E1053"],
        [404, "E1053"],
      ]);
    }
  });
  rule(
    "POST /apitokens shows the token once, GET lists tokens without their secrets, and DELETE revokes a token at once.",
    async (s) => {
      const { token, id } = await tokenFor(s, { name: "Program" });
      const as = { authorization: `Bearer ${token}` };
      const used = await s.call("GET", "/shipments", undefined, as);
      const listed = await s.call("GET", "/apitokens");
      const revoked = await s.call("DELETE", `/apitokens/${id}`);
      expect([
        used.status,
        JSON.stringify(listed.body).includes(token),
        revoked.status,
        (await s.call("GET", "/shipments", undefined, as)).status,
      ]).toEqual([200, false, 200, 401]);
    },
  );
});
