/** An agreement with a carrier as price lists show it. */

/** Price agreement that a carrier quotes from. */
export type Agreement = {
  readonly id: string;
  readonly providerCode: string;
  readonly name: string;
  /** Desi values at which the agreement's prices step, rising. */
  readonly desiSteps: readonly number[];
};
