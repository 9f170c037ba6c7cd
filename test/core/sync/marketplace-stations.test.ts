/**
 * Two real stations at a real hub, with one account of a marketplace, which is a third station: the
 * account is the organization's, each station settles what it buys, and an open purchase of a lost
 * station is taken over with the same key.
 */
import { describe, expect, it } from "vitest";
import type { Marketplace } from "../../../core/shipping/accounts/marketplaces.schema.ts";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { until } from "../../helpers/bare-nats.ts";
import { startFaultProxy } from "../../helpers/fault-proxy.ts";
import { startHub, whyNoHub } from "../../helpers/hub.ts";
import { allInStep, joinedHere, makeShipment } from "../../helpers/joined-stations.ts";
import { farOffer, marketplaceStation } from "../../helpers/marketplace.ts";

type Desk = Awaited<ReturnType<typeof joinedHere>>;

const shipmentOf = (desk: Desk, id: string): Promise<Shipment> =>
  desk.call<Shipment>(`/shipments/${id}`);

async function offered(desk: Desk, accountID: string): Promise<{ id: string; offerID: string }> {
  const { id } = (await makeShipment(desk)) as unknown as Shipment;
  let offerID = "";
  await until("the marketplace's offer has come", async () => {
    offerID = farOffer(await shipmentOf(desk, id), accountID)?.id ?? "";
    return offerID !== "";
  });
  return { id, offerID };
}

describe.skipIf(whyNoHub !== undefined)("a marketplace of two stations", () => {
  it(
    "sells to both; the open purchase of a lost one is finished by the other with the same key, and bought once",
    { tags: "all", timeout: 120_000 },
    async () => {
      const market = await marketplaceStation();
      const proxy = await startFaultProxy(() => market.url);
      const hub = await startHub();
      const desk = (code: string): Promise<Desk> =>
        joinedHere(["--join", code, "--demo"], undefined);
      const a = await desk(hub.joinCode);
      const b = await desk(await hub.add());
      for (const { core } of [a, b]) core.deps.settings.write("carrierTargets", { loopback: true });
      const { id: accountID } = await a.call<ProviderAccount>("/provideraccounts", {
        providerCode: "MARKETPLACE",
        name: "Pazar",
        parameters: {
          connection: "marketplace",
          url: proxy.url,
          token: market.started.token ?? "",
        },
      });
      await a.core.request({
        method: "PATCH",
        path: `/station/marketplaces/${accountID}`,
        body: { asks: "always" },
      });
      await allInStep([a, b]);

      const first = await offered(b, accountID);
      const bought = await b.call<Transaction>("/transactions", { offerID: first.offerID });
      expect(bought.payedVia).toBe("MARKETPLACE");

      const open = await offered(a, accountID);
      proxy.faultOf = ({ path }) => (path.endsWith("/transactions") ? "cut after" : "none");
      const answer = a.core.request({
        method: "POST",
        path: "/transactions",
        body: { offerID: open.offerID },
      });
      await until(
        "the other station knows the open purchase",
        async () => (await shipmentOf(b, open.id)).statusCode === "OFFER_ACCEPTED",
      );
      await allInStep([a, b]);
      await Promise.all([answer, a.stop()]);
      proxy.faultOf = () => "none";
      const openThere = async (): Promise<ShipmentDetail["openPurchase"]> =>
        (await b.call<ShipmentDetail>(`/station/shipments/${open.id}`)).openPurchase;
      expect(await openThere()).toEqual({ isHere: false, canTakeOver: true });
      const { status, body } = await b.core.request({
        method: "POST",
        path: `/station/shipments/${open.id}/purchase/here`,
        body: {},
      });
      expect([status, (body as { code?: string }).code]).toEqual([200, undefined]);
      await until(
        "the other station has finished the purchase",
        async () => (await shipmentOf(b, open.id)).statusCode === "TRACKING_CODE_CREATED",
        20_000,
      );
      expect(await openThere()).toBeNull();
      const sold = market.core.deps.db.raw
        .prepare("SELECT count(*) AS n FROM transactions WHERE status = 'DONE'")
        .get();
      expect(sold).toEqual({ n: 2 });
      const balances = await b.call<Marketplace[]>("/station/marketplaces");
      expect(balances.map(({ asks }) => asks)).toEqual(["always"]);
      await proxy.close();
    },
  );
});
