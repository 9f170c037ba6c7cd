/**
 * Port that describes an organization's carriers for Settings and the desk, and adds or removes
 * sample carriers.
 */

/**
 * Summary of an organization's carriers for the desk. `changedAt`: time of the newest change of a
 * carrier; "" without carriers.
 */
export type SetUpCarriers = {
  readonly hasCarriers: boolean;
  readonly samplePrices: boolean;
  readonly changedAt: string;
};
/** A carrier as shown in Settings. */
export type CarrierCard = {
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
  /** Lists the carriers that quote from a rate card. */
  readonly list: (organizationID: string) => readonly CarrierCard[];
};
