/** Chapter: provider accounts (own carrier agreements). */
import { expect } from "vitest";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { parcel, senderOf, shipmentWithOffers } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";

const OWN = {
  providerCode: "YURTICI",
  name: "Sözleşmem",
  username: "ornek",
  password: "cok-gizli",
  parameters: {},
  version: "1",
  isActive: true,
  isPublic: false,
  sharable: false,
  isDynamicPrice: false,
};

chapter("Provider accounts", (rule) => {
  let account: ProviderAccount;
  rule(
    "POST /provideraccounts stores each given field, and neither its answer nor the list shows the password.",
    async (s) => {
      const { status, body } = await s.call<ProviderAccount>("POST", "/provideraccounts", OWN);
      account = body.data;
      const { password: _, ...shown } = OWN;
      expect([status, body.data]).toEqual([201, expect.objectContaining(shown)]);
      expect(JSON.stringify([body, (await s.call("GET", "/provideraccounts")).body])).not.toContain(
        "cok-gizli",
      );
    },
  );
  rule("GET /provideraccounts lists the linked agreements with their ids.", async (s) =>
    expect(
      (await s.call<ProviderAccount[]>("GET", "/provideraccounts")).body.data.map((a) => a.id),
    ).toEqual([account.id]),
  );
  rule(
    "An active provider account adds an offer with `providerAccountID`, `isProviderAccountOffer` true and `providerAccountOwnerType` `CURRENT_ORGANIZATION`; buying the offer sets `isCustomAccountCharge`.",
    async (s) => {
      const offer = (await shipmentWithOffers(s)).offers?.list.find(
        (o) => o.isProviderAccountOffer,
      );
      expect(offer).toMatchObject({
        providerAccountID: account.id,
        providerAccountOwnerType: "CURRENT_ORGANIZATION",
        providerAccountName: OWN.name,
        providerServiceCode: "YURTICI_STANDART",
      });
      expect(
        (await s.call<Transaction>("POST", "/transactions", { offerID: offer?.id })).body.data
          .isCustomAccountCharge,
      ).toBe(true);
    },
  );
  rule(
    "A rate card without an account is a marketplace offer (`isProviderAccountOffer` false), paid from the balance.",
    async (s) => {
      const offers =
        (await shipmentWithOffers(s)).offers?.list.filter((o) => o.providerCode !== "YURTICI") ??
        [];
      expect([
        offers.length > 2,
        offers.every(
          (o) =>
            !o.isProviderAccountOffer &&
            o.providerAccountID === null &&
            o.providerAccountOwnerType === "",
        ),
      ]).toEqual([true, true]);
    },
  );
  rule(
    "`providerAccountID` applies only when `shipment.test` is false, and is ignored in test mode.",
    async (s) => {
      const body = {
        providerServiceCode: "YURTICI_STANDART",
        providerAccountID: account.id,
        shipment: {
          ...parcel(),
          returnAddressID: await senderOf(s),
          metadata: { providerCustomerCodes: { YURTICI: "1" }, reference1: "R-1" },
        },
      };
      const live = await s.call<Transaction>("POST", "/transactions", body);
      const test = await s.call<Transaction>("POST", "/transactions", {
        ...body,
        shipment: { ...body.shipment, test: true },
      });
      expect([
        live.status,
        live.body.data.isCustomAccountCharge,
        test.status,
        test.body.data.isCustomAccountCharge,
        test.body.data.totalAmount,
      ]).toEqual([201, true, 201, false, "0.00"]);
    },
  );
  rule(
    "DELETE with `isDeleteAccountConnection=true` sets `isActive` false, and the unlinked account is no longer listed and adds no offers.",
    async (s) => {
      const { status, body } = await s.call<ProviderAccount>(
        "DELETE",
        `/provideraccounts/${account.id}?isDeleteAccountConnection=true`,
      );
      expect([
        status,
        body.data.id,
        body.data.isActive,
        (await s.call("GET", "/provideraccounts")).body.data,
      ]).toEqual([200, account.id, false, []]);
      expect((await shipmentWithOffers(s)).offers?.list.some((o) => o.isProviderAccountOffer)).toBe(
        false,
      );
    },
  );
});
