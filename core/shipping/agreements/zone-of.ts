/** Finds the zone of a tariff for a way from one province to another. */
import type { ConsignedPlace } from "../carriers/consignment.ts";
import type { TariffZones } from "./tariff.schema.ts";

/**
 * Finds the index of the zone.
 *
 * @param km Road distance between the two cities.
 * @returns Undefined when no zone matches.
 */
export function zoneOf(
  zones: TariffZones,
  from: Pick<ConsignedPlace, "cityCode">,
  to: Pick<ConsignedPlace, "cityCode">,
  km: number,
): number | undefined {
  switch (zones.by) {
    case "none":
      return 0;
    case "distance": {
      const at = zones.zones.findIndex(({ maxKm }) => maxKm === null || km <= maxKm);
      return at === -1 ? undefined : at;
    }
    case "provinces":
      return pairOf(zones, from.cityCode, to.cityCode);
  }
}

type ProvinceZones = Extract<TariffZones, { by: "provinces" }>;

const known = new WeakMap<ProvinceZones, Map<string, number | undefined>>();

function pairOf(zones: ProvinceZones, from: string, to: string): number | undefined {
  const found = known.get(zones) ?? new Map<string, number | undefined>();
  known.set(zones, found);
  const key = `${from} ${to}`;
  if (!found.has(key))
    found.set(
      key,
      zones.pairs.find(
        (pair) =>
          (pair.from.length === 0 || pair.from.includes(from)) &&
          (pair.to.length === 0 || pair.to.includes(to)),
      )?.zone,
    );
  return found.get(key);
}
