/** Describes an organization's agreements for Settings and the desk, and adds or ends samples. */
import type { ReadDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { createTariffReader, listAgreements } from "./agreements.service.ts";
import { addSampleAgreements, endSampleAgreements } from "./sample-agreements.ts";
import { listVersions } from "./versions.store.ts";

/**
 * Summary of an organization's carriers for the desk. `changedAt`: time of the newest change of a
 * carrier; "" without carriers.
 */
type SetUpCarriers = {
  readonly hasCarriers: boolean;
  readonly samplePrices: boolean;
  readonly changedAt: string;
};
/** A carrier as shown in Settings. */
type CarrierCard = {
  readonly id: string;
  readonly name: string;
  readonly providerCode: string;
  readonly isSample: boolean;
  readonly needsAccount: boolean;
  readonly services: { readonly code: string; readonly name: string }[];
};
export type CarrierShelf = {
  readonly read: (organizationID: string) => SetUpCarriers;
  /**
   * Adds sample carriers for trying the station out.
   *
   * @returns Number of added carriers; 0 when the organization has carriers already.
   */
  readonly addSamples: (organizationID: string) => number;
  /** Removes the sample carriers; their purchases stay. */
  readonly dropSamples: (organizationID: string) => void;
  /** Lists the carriers that quote from an agreement. */
  readonly list: (organizationID: string) => readonly CarrierCard[];
};

/**
 * Creates the shelf.
 *
 * @param resourcesDir Contains samples/agreements.json.
 */
export function createCarrierShelf(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  resourcesDir: string,
): CarrierShelf {
  return {
    read: (organizationID) => readCarriers(deps, organizationID),
    addSamples: (organizationID) => addSampleAgreements(deps, organizationID, resourcesDir),
    dropSamples: (organizationID) => endSampleAgreements(deps, organizationID),
    list: (organizationID) => listCards(deps, organizationID),
  };
}

function readCarriers({ db }: ReadDeps, organizationID: string): SetUpCarriers {
  const agreements = listAgreements(db, organizationID);
  const changes = agreements.flatMap(({ id, updatedAt }) => [
    updatedAt,
    ...listVersions(db, id).map((version) => version.updatedAt),
  ]);
  return {
    hasCarriers: agreements.length > 0,
    samplePrices: agreements.some(({ isSample }) => isSample === 1),
    changedAt: changes.reduce((newest, at) => (at > newest ? at : newest), ""),
  };
}

function listCards(
  { db, now }: Pick<ShippingDeps, "db" | "now">,
  organizationID: string,
): CarrierCard[] {
  const tariffs = createTariffReader(db);
  const at = now();
  return listAgreements(db, organizationID).map(
    ({ id, name, providerCode, isSample, needsAccount }) => {
      const read = tariffs.inForce(id, at)?.read;
      return {
        id,
        name,
        providerCode,
        isSample: isSample === 1,
        needsAccount: needsAccount === 1,
        services:
          read?.kind === "tariff"
            ? read.tariff.services.map((service) => ({ code: service.code, name: service.name }))
            : [],
      };
    },
  );
}
