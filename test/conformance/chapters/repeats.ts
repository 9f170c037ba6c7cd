/** Chapter: retries of published clients, and the Idempotency-Key. */
import { expect } from "vitest";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  balanceOf,
  parcel,
  senderOf,
  shipmentWithOffers,
  type Answer,
  type Station,
} from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const keyed = <T>(s: Station, key: string, path: string, body?: unknown): Promise<Answer<T>> =>
  s.call<T>("POST", path, body, { "idempotency-key": key });

chapter("Repeats", (rule) => {
  rule(
    "A refused call writes nothing when it is repeated three times, as published clients do.",
    async (s) => {
      const before = s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get();
      const answers = [];
      for (let i = 0; i < 4; i += 1)
        answers.push(await s.call("POST", "/shipments", parcel({ senderAddressID: "none" })));
      expect([
        answers.map((a) => a.body.code),
        s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get(),
      ]).toEqual([["E1068", "E1068", "E1068", "E1068"], before]);
    },
  );
  rule("Accepting an offer again is E1065 and never a second charge.", async (s) => {
    const offerID = (await shipmentWithOffers(s)).offers?.cheapest?.id;
    const first = await s.call<Transaction>("POST", "/transactions", { offerID });
    const balance = await balanceOf(s);
    const again = [
      await s.call("POST", "/transactions", { offerID }),
      await s.call("POST", "/transactions", { offerID }),
    ];
    expect([first.status, again.map((a) => a.body.code), await balanceOf(s)]).toEqual([
      201,
      ["E1065", "E1065"],
      balance,
    ]);
  });
  rule(
    "Two equal one-step purchases that are open at the same time are two purchases.",
    async (s) => {
      const body = {
        providerServiceCode: "SURAT_STANDART",
        shipment: { ...parcel(), returnAddressID: await senderOf(s) },
      };
      const [one, two] = await Promise.all([
        s.call<Transaction>("POST", "/transactions", body),
        s.call<Transaction>("POST", "/transactions", body),
      ]);
      expect([one.status, two.status, one.body.data.id === two.body.data.id]).toEqual([
        201,
        201,
        false,
      ]);
    },
  );
  rule(
    "A POST that is repeated with its `Idempotency-Key` gets the stored 2xx or 4xx with `Idempotent-Replayed: true`.",
    async (s) => {
      const offerID = (await shipmentWithOffers(s)).offers?.cheapest?.id;
      for (const [key, path, body, status] of [
        ["a", "/shipments", parcel(), 201],
        ["b", "/transactions", { offerID }, 201],
        ["c", "/shipments", {}, 400],
        ["d", "/addresses", { name: "x" }, 400],
      ] as const) {
        const [one, two] = [await keyed(s, key, path, body), await keyed(s, key, path, body)];
        expect(
          [
            one.status,
            two.status,
            one.headers.get("idempotent-replayed"),
            two.headers.get("idempotent-replayed"),
            two.body,
          ],
          key,
        ).toEqual([status, status, null, "true", one.body]);
      }
    },
  );
  rule(
    "A used key with another body is 409, a key of 256 characters is 400, and 401 and 415 are not stored.",
    async (s) => {
      await keyed(s, "k", "/parceltemplates", { name: "a" });
      expect([
        (await keyed(s, "k", "/parceltemplates", { name: "b" })).status,
        (await keyed(s, "x".repeat(256), "/parceltemplates", {})).status,
      ]).toEqual([409, 400]);
      const refused = [
        (
          await s.call(
            "POST",
            "/parceltemplates",
            {},
            { "idempotency-key": "n", authorization: "Bearer no" },
          )
        ).status,
        (
          await s.call("POST", "/parceltemplates", "x", {
            "idempotency-key": "n",
            "content-type": "text/plain",
          })
        ).status,
      ];
      expect([refused, (await keyed(s, "n", "/parceltemplates", { name: "c" })).status]).toEqual([
        [401, 415],
        201,
      ]);
    },
  );
  rule("A call waits for a running call with the same key.", async (s) => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => keyed<{ id: string }>(s, "flight", "/shipments", parcel())),
    );
    expect([
      new Set(answers.map((a) => a.body.data.id)).size,
      answers.filter((a) => a.headers.get("idempotent-replayed") === "true").length,
    ]).toEqual([1, 5]);
  });
  rule("A secret that is shown once is not replayed.", async (s) => {
    const [one, two] = [
      await keyed<{ token: string }>(s, "t", "/apitokens", { name: "x" }),
      await keyed<{ token: string | null }>(s, "t", "/apitokens", { name: "x" }),
    ];
    expect([typeof one.body.data.token, two.body.data.token]).toEqual(["string", null]);
  });
});
