/** Carriers, services and accounts that a rule can name. */
import { listProviderAccounts } from "../../../../core/shipping/accounts/accounts.api.ts";
import { listAgreements } from "../../../../core/shipping/agreements/agreements.api.ts";
import type { RuleTarget } from "../../../../core/shipping/choosing/choosing.schema.ts";
import { listCities } from "../../../../core/shipping/geo/geo.api.ts";
import type { City } from "../../../../core/shipping/geo/geo.schema.ts";
import { call } from "../../../lib/bridge.ts";

type Named = { readonly value: string; readonly words: string };

/** Carriers, services and accounts of the organization, each kind sorted by name. */
export type RuleTargets = Readonly<Record<RuleTarget["kind"] | "marketplace", readonly Named[]>>;

export type RuleChoices = { readonly targets: RuleTargets; readonly cities: readonly City[] };

/** Reads the targets and the provinces. */
export async function readRuleChoices(): Promise<RuleChoices> {
  const [agreements, accounts, cities] = await Promise.all([
    call(listAgreements),
    call(listProviderAccounts),
    call(listCities, { query: { countryCode: "TR", cityCode: "" } }),
  ]);
  const marketplaces = accounts.filter(({ providerCode }) => providerCode === "MARKETPLACE");
  const carriers = new Map(agreements.map(({ providerCode, name }) => [providerCode, name]));
  const services = agreements
    .flatMap(({ versions }) => versions)
    .flatMap((version) => version.services);
  return {
    targets: {
      carrier: sorted(carriers),
      marketplace: sorted(
        new Map(marketplaces.filter(({ isActive }) => isActive).map(({ id, name }) => [id, name])),
      ),
      service: sorted(new Map(services.map(({ code, name }) => [code, name]))),
      account: sorted(
        new Map(
          accounts
            .filter(({ isActive }) => isActive)
            .map(({ id, name, providerCode }) => {
              const carrier = carriers.get(providerCode) ?? providerCode;
              return [id, name === "" ? carrier : `${name} · ${carrier}`];
            }),
        ),
      ),
    },
    cities: [cities].flat(),
  };
}

function sorted(names: ReadonlyMap<string, string>): readonly Named[] {
  return [...names]
    .map(([value, words]) => ({ value, words }))
    .toSorted((a, b) => a.words.localeCompare(b.words, "tr"));
}
