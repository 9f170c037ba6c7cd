/** Chapter: cities, districts and countries. */
import { expect } from "vitest";
import type { City, District } from "../../../core/shipping/geo/geo.schema.ts";
import { call } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

chapter("Cities, districts, countries", (rule) => {
  rule(
    "The city and district lookups need no `Authorization` header, and GET /countries requires it.",
    async (s) => {
      const district = (await s.call<District[]>("GET", "/districts?countryCode=TR&cityCode=34"))
        .body.data[0]?.districtID;
      const open = await Promise.all(
        [
          "/cities?countryCode=TR",
          "/districts?countryCode=TR&cityCode=34",
          `/districts/${district}`,
        ].map((path) => call(s.url, null, { method: "GET", path })),
      );
      expect(open.map((a) => a.status)).toEqual([200, 200, 200]);
      expect((await call(s.url, null, { method: "GET", path: "/countries" })).status).toBe(401);
    },
  );
  rule(
    "GET /cities with only `countryCode` needs no token and answers the country's cities.",
    async (s) => {
      const { body } = await call<City[]>(s.url, null, {
        method: "GET",
        path: "/cities?countryCode=TR",
      });
      expect([
        body.data.length,
        body.data.every((c) => c.countryCode === "TR" && /^\d\d$/.test(c.cityCode)),
      ]).toEqual([81, true]);
    },
  );
  rule(
    "Turkey's cities are in the order Istanbul 34, Ankara 06, Izmir 35, Bursa 16, Antalya 07, then by plate.",
    async (s) => {
      const codes = (await s.call<City[]>("GET", "/cities?countryCode=TR")).body.data.map(
        (c) => c.cityCode,
      );
      const rest = Array.from({ length: 81 }, (_, i) => String(i + 1).padStart(2, "0")).filter(
        (c) => !["34", "06", "35", "16", "07"].includes(c),
      );
      expect(codes).toEqual(["34", "06", "35", "16", "07", ...rest]);
    },
  );
  rule("With `countryCode` omitted, cities of all countries are returned.", async (s) => {
    const countries = new Set(
      (await s.call<City[]>("GET", "/cities")).body.data.map((c) => c.countryCode),
    );
    expect([countries.has("TR"), countries.has("US")]).toEqual([true, true]);
  });
  rule(
    "GET /cities with `cityCode`, also without its leading zero, answers one City.",
    async (s) => {
      const answers = await Promise.all(
        ["34", "6", "06"].map((code) =>
          s.call<City>("GET", `/cities?countryCode=TR&cityCode=${code}`),
        ),
      );
      expect(answers.map((a) => a.body.data.name)).toEqual(["İstanbul", "Ankara", "Ankara"]);
      expect((await s.call("GET", "/cities?countryCode=TR&cityCode=99")).status).toBe(404);
    },
  );
  rule(
    "The cities of another country are its subdivisions with a postal abbreviation, such as US states.",
    async (s) => {
      const { data } = (await s.call<City[]>("GET", "/cities?countryCode=US")).body;
      expect(data.find((c) => c.cityCode === "NY")?.name).toBe("New York");
    },
  );
  rule("GET /districts requires `countryCode` in the query.", async (s) =>
    expect((await s.call("GET", "/districts?cityCode=34")).body.code).toBe("E1085"),
  );
  rule(
    "GET /districts with `cityCode` (the plate code, an integer) answers the city's districts.",
    async (s) => {
      const [one, two] = [
        await s.call<District[]>("GET", "/districts?countryCode=TR&cityCode=6"),
        await s.call<District[]>("GET", "/districts?countryCode=TR&cityCode=06"),
      ];
      expect([one.body.data.every((d) => d.cityCode === "06"), one.body.data.length]).toEqual([
        true,
        two.body.data.length,
      ]);
    },
  );
  rule(
    "GET /districts/{districtID} answers the District, also with `cityCode`, `countryCode` and `languageCode` in the query.",
    async (s) => {
      const district = (await s.call<District[]>("GET", "/districts?countryCode=TR&cityCode=34"))
        .body.data[0];
      const answer = await s.call(
        "GET",
        `/districts/${district?.districtID}?cityCode=34&countryCode=TR&languageCode=tr`,
      );
      expect([answer.status, answer.body.data]).toEqual([200, district]);
      expect((await s.call("GET", "/districts/999999")).status).toBe(404);
    },
  );
});
