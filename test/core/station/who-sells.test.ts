import { expect, it } from "vitest";
import type { ProviderAccount } from "../../../core/shipping/accounts/accounts.schema.ts";
import { station } from "../../helpers/station.ts";
import { facts } from "./sample-station.ts";

it("a station without an agreement has a seller once it may ask a marketplace, and its own balance then pays for no label", async () => {
  const s = await station({ demo: false });
  const sellers = async () => {
    const { hasCarriers, isPaidElsewhere } = await facts(s);
    return { hasCarriers, isPaidElsewhere };
  };
  const { data } = await s.desk<ProviderAccount>("POST", "/provideraccounts", {
    providerCode: "MARKETPLACE",
    name: "Pazar",
    parameters: { connection: "marketplace", url: "https://pazar.example.com", token: "token-1" },
  });
  const off = await sellers();
  await s.desk("PATCH", `/station/marketplaces/${data.id}`, { asks: "onDemand" });
  expect([off, await sellers()]).toEqual([
    { hasCarriers: false, isPaidElsewhere: false },
    { hasCarriers: true, isPaidElsewhere: true },
  ]);
});

it("a station with carriers pays their labels from its own balance", async () => {
  expect(await facts(await station())).toMatchObject({
    hasCarriers: true,
    isPaidElsewhere: false,
  });
});
