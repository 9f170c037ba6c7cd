/** Inputs and parts of a price, which the engine passes between its steps. */
import type { Minor } from "../../base/money.ts";
import type { Instant } from "../../base/units.ts";
import type { CollectsBy, ConsignedParcel, ConsignedPlace } from "../carriers/consignment.ts";
import type { LineKind } from "../carriers/price-lines.schema.ts";

/** Inputs of a price. `day`: the Turkish day of `at`. */
export type PriceInput = {
  readonly from: ConsignedPlace;
  readonly to: ConsignedPlace;
  readonly parcel: ConsignedParcel;
  readonly isReturn: boolean;
  readonly cashOnDelivery: { readonly amount: Minor; readonly by: CollectsBy } | null;
  readonly declaredValue: Minor | null;
  readonly at: Instant;
  readonly day: string;
};

export type PriceLine = readonly [LineKind, number];

/** Weight in kg and volume in desi: the larger one, exact and as billed. */
export type Measured = {
  readonly kg: number;
  readonly exact: number;
  readonly billed: number;
  readonly billedBy: "kg" | "desi";
};
