/** Request bodies, and what no body may do to the station or its data. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import { wellFormed } from "../../../core/base/text.ts";
import { laxNumber } from "../../../core/base/wire.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { checkChains } from "../../helpers/check-chains.ts";
import { postEntry } from "../../../core/organizations/ledger/ledger.service.ts";
import type { LedgerEntry } from "../../../core/organizations/ledger/ledger.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { longestTurn } from "../../helpers/longest-turn.ts";
import {
  balanceOf,
  change,
  parcel,
  RECIPIENT,
  senderOf,
  shipmentWithOffers,
  station,
  type Station,
} from "../../helpers/station.ts";

describe("a body", () => {
  it.each([5_000, 65])(
    "a body of JSON %i levels deep is rejected with the route's code, and 60 levels are read",
    async (depth) => {
      const s = await station();
      const nested = (n: number): string =>
        `{"metadata":${'{"a":'.repeat(n - 1)}1${"}".repeat(n - 1)}}`;
      const answers = [
        await s.call("POST", "/shipments", nested(depth)),
        await s.call("POST", "/transactions", nested(depth)),
        await s.call("POST", "/shipments", `{"x":${"[".repeat(depth)}`),
      ];
      expect(answers.map((a) => [a.status, a.body.code])).toEqual([
        [400, "E1054"],
        [400, "E1085"],
        [400, "E1054"],
      ]);
      expect((await s.call("POST", "/shipments", nested(60))).body.code).toBe("E1129");
      expect((await s.call("POST", "/parceltemplates", { name: "{[".repeat(40) })).status).toBe(
        201,
      ); // Brackets in a text do not count.
    },
  );

  it("a body that is not UTF-8 is rejected with the route's code, because labels would lose its letters", async () => {
    const s = await station();
    const send = async (path: string, body: Buffer): Promise<[number, string | undefined]> => {
      const response = await fetch(`${s.url}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${s.started.token}`,
          "content-type": "application/json",
        },
        body: new Uint8Array(body),
      });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    const windows1254 = Buffer.from('{"name":"\xc7a\xf0la"}', "latin1");
    expect(await send("/parceltemplates", windows1254)).toEqual([400, "E1085"]);
    expect(await send("/shipments", windows1254)).toEqual([400, "E1054"]);
    expect(await send("/parceltemplates", Buffer.from('{"name":"Çağla"}'))).toEqual([
      201,
      undefined,
    ]);
    expect(await send("/parceltemplates", Buffer.from('\ufeff{"name":"\ufffd"}'))).toEqual([
      201,
      undefined,
    ]);
  });

  it(
    "a body of 1 MiB blocks the thread for less than 100 ms, with any content",
    { tags: "alone" },
    async () => {
      const s = await station({ settings: { rateLimit: null } });
      const names = (n: number, value: string): string =>
        Array.from({ length: n }, (_, i) => `"k${i}":${value}`).join(",");
      const bodies: readonly (readonly [string, string])[] = [
        ["/shipments", `{"items":[${"{},".repeat(340_000)}{}]}`],
        ["/shipments", `{"items":[${"{},".repeat(9_900)}{}]}`],
        ["/shipments", `{"metadata":{"providerCustomerCodes":{${names(60_000, "{}")}}}}`],
        ["/provideraccounts", `{"providerCode":"SURAT","parameters":{${names(80_000, "1")}}}`],
        ["/provideraccounts", `{"providerCode":"SURAT","parameters":{${names(9_000, "1")}}}`],
        ["/apitokens", `{"allowedIPs":[${'"a",'.repeat(250_000)}"a"]}`],
      ];
      // One call first, so that the code is warm.
      for (const [path, body] of bodies) await s.call("POST", path, body);
      const { result: answers, longestMs } = await longestTurn(async () => {
        const all = [];
        for (const [path, body] of bodies) all.push(await s.call("POST", path, body));
        return all;
      });
      expect(answers.map((a) => a.status)).toEqual(bodies.map(() => 400));
      // The station may take 50 ms; the test's client on the same thread takes the rest.
      expect(longestMs).toBeLessThan(100);
    },
  );
});

describe("text", () => {
  it("text with half a surrogate pair is made well-formed, and the ledger's chain stays valid", async () => {
    const s = await station();
    const path = `/organizations/${s.started.organizationID}/balance/topups`;
    const first = await s.call<LedgerEntry>(
      "POST",
      path,
      '{"amount":"5","reference":"x\\ud800y","note":"\\udc00"}',
    );
    expect([first.status, first.body.data.reference, first.body.data.note]).toEqual([
      201,
      "x\ufffdy",
      "\ufffd",
    ]);
    expect(
      (await s.call<LedgerEntry>("POST", path, '{"amount":"5","reference":"x\\ud800y"}')).body.data
        .id,
    ).toBe(first.body.data.id);
    expect(checkChains(s.core.deps.db, s.started.organizationID).brokenAt).toBeNull();
    expect(
      (await s.call<{ isWhole: boolean }>("GET", "/station/integrity")).body.data.isWhole,
    ).toBe(true);
    const made = await s.call<Shipment>(
      "POST",
      "/shipments",
      JSON.stringify(parcel({ order: { orderNumber: "N" } })).replace('"N"', '"\\uD83D"'),
    );
    expect(made.body.data.order?.orderNumber).toBe("\ufffd");
  });

  it("the ledger itself makes any caller's text well-formed", async () => {
    const s = await station();
    inTransaction(s.core.deps, () =>
      postEntry(s.core.deps, {
        organizationID: s.started.organizationID,
        kind: "TOPUP",
        amount: 1,
        transactionID: null,
        reference: "x\ud800y",
        note: "\udc00",
      }),
    );
    expect(checkChains(s.core.deps.db, s.started.organizationID).brokenAt).toBeNull();
  });

  it("an address with half a surrogate pair has the same text when it is created and when it is read", async () => {
    const s = await station();
    const made = await s.call<{ id: string; shortName: string }>(
      "POST",
      "/addresses",
      '{"name":"Depo","phone":"+905321112233","address1":"a\\ud83d","countryCode":"TR","cityCode":"34","districtName":"Kadıköy","shortName":"\\udfffx"}',
    );
    expect(
      (await s.call<{ shortName: string }>("GET", `/addresses/${made.body.data.id}`)).body.data,
    ).toEqual(made.body.data);
  });

  it("text in any JSON, even in keys, is made well-formed and otherwise unchanged", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(wellFormed(value)).toEqual(value);
      }),
    );
    expect(wellFormed({ "\ud800": ["a\udc00", { b: "😀" }] })).toEqual({
      "\ufffd": ["a\ufffd", { b: "😀" }],
    });
  });
});

it("a top-up that makes the balance too large for an exact number is E1074, and nothing is changed", async () => {
  const s = await station();
  change(s, "UPDATE balances SET balance_minor = 9007199254740000");
  const answer = await s.call("POST", `/organizations/${s.started.organizationID}/balance/topups`, {
    amount: "100.00",
  });
  expect([answer.status, answer.body.code, await balanceOf(s)]).toEqual([
    409,
    "E1074",
    "90071992547400.00",
  ]);
});

describe("a boolean", () => {
  const oneStep = async (
    s: Station,
    change: Record<string, unknown>,
    beside: Record<string, unknown> = {},
  ): Promise<unknown> => ({
    providerServiceCode: "SURAT_STANDART",
    shipment: parcel({ returnAddressID: await senderOf(s), ...change }),
    ...beside,
  });

  it.each([["yes"], ["on"], [2], ["1.0"], ["evet"], ["t"], [[true]], [{}]])(
    "the boolean %j is rejected with the route's code, and nothing is charged",
    async (value) => {
      const s = await station();
      const before = await balanceOf(s);
      const answers = [
        await s.call("POST", "/shipments", parcel({ test: value })),
        await s.call("POST", "/transactions", await oneStep(s, { test: value })),
        await s.call("POST", "/transactions", await oneStep(s, {}, { test: value })),
        await s.call("POST", "/addresses", { isRecipientAddress: value }),
        await s.call("PATCH", `/shipments/${(await shipmentWithOffers(s)).id}`, {
          isReturn: value,
        }),
        await s.call("POST", "/webhook", { url: "http://127.0.0.1:9/", isActive: value }),
      ];
      expect(answers.map((a) => [a.status, a.body.code])).toEqual([
        [400, "E1054"],
        ...[1, 2, 3, 4, 5].map(() => [400, "E1085"]),
      ]);
      expect(await balanceOf(s)).toBe(before);
    },
  );

  it.each([
    [true, true],
    ["True", true],
    ["1", true],
    [1, true],
    [" true ", true],
    [false, false],
    ["False", false],
    [0, false],
    ["0", false],
    ["", false],
    [null, false],
  ])("the boolean %j is answered with %j", async (value, isTest) => {
    const s = await station();
    const made = await s.call<Shipment>("POST", "/shipments", parcel({ test: value }));
    expect([made.status, made.body.data.test]).toEqual([201, isTest]);
  });

  it("`test` outside `shipment` makes the label free, also with the code of a real service", async () => {
    const s = await station();
    const before = await balanceOf(s);
    for (const beside of [true, "True", 1]) {
      const bought = await s.call<Transaction>("POST", "/transactions", {
        ...((await oneStep(s, {}, { test: beside })) as object),
      });
      expect([bought.status, bought.body.data.shipment.test, bought.body.data.totalAmount]).toEqual(
        [201, true, "0.00"],
      );
    }
    expect(await balanceOf(s)).toBe(before);
  });

  it("an unreadable boolean in a query counts as absent", async () => {
    const s = await station();
    await shipmentWithOffers(s);
    await s.call("POST", "/addresses", { ...RECIPIENT, name: "Second sender" });
    for (const [path, unreadable] of [
      ["/shipments?isReturned", "perhaps"],
      ["/addresses?isRecipientAddress", "yes"],
      ["/addresses?isDefaultSenderAddress", "2"],
    ] as const) {
      const idsOf = async (value: string): Promise<unknown> =>
        (await s.call<{ id: string }[]>("GET", `${path}=${value}`)).body.data.map(({ id }) => id);
      const found = await idsOf(unreadable);
      expect([path, found]).toEqual([path, await idsOf("")]);
      expect(found).not.toEqual(await idsOf("true"));
    }
  });

  it("an unreadable onAccount of an account is rejected, because onAccount decides who pays", async () => {
    const s = await station();
    const link = (onAccount: unknown) =>
      s.call<ProviderAccount>("POST", "/provideraccounts", {
        providerCode: "SURAT",
        parameters: { onAccount },
      });
    expect([(await link("perhaps")).body.code, (await link("true")).status]).toEqual([
      "E1085",
      201,
    ]);
  });
});

describe("a number", () => {
  it.each(["0x10", "1e3", "Infinity", "1_000", ".5", "5.", "١٢", "1 0", "--1"])(
    "the text %j is rejected as a number",
    (text) => {
      expect(laxNumber.safeParse(text).success).toBe(false);
    },
  );

  it.each([
    ["10.0", 10],
    ["10,5", 10.5],
    ["+3", 3],
    ["-3", -3],
    [" 7 ", 7],
    [2.5, 2.5],
    ["", undefined],
    [null, undefined],
  ])("the value %j is read as the number %j", (text, n) => {
    expect(laxNumber.parse(text)).toBe(n);
  });

  it("the weight 0x10 is E1054, not sixteen kilograms", async () => {
    const s = await station();
    expect((await s.call("POST", "/shipments", parcel({ weight: "0x10" }))).body.code).toBe(
      "E1054",
    );
  });
});
