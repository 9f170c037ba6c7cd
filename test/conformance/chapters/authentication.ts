/** Chapter: authentication and rates. */
import { expect } from "vitest";
import { call, memberWithToken, station } from "../../helpers/station.ts";
import { chapter, uncalled } from "../chapter.ts";
import { SUMMARY } from "../summary.ts";

const OPEN = ["GET /cities", "GET /districts", "GET /districts/{districtID}"];
const ID = "01930000-0000-7000-8000-000000000000";

chapter("Authentication", (rule) => {
  rule(
    "Every request except the city and district lookups answers 401 (or 429 beyond the rate) without a known token in `Authorization: Bearer <ACCESS_TOKEN>`.",
    async (s) => {
      for (const operation of SUMMARY.filter((o) => !OPEN.includes(o))) {
        const [method = "", path = ""] = operation.split(" ");
        for (const token of [null, "pb_unknown"]) {
          const answer = await call(s.url, token, { method, path: path.replace(/\{\w+\}/, ID) });
          expect(
            [
              answer.status === 401 || answer.status === 429,
              answer.body["result"],
              ["E2001", "E2005"].includes(answer.body.code),
            ],
            operation,
          ).toEqual([true, false, true]);
        }
      }
      expect(uncalled(OPEN)).toEqual([]);
    },
  );
  rule("A token without the word Bearer, or after another word, counts as no token.", async (s) => {
    for (const authorization of [
      String(s.started.token),
      `Basic ${s.started.token}`,
      "Bearer",
      "Bearer ",
    ])
      expect(
        (await s.call("GET", "/shipments", undefined, { authorization })).status,
        authorization,
      ).toBe(401);
    expect(
      (await s.call("GET", "/shipments", undefined, { authorization: `bearer ${s.started.token}` }))
        .status,
    ).toBe(200);
  });
  rule("A call from another IP address than its token allows answers 403.", async (s) => {
    const make = async (allowedIPs: string[]): Promise<string> =>
      (await s.call<{ token: string }>("POST", "/apitokens", { name: "x", allowedIPs })).body.data
        .token;
    const [here, elsewhere] = [await make(["127.0.0.1"]), await make(["10.1.2.3"])];
    const answers = await Promise.all(
      [here, elsewhere].map((token) => call(s.url, token, { method: "GET", path: "/shipments" })),
    );
    expect(answers.map((a) => [a.status, a.body.code])).toEqual([
      [200, undefined],
      [403, "E1055"],
    ]);
  });
  rule("A token acts as the member who made it.", async (s) => {
    const { token } = memberWithToken(s, "limitedAccessUser");
    expect((await call(s.url, token, { method: "GET", path: "/webhook" })).body.code).toBe("E1055");
  });
  rule("Test mode needs no approved account.", async (s) => {
    const { id: organizationID } = (
      await s.call<{ id: string }>("POST", "/organizations", { name: "Yeni", countryCode: "TR" })
    ).body.data;
    const { token } = (
      await s.call<{ token: string }>("POST", "/apitokens", { name: "x", organizationID })
    ).body.data;
    const as = { authorization: `Bearer ${token}` };
    await s.call(
      "POST",
      "/addresses",
      {
        name: "Depo",
        phone: "+905321112233",
        address1: "x",
        countryCode: "TR",
        cityCode: "34",
        districtName: "Kadıköy",
      },
      as,
    );
    const recipientAddress = {
      name: "Alıcı",
      phone: "+905551112233",
      email: "a@b.test",
      address1: "x",
      countryCode: "TR",
      cityCode: "34",
      districtName: "Kadıköy",
    };
    expect(
      (
        await s.call(
          "POST",
          "/transactions",
          { test: true, recipientAddress, length: 1, width: 1, height: 1, weight: 1 },
          as,
        )
      ).status,
    ).toBe(201);
  });
  rule(
    "Calls of a token beyond the rate in the settings answer 429 with `Retry-After`.",
    async () => {
      const s = await station({ settings: { rateLimit: { perSecond: 0.001, burst: 3 } } });
      const answers = [];
      for (let i = 0; i < 4; i += 1) answers.push(await s.call("GET", "/organizations"));
      expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 429]);
      expect([answers[3]?.body.code, Number(answers[3]?.headers.get("retry-after")) > 0]).toEqual([
        "E2005",
        true,
      ]);
    },
  );
});
