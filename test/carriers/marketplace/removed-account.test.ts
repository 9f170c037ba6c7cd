/** The removal of a marketplace's account while its offers are open. */
import { describe, expect, it } from "vitest";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtThere,
  deskBehindProxy,
  FAR_SERVICE,
  farOffer,
  quoted,
} from "../../helpers/marketplace.ts";
import { eventually, parcel, senderOf } from "../../helpers/station.ts";

describe("the removal of an account", () => {
  it("cancels there what its questions for prices have left, and nothing that was bought", async () => {
    const s = await deskBehindProxy();
    await boughtThere(s);
    await quoted(s);
    await s.call("DELETE", `/provideraccounts/${s.accountID}`);
    const { body } = await s.market.call<Shipment[]>("GET", "/shipments");
    expect(body.data.map(({ statusCode }) => statusCode)).toEqual([
      "CANCELED",
      "TRACKING_CODE_CREATED",
    ]);
  });

  it("lets nobody buy an offer while it cancels the offer's shipment there", async () => {
    const s = await deskBehindProxy();
    const shipment = await quoted(s);
    const [{ id } = { id: "" }] = (await s.market.call<Shipment[]>("GET", "/shipments")).body.data;
    s.proxy.faultOf = ({ method, path }) =>
      method === "GET" && path.endsWith(id) ? "late" : "none";
    const removed = s.call<ProviderAccount>("DELETE", `/provideraccounts/${s.accountID}`);
    await eventually("the station looks whether the shipment was bought", () =>
      s.proxy.seen.some(({ method, path }) => method === "GET" && path.endsWith(id)),
    );
    const bought = await s.call<Transaction>("POST", "/transactions", {
      offerID: farOffer(shipment, s.accountID)?.id,
    });
    expect([bought.status, bought.body.code, (await removed).status]).toEqual([404, "E1064", 200]);
    const { statusCode } = (await s.market.call<Shipment>("GET", `/shipments/${id}`)).body.data;
    expect(statusCode).toBe("CANCELED");
  });

  it(
    "leaves the account as it was when a cancellation was asked for meanwhile",
    { tags: "all" },
    async () => {
      const s = await deskBehindProxy(2_000);
      const { shipment } = await boughtThere(s);
      const other = await quoted(s);
      const [{ id } = { id: "" }] = (await s.market.call<Shipment[]>("GET", "/shipments")).body
        .data;
      s.proxy.faultOf = ({ method, path }) => {
        if (method === "DELETE") return "cut before";
        return method === "GET" && path.endsWith(id) ? "late" : "none";
      };
      const removed = s.call("DELETE", `/provideraccounts/${s.accountID}`);
      await eventually("the station looks whether the shipment was bought", () =>
        s.proxy.seen.some(({ method, path }) => method === "GET" && path.endsWith(id)),
      );
      await s.call("DELETE", `/shipments/${shipment.id}`);
      expect([(await removed).body.code, other.statusCode]).toEqual(["E2187", "GOT_OFFERS"]);
      const { body } = await s.call<ProviderAccount[]>("GET", "/provideraccounts");
      expect(body.data.find((one) => one.id === s.accountID)?.isActive).toBe(true);
    },
  );

  it(
    "buys nothing in one step of an account that is being removed when its answer comes",
    { tags: "all" },
    async () => {
      const s = await deskBehindProxy(2_000);
      await quoted(s);
      const returnAddressID = await senderOf(s);
      const isCreation = ({ method, path }: { method: string; path: string }): boolean =>
        method === "POST" && path.endsWith("/shipments");
      const before = s.proxy.seen.filter(isCreation).length;
      s.proxy.faultOf = (asked) =>
        isCreation(asked) || /\/shipments\/[^/]+$/.test(asked.path) ? "late" : "none";
      const bought = s.call<Transaction>("POST", "/transactions", {
        providerServiceCode: FAR_SERVICE,
        shipment: parcel({ returnAddressID }),
      });
      await eventually(
        "the marketplace is asked",
        () => s.proxy.seen.filter(isCreation).length > before,
      );
      const removed = await s.call("DELETE", `/provideraccounts/${s.accountID}`);
      const { status, body } = await bought;
      expect([removed.status, status, body.code]).toEqual([200, 404, "E1064"]);
    },
  );
});
