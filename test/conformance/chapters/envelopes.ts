/** Chapter: response envelopes, HTTP statuses and input values. */
import { expect } from "vitest";
import { call, parcel, shipmentWithOffers, senderOf } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const PAGING = ["limit", "page", "sort", "totalRows", "totalPages"];
const pagingOf = (body: object): string[] => PAGING.filter((name) => Object.hasOwn(body, name));

chapter("Response envelopes", (rule) => {
  rule("A success has `result` (true), `additionalMessage` (`Success`) and `data`.", async (s) => {
    const { body } = await s.call("GET", `/organizations/${s.started.organizationID}`);
    expect([body["result"], body["additionalMessage"], typeof body.data]).toEqual([
      true,
      "Success",
      "object",
    ]);
  });
  rule(
    "The one-step transaction response carries `message` instead of `additionalMessage`.",
    async (s) => {
      const shipment = { ...parcel({ test: true }), returnAddressID: await senderOf(s) };
      const oneStep = await s.call("POST", "/transactions", {
        providerServiceCode: "PACKBENCH_STANDART",
        shipment,
      });
      expect([oneStep.body.message, Object.hasOwn(oneStep.body, "additionalMessage")]).toEqual([
        "Success",
        false,
      ]);
      const offer = (await shipmentWithOffers(s, { test: true })).offers?.cheapest?.id;
      const twoStep = await s.call("POST", "/transactions", { offerID: offer });
      expect([twoStep.body["additionalMessage"], Object.hasOwn(twoStep.body, "message")]).toEqual([
        "Success",
        false,
      ]);
    },
  );
  rule(
    "A list has the fields of a success plus `sort` (a string) and `limit`, `page`, `totalRows` and `totalPages` (numbers).",
    async (s) => {
      for (const path of [
        "/addresses",
        "/shipments",
        "/parceltemplates",
        "/members",
        "/organizations",
        "/webhook",
        "/provideraccounts",
        "/countries",
        "/cities",
        "/districts?countryCode=TR&cityCode=34",
      ]) {
        const { body } = await s.call<unknown[]>("GET", path);
        expect(
          [
            body["result"],
            body["additionalMessage"],
            Array.isArray(body.data),
            ...PAGING.map((name) => typeof body[name]),
          ],
          path,
        ).toEqual([true, "Success", true, "number", "number", "string", "number", "number"]);
      }
    },
  );
  rule(
    "An answer about one object has none of the fields `limit`, `page`, `sort`, `totalRows` and `totalPages`.",
    async (s) => {
      const shipment = await shipmentWithOffers(s);
      const sender = await senderOf(s);
      const member = (await s.call<{ userID: string }[]>("GET", "/members")).body.data[0]?.userID;
      const template = (await s.call<{ id: string }[]>("GET", "/parceltemplates")).body.data[0]?.id;
      const district = (
        await s.call<{ districtID: number }[]>("GET", "/districts?countryCode=TR&cityCode=34")
      ).body.data[0]?.districtID;
      const paths = [
        `/shipments/${shipment.id}`,
        `/addresses/${sender}`,
        `/members/${member}`,
        `/parceltemplates/${template}`,
        `/organizations/${s.started.organizationID}`,
        `/organizations/${s.started.organizationID}/balance`,
        "/priceList?paramType=parcel&length=1&width=1&height=1&weight=1",
        "/cities?countryCode=TR&cityCode=34",
        `/districts/${district}`,
      ];
      for (const path of paths)
        expect(pagingOf((await s.call("GET", path)).body), path).toEqual([]);
      expect(pagingOf((await s.call("POST", "/shipments", parcel())).body)).toEqual([]);
      expect(
        pagingOf((await s.call("PATCH", `/shipments/${shipment.id}`, { weight: 3 })).body),
      ).toEqual([]);
      expect(pagingOf((await s.call("DELETE", `/shipments/${shipment.id}`)).body)).toEqual([]);
    },
  );
  rule(
    "Cities, districts, countries, webhooks, provider accounts, parcel templates, members and organizations come whole, with paging fields that say so (limit = totalRows, page 1, totalPages 1).",
    async (s) => {
      for (const path of [
        "/parceltemplates?limit=2&page=3",
        "/members",
        "/organizations",
        "/webhook",
        "/provideraccounts",
        "/countries?limit=5",
        "/cities?countryCode=TR",
        "/districts?countryCode=TR",
      ]) {
        const { body } = await s.call<unknown[]>("GET", path);
        const n = body.data.length;
        expect([body["limit"], body["totalRows"], body["page"], body["totalPages"]], path).toEqual([
          n,
          n,
          1,
          1,
        ]);
      }
    },
  );
  rule(
    "A failure has `result` (false), `code` and `message` (strings), and `errorCode`, which repeats `code`.",
    async (s) => {
      for (const [method, path, body] of [
        ["GET", "/shipments/none"],
        ["POST", "/shipments", {}],
        ["GET", "/no-such-endpoint"],
        ["POST", "/addresses", "{"],
        ["POST", "/transactions", { offerID: "x" }],
      ] as const) {
        const answer = await s.call(method, path, body);
        expect(answer.status, path).toBeGreaterThanOrEqual(400);
        expect(
          [answer.body["result"], answer.body["errorCode"], answer.body.message !== ""],
          path,
        ).toEqual([false, answer.body.code, true]);
        expect(answer.body.code).toMatch(/^E\d{4}$/);
      }
    },
  );
  rule(
    "A failure's `additionalMessage` carries detailed error text, in test mode only.",
    async (s) => {
      const [live, test] = [
        await s.call("POST", "/shipments", { test: false }),
        await s.call("POST", "/shipments", { test: true }),
      ];
      expect([
        Object.hasOwn(live.body, "additionalMessage"),
        typeof test.body["additionalMessage"],
      ]).toEqual([false, "string"]);
      const malformed = await s.call("POST", "/transactions", {
        shipment: { test: true, items: "x" },
        providerServiceCode: "X",
      });
      expect(String(malformed.body["additionalMessage"])).toContain("items");
    },
  );
  rule("A creation answers 201, and a read or a deletion answers 200.", async (s) => {
    const created = await s.call<{ id: string }>("POST", "/parceltemplates", { name: "x" });
    expect([
      created.status,
      (await s.call("GET", `/parceltemplates/${created.body.data.id}`)).status,
      (await s.call("DELETE", `/parceltemplates/${created.body.data.id}`)).status,
    ]).toEqual([201, 200, 200]);
    const shipment = await s.call<{ id: string }>("POST", "/shipments", parcel());
    expect([
      shipment.status,
      (await s.call("POST", `/shipments/${shipment.body.data.id}`)).status,
    ]).toEqual([201, 201]);
  });
  rule("A body above 1 MiB answers 413, and a body that is not JSON answers 415.", async (s) => {
    const large = await s.call(
      "POST",
      "/addresses",
      JSON.stringify({ name: "x".repeat(1_100_000) }),
    );
    const form = await s.call("POST", "/addresses", "name=x", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([large.status, large.body.code, form.status, form.body.code]).toEqual([
      413,
      "E2003",
      415,
      "E2004",
    ]);
  });
  rule("Malformed JSON is E1054 at /shipments and E1085 elsewhere.", async (s) => {
    const answers = [
      await s.call("POST", "/shipments", "{"),
      await s.call("POST", "/addresses", "{"),
      await s.call("POST", "/transactions", "{]"),
      await s.call("POST", "/webhook", "nul"),
    ];
    expect(answers.map((a) => [a.status, a.body.code])).toEqual([
      [400, "E1054"],
      [400, "E1085"],
      [400, "E1085"],
      [400, "E1085"],
    ]);
  });
  rule(
    "An id that is not a UUID, or a districtID that is not a number, answers 404.",
    async (s) => {
      for (const path of [
        "/addresses/x",
        "/members/x",
        "/organizations/x",
        "/organizations/x/balance",
        "/parceltemplates/x",
        "/shipments/x",
        "/districts/x",
      ])
        expect((await s.call("GET", path)).status, path).toBe(404);
      for (const path of [
        "/addresses/x",
        "/parceltemplates/x",
        "/shipments/x",
        "/webhook/x",
        "/provideraccounts/x",
      ])
        expect((await s.call("DELETE", path)).status, path).toBe(404);
      for (const path of ["/shipments/x", "/members/x", "/organizations/x"])
        expect((await s.call("PATCH", path, {})).status, path).toBe(404);
      expect((await s.call("POST", "/shipments/x", {})).status).toBe(404);
    },
  );
  rule(
    "A path that cannot be read, and an id of any length, are answered with the failure envelope too.",
    async (s) => {
      const answers = [
        await s.call("GET", "/shipments/%zz"),
        await s.call("GET", "/shipments/%ff%fe"),
        await s.call("GET", `/shipments/${"x".repeat(600)}`),
        await s.call("GET", "/"),
      ];
      expect(
        answers.map((a) => [
          a.status,
          a.body["result"],
          a.body.code,
          a.headers.has("x-request-id"),
        ]),
      ).toEqual([
        [400, false, "E1085", true],
        [400, false, "E1085", true],
        [404, false, "E2002", true],
        [404, false, "E2002", true],
      ]);
    },
  );
  rule(
    "`Content-Type: application/json` with an empty body is accepted on GET, DELETE and POST.",
    async (s) => {
      const { id } = await shipmentWithOffers(s);
      const answers = [
        await s.call("GET", "/shipments"),
        await s.call("POST", `/shipments/${id}`),
        await s.call("POST", `/shipments/${id}`, ""),
        await s.call("DELETE", `/shipments/${id}`),
      ];
      expect(answers.map((a) => a.status)).toEqual([200, 201, 201, 200]);
    },
  );
  rule("On published endpoints unknown fields and query names are ignored.", async (s) => {
    const body = parcel({ unknown: 1 });
    const answers = [
      await s.call("POST", "/shipments", {
        ...body,
        recipientAddress: { ...(body["recipientAddress"] as object), zip: "34000", colour: [] },
      }),
      await s.call("GET", "/shipments?unknown=1"),
      await s.call(
        "GET",
        "/priceList?paramType=parcel&length=1&width=1&height=1&weight=1&distanceUnit=cm&massUnit=kg",
      ),
    ];
    expect(answers.map((a) => a.status)).toEqual([201, 200, 200]);
  });
  rule("An endpoint of `/station/…` refuses unknown fields.", async (s) => {
    expect(
      (await s.call("POST", "/station/purchases", { offerID: "x", print: false, unknown: 1 }))
        .status,
    ).toBe(400);
  });
  rule(
    "A boolean may be `true`, `True` or `1` in a query, and the text `True` in a body.",
    async (s) => {
      const recipient = {
        name: "Alıcı",
        email: "a@ornek.test",
        phone: "+905551112233",
        address1: "x",
        countryCode: "TR",
        cityCode: "06",
        districtName: "Çankaya",
        isRecipientAddress: "True",
      };
      expect(
        (await s.call<{ isRecipientAddress: boolean }>("POST", "/addresses", recipient)).body.data
          .isRecipientAddress,
      ).toBe(true);
      for (const yes of ["true", "True", "1"])
        expect(
          (await s.call("GET", `/addresses?isRecipientAddress=${yes}`)).body["totalRows"],
          yes,
        ).toBe(1);
    },
  );
  rule(
    'Numbers in bodies may be strings (`"10.0"`), and so may `order.totalAmount` (`"150"`).',
    async (s) => {
      const answer = await s.call<{ length: string; order: { totalAmount: string } }>(
        "POST",
        "/shipments",
        parcel({
          length: "10.0",
          width: 20,
          height: "15,5",
          order: { orderNumber: 7, totalAmount: "150", totalAmountCurrency: "TL" },
        }),
      );
      expect([answer.status, answer.body.data.length, answer.body.data.order.totalAmount]).toEqual([
        201,
        "10",
        "150.00",
      ]);
    },
  );
  rule("A bug answers 500 with a `traceId` and without the error's text.", async (s) => {
    const broken = { ...s.core.deps.geo };
    const real = s.core.deps.geo.listCountries;
    Object.assign(s.core.deps.geo, {
      listCountries: () => {
        throw new Error("inner text");
      },
    });
    const answer = await s.call("GET", "/countries");
    Object.assign(s.core.deps.geo, broken, { listCountries: real });
    expect([
      answer.status,
      answer.body["result"],
      answer.body.code,
      typeof answer.body["traceId"],
      JSON.stringify(answer.body).includes("inner"),
    ]).toEqual([500, false, "E2000", "string", false]);
  });
  rule("Responses carry no version header.", async (s) => {
    const { headers } = await s.call("GET", "/organizations");
    expect([...headers.keys()].filter((name) => name.includes("version"))).toEqual([]);
  });
  rule(
    "The version is carried in the path prefix `/api/v1`; the interface description declares version `1.0`.",
    async (s) => {
      const document = (await (await fetch(`${s.url}/openapi.json`)).json()) as {
        info: { version: string };
      };
      expect([s.url.endsWith("/api/v1"), document.info.version]).toEqual([true, "1.0"]);
    },
  );
  rule("Every answer has an `X-Request-Id`.", async (s) => {
    const answers = await Promise.all([
      s.call("GET", "/organizations"),
      s.call("GET", "/none"),
      s.call("POST", "/shipments", "{"),
      call(s.url, null, { method: "GET", path: "/shipments" }),
    ]);
    expect(answers.map((a) => (a.headers.get("x-request-id") ?? "").length)).toEqual([
      36, 36, 36, 36,
    ]);
  });
});
