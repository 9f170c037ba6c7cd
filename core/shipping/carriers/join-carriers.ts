/** Makes and joins sources of carriers. */
import type { Carrier, Carriers, RemoteCarrier } from "./carrier.ts";

/**
 * Joins several sources of carriers, in their order; `find` returns the first carrier with the id.
 *
 * @param byRules Makes a carrier that applies the carrier's text rules.
 */
export function joinCarriers(
  sources: readonly Carriers[],
  byRules: (carrier: RemoteCarrier) => RemoteCarrier,
): Carriers {
  const ruled = (carrier: Carrier): Carrier =>
    carrier.place === "local" || carrier.textRules === undefined ? carrier : byRules(carrier);
  return {
    list: (organizationID) => sources.flatMap((source) => source.list(organizationID).map(ruled)),
    find(id) {
      const carrier = sources.reduce<Carrier | undefined>(
        (found, source) => found ?? source.find(id),
        undefined,
      );
      return carrier === undefined ? undefined : ruled(carrier);
    },
  };
}

/** Makes a source of the given carriers, which every organization has. */
export function fixedCarriers(carriers: readonly Carrier[]): Carriers {
  return { list: () => carriers, find: (id) => carriers.find((carrier) => carrier.id === id) };
}
