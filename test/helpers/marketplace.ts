/** A station whose marketplace is another station, both over real sockets. */
import { onTestFinished } from "vitest";
import type { Instant } from "../../core/base/units.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import type { ProviderAccount } from "../../core/shipping/accounts/accounts.schema.ts";
import type { Marketplace } from "../../core/shipping/accounts/marketplaces.schema.ts";
import type { Offer } from "../../core/shipping/offers/offers.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";
import { addAgreement, plainService } from "./agreements.ts";
import { eventually, shipmentWithOffers, station, trueTime, type Station } from "./station.ts";
import type { StationOptions } from "./station.ts";

/** Code of the carrier whose labels the marketplace sells. */
export const FAR = "UZAK";
export const FAR_SERVICE = "UZAK_STANDART";

/** Starts the station that is the marketplace, with a balance and an agreement. */
export async function marketplaceStation(
  options: StationOptions = {},
  agreement: Parameters<typeof addAgreement>[1] = {},
): Promise<Station> {
  const s = await station({
    ...options,
    world: { now: trueTime, ...options.world },
    settings: { rateLimit: null, ...options.settings },
  });
  addAgreement(s, {
    providerCode: FAR,
    name: "Uzak Kargo",
    ranges: [{ prefix: "UZ", first: 1, last: 99_999, width: 8 }],
    tariff: { services: [plainService({ code: FAR_SERVICE, name: "Uzak Standart" })] },
    ...agreement,
  });
  return s;
}

/** Connects an account to a server of the interface. */
export async function connectMarketplace(
  s: Station,
  url: string,
  token: string,
  change: {
    readonly asks?: Marketplace["asks"];
    readonly name?: string;
    readonly parameters?: Readonly<Record<string, string>>;
  } = {},
): Promise<string> {
  const { asks = "always", name = "Pazar", parameters } = change;
  const { status, body } = await s.call<ProviderAccount>("POST", "/provideraccounts", {
    providerCode: "MARKETPLACE",
    name,
    parameters: { connection: "marketplace", url, token, ...parameters },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  await s.call("PATCH", `/station/marketplaces/${body.data.id}`, { asks });
  return body.data.id;
}

export type MarketDesk = Station & { readonly market: Station; readonly accountID: string };

/** Starts a desk, and the station that is its marketplace. */
export async function deskWithMarketplace(
  options: StationOptions = {},
  agreement: Parameters<typeof addAgreement>[1] = {},
): Promise<MarketDesk> {
  const market = await marketplaceStation({}, agreement);
  const desk = await station({
    ...options,
    world: { now: trueTime, ...options.world },
    settings: { carrierTargets: { loopback: true }, rateLimit: null, ...options.settings },
  });
  const accountID = await connectMarketplace(desk, market.url, market.started.token ?? "");
  return { ...desk, market, accountID };
}

/** Creates a shipment, and waits until all its offers have come. */
export async function quoted(s: Station, change: Record<string, unknown> = {}): Promise<Shipment> {
  const { id } = await shipmentWithOffers(s, change);
  return await eventually("all offers have come", async () => {
    const { body } = await s.call<Shipment>("GET", `/shipments/${id}`);
    return body.data.offers?.percentageCompleted === 100 && body.data;
  });
}

/** Finds the offers of an account. */
export function offersOf(shipment: Shipment, accountID: string): Offer[] {
  return (shipment.offers?.list ?? []).filter((one) => one.providerAccountID === accountID);
}

/** Finds the offer of the marketplace's own agreement. */
export function farOffer(shipment: Shipment, accountID: string): Offer | undefined {
  return offersOf(shipment, accountID).find(
    ({ providerServiceCode }) => providerServiceCode === FAR_SERVICE,
  );
}

/** Buys the marketplace's offer for a new shipment. */
export async function boughtThere(
  s: Station & { readonly accountID: string },
  change: Record<string, unknown> = {},
): Promise<Transaction> {
  const offer = farOffer(await quoted(s, change), s.accountID);
  const { body } = await s.call<Transaction>("POST", "/transactions", { offerID: offer?.id });
  if (body["result"] !== true) throw new Error(JSON.stringify(body));
  return body.data;
}

export type ProxiedDesk = MarketDesk & {
  readonly proxy: FaultProxy;
  /** Time by which the desk's clock is ahead, ms. */
  readonly ahead: { ms: number };
};

/**
 * Like `deskWithMarketplace`, with a proxy between the two, and a clock that the test moves.
 *
 * @param carrierWaitMs Longest wait of a purchase for its outcome, ms; absent: the product's.
 */
export async function deskBehindProxy(
  carrierWaitMs?: number,
  agreement: Parameters<typeof addAgreement>[1] = {},
): Promise<ProxiedDesk> {
  const market = await marketplaceStation({}, agreement);
  const proxy = await startFaultProxy(() => market.url);
  onTestFinished(() => proxy.close());
  const ahead = { ms: 0 };
  const desk = await station({
    world: {
      now: () => new Date(Date.now() + ahead.ms).toISOString() as Instant,
      ...(carrierWaitMs === undefined ? {} : { carrierWaitMs }),
    },
    settings: { carrierTargets: { loopback: true }, rateLimit: null },
  });
  const accountID = await connectMarketplace(desk, proxy.url, market.started.token ?? "");
  return { ...desk, market, accountID, proxy, ahead };
}
