/** A marketplace of which an account shows only some services. */
import { describe, expect, it } from "vitest";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import type { IneligibleService } from "../../../core/shipping/carriers/ineligible.schema.ts";
import { listIneligibleServices } from "../../../core/shipping/offers/offers.service.ts";
import { plainService } from "../../helpers/agreements.ts";
import {
  connectMarketplace,
  deskBehindProxy,
  deskWithMarketplace,
  FAR_SERVICE,
  farOffer,
  marketplaceStation,
  offersOf,
  quoted,
} from "../../helpers/marketplace.ts";
import { station, trueTime, type Station } from "../../helpers/station.ts";

const FAST_SERVICE = "UZAK_HIZLI";
const services = [
  plainService({ code: FAR_SERVICE, name: "Uzak Standart" }),
  plainService({ code: FAST_SERVICE, name: "Uzak Hızlı" }),
];

/** Connects a desk to a marketplace with two services, and asks for an order's offers. */
async function offered(only: string): Promise<{
  readonly codes: readonly string[];
  readonly leftOut: readonly IneligibleService[];
}> {
  const market = await marketplaceStation({}, { tariff: { services } });
  const desk = await station({
    world: { now: trueTime },
    settings: { carrierTargets: { loopback: true }, rateLimit: null },
  });
  const accountID = await connectMarketplace(desk, market.url, market.started.token ?? "", {
    parameters: { services: only },
  });
  const shipment = await quoted(desk);
  return {
    codes: offersOf(shipment, accountID)
      .map((offer) => offer.providerServiceCode)
      .filter((code) => code.startsWith("UZAK"))
      .sort(),
    leftOut: listIneligibleServices(desk.core.deps, shipment.id).filter(
      ({ code, providerCode }) => code === "NOT_CHOSEN" && providerCode === "UZAK",
    ),
  };
}

describe("the setting “only these services” of a marketplace", () => {
  it("leaves out the offers of other services, and lists each of these services with the reason", async () => {
    expect(await offered(FAR_SERVICE)).toEqual({
      codes: [FAR_SERVICE],
      leftOut: [
        {
          providerCode: "UZAK",
          providerServiceCode: FAST_SERVICE,
          name: "Pazar: Uzak Hizli",
          code: "NOT_CHOSEN",
          reason: "is not one of the services that the account is limited to",
        },
      ],
    });
  });

  it("takes several codes, in any case and with spaces", async () => {
    expect(await offered(` ${FAST_SERVICE} , ${FAR_SERVICE.toLowerCase()}`)).toEqual({
      codes: [FAST_SERVICE, FAR_SERVICE],
      leftOut: [],
    });
  });

  it("shows all offers when it is empty", async () => {
    expect(await offered("")).toEqual({ codes: [FAST_SERVICE, FAR_SERVICE], leftOut: [] });
  });

  it.each(["Uzak Standart", "UZAK_STANDART;UZAK_HIZLI", "UZAK_STANDART,", ","])(
    "is refused when a part is no code: “%s”",
    async (only) => {
      const s = await deskWithMarketplace();
      const change = (value: string) =>
        s.call<ProviderAccount>("PUT", `/station/connections/${s.accountID}`, {
          kind: "marketplace",
          username: "",
          password: "",
          announces: "",
          cutOff: "",
          settings: { url: s.market.url, services: value },
        });
      const { status, body } = await change(only);
      expect([status, body.code, body["message"]]).toEqual([
        400,
        "E1085",
        "services: must be codes of services, separated by commas, or empty.",
      ]);
      expect(await settingOf(s)).toBe("");
      expect((await change(FAR_SERVICE)).status).toBe(200);
      expect(await settingOf(s)).toBe(FAR_SERVICE);
    },
  );
});

describe("the settings of a marketplace while a purchase there may have been carried out", () => {
  it(
    "are changed where they say which offers are shown; its address is not: E2187",
    { tags: "all" },
    async () => {
      const s = await deskBehindProxy(300);
      const shipment = await quoted(s);
      s.proxy.faultOf = ({ path }) => (path.endsWith("/transactions") ? "cut after" : "none");
      await s.call("POST", "/transactions", { offerID: farOffer(shipment, s.accountID)?.id });
      const change = (settings: Record<string, string>) =>
        s.call("PUT", `/station/connections/${s.accountID}`, {
          kind: "marketplace",
          username: "",
          password: "",
          announces: "",
          cutOff: "",
          settings: { url: s.proxy.url, ...settings },
        });
      const shown = { services: FAR_SERVICE, limitSeconds: "5", recipientEmail: "a@ornek.test" };
      expect((await change(shown)).status).toBe(200);
      const token = s.market.started.token ?? "";
      expect((await change({ ...shown, url: s.market.url, token })).body.code).toBe("E2187");
    },
  );
});

describe("the address of a marketplace", () => {
  it("changes to another server with a token entered again, since a kept one is sent nowhere else", async () => {
    const [s, other] = [await deskWithMarketplace(), await marketplaceStation()];
    const change = (token: string) =>
      s.call("PUT", `/station/connections/${s.accountID}`, {
        kind: "marketplace",
        username: "",
        password: "",
        announces: "",
        cutOff: "",
        settings: { url: other.url, token },
      });
    const refused = await change("");
    expect([refused.status, refused.body["message"]]).toEqual([
      400,
      "token: enter it again, because the server's address has changed.",
    ]);
    expect((await change(other.started.token ?? "")).status).toBe(200);
    const { body } = await s.call<{ result: string }>(
      "POST",
      `/station/connections/${s.accountID}/test`,
    );
    expect(body.data.result).toBe("accepted");
  });
});

async function settingOf(s: Station): Promise<string | undefined> {
  const { body } = await s.call<{ settings: Record<string, string> }[]>(
    "GET",
    "/station/connections",
  );
  return body.data[0]?.settings["services"];
}
