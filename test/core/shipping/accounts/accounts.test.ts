import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCredentials } from "../../../../core/shipping/accounts/accounts.service.ts";
import type { ProviderAccount } from "../../../../core/shipping/accounts/accounts.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  balanceOf,
  call,
  memberWithToken,
  parcel,
  senderOf,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const YURTICI = {
  providerCode: "YURTICI",
  name: "Yurtiçi sözleşmem",
  username: "ornek",
  password: "cok-gizli-1",
  parameters: { customerCode: "42", apiKey: "cok-gizli-2", nested: { webToken: "cok-gizli-3" } },
};

async function link(s: Station, change: Record<string, unknown> = {}): Promise<ProviderAccount> {
  return (await s.call<ProviderAccount>("POST", "/provideraccounts", { ...YURTICI, ...change }))
    .body.data;
}

describe("provider accounts", () => {
  it("an account's secret is never in an answer, nor readable on the disk", async () => {
    const s = await station();
    const linked = await s.call<ProviderAccount>("POST", "/provideraccounts", YURTICI);
    const listed = await s.call<ProviderAccount[]>("GET", "/provideraccounts");
    expect([linked.status, linked.body.data.parameters]).toEqual([
      201,
      { customerCode: "42", apiKey: "***", nested: { webToken: "***" } },
    ]);
    expect(listed.body).toMatchObject({
      data: [linked.body.data],
      totalRows: 1,
      limit: 1,
      page: 1,
      totalPages: 1,
    });
    expect(JSON.stringify([linked.body, listed.body])).not.toContain("cok-gizli");
    const files = readdirSync(s.dataDir).filter((name) => name.startsWith("packbench.db"));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files)
      expect(readFileSync(join(s.dataDir, name)).includes("cok-gizli")).toBe(false);
    expect(readCredentials(s.core.deps, s.started.organizationID, linked.body.data.id)).toEqual({
      username: "ornek",
      password: "cok-gizli-1",
      parameters: YURTICI.parameters,
      connection: {},
    });
  });

  it("an account with an unknown carrier, no carrier or an unknown rate card is E1085", async () => {
    const s = await station();
    const answers = await Promise.all(
      [
        { providerCode: "NOBODY" },
        { providerCode: "" },
        { parameters: { rateCardID: s.started.organizationID } },
      ].map((change) => s.call("POST", "/provideraccounts", { ...YURTICI, ...change })),
    );
    expect(answers.map((a) => [a.status, a.body.code])).toEqual(
      [1, 2, 3].map(() => [400, "E1085"]),
    );
  });

  it("a user lists the accounts, but links none", async () => {
    const s = await station();
    const { token } = memberWithToken(s, "user");
    const answers = await Promise.all([
      call(s.url, token, { method: "POST", path: "/provideraccounts", body: YURTICI }),
      call(s.url, token, { method: "GET", path: "/provideraccounts" }),
    ]);
    expect(answers.map((a) => a.status)).toEqual([403, 200]);
  });

  it("an account adds offers, whose purchase is marked and paid from the balance", async () => {
    const s = await station();
    const before = await shipmentWithOffers(s);
    const account = await link(s);
    const after = await shipmentWithOffers(s);
    const own = after.offers?.list.find((o) => o.providerAccountID === account.id);
    expect(before.offers?.list.some((o) => o.isProviderAccountOffer)).toBe(false);
    expect(own).toMatchObject({
      providerAccountID: account.id,
      providerAccountName: YURTICI.name,
      isProviderAccountOffer: true,
      providerAccountOwnerType: "CURRENT_ORGANIZATION",
    });
    const { body } = await s.call<Transaction>("POST", "/transactions", { offerID: own?.id });
    expect([body.data.isCustomAccountCharge, body.data.payedVia, body.data.oldBalance]).toEqual([
      true,
      "BALANCE",
      "100000.00",
    ]);
    expect(await balanceOf(s)).toBe((100_000 - Number(own?.totalAmount)).toFixed(2));
  });

  it("a label billed on account is bought by id in one step, and neither charged nor refunded to the balance", async () => {
    const s = await station();
    const account = await link(s, { parameters: { onAccount: "True" } });
    const body = {
      providerServiceCode: "YURTICI_STANDART",
      providerAccountID: account.id,
      shipment: { ...parcel(), returnAddressID: await senderOf(s) },
    };
    const bought = await s.call<Transaction>("POST", "/transactions", body);
    expect([
      bought.status,
      bought.body.data.isCustomAccountCharge,
      bought.body.data.oldBalance,
      bought.body.data.newBalance,
    ]).toEqual([201, true, "100000.00", "100000.00"]);
    expect((await s.call("DELETE", `/shipments/${bought.body.data.shipment.id}`)).status).toBe(200);
    expect(await balanceOf(s)).toBe("100000.00");
  });

  it("an account's offers are added to the marketplace's offer of the same carrier", async () => {
    const s = await station();
    const account = await link(s, { providerCode: "surat" });
    const shipment = await shipmentWithOffers(s);
    expect(
      shipment.offers?.list
        .filter((o) => o.providerServiceCode === "SURAT_STANDART")
        .map((o) => o.providerAccountID)
        .sort(),
    ).toEqual([account.id, null].sort());
  });

  it("an unlinked account is not listed and quotes nothing, its open offers are E1064, and unlinking again changes nothing", async () => {
    const s = await station();
    const account = await link(s);
    const shipment = await shipmentWithOffers(s);
    const own = shipment.offers?.list.find((o) => o.providerAccountID === account.id);
    const path = `/provideraccounts/${account.id}?isDeleteAccountConnection=true`;
    const [first, second] = [
      await s.call<ProviderAccount>("DELETE", path),
      await s.call<ProviderAccount>("DELETE", path),
    ];
    expect([first.status, first.body.data.isActive, second.status]).toEqual([200, false, 200]);
    expect((await s.call("GET", "/provideraccounts")).body).toMatchObject({
      data: [],
      totalRows: 0,
    });
    const accepted = await s.call("POST", "/transactions", { offerID: own?.id });
    expect([accepted.status, accepted.body.code]).toEqual([404, "E1064"]);
    expect((await shipmentWithOffers(s)).offers?.list.some((o) => o.isProviderAccountOffer)).toBe(
      false,
    );
    const unknown = await s.call("DELETE", "/provideraccounts/x?isDeleteAccountConnection=true");
    expect([unknown.status, unknown.body.code]).toEqual([404, "E2017"]);
  });

  it("accounts are ignored in test mode", async () => {
    const s = await station();
    const account = await link(s);
    const shipment = { ...parcel({ test: true }), returnAddressID: await senderOf(s) };
    const { status, body } = await s.call<Transaction>("POST", "/transactions", {
      providerServiceCode: "PACKBENCH_STANDART",
      providerAccountID: account.id,
      shipment,
    });
    expect([status, body.data.isCustomAccountCharge]).toEqual([201, false]);
  });
});
