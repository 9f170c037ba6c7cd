/** Types shared by the claims of single shipments and of batches. */
import type { NatsConnection } from "@nats-io/transport-node";
import type { WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import type { ScarceBucket } from "../leases/scarce-bucket.ts";
import type { MayAsk } from "../station-requests.ts";

/** Dependencies with which a claim reaches the hub and the other stations. */
export type ClaimHub = {
  readonly deps: WriteDeps & Pick<SyncDeps, "syncTimes">;
  readonly kv: ScarceBucket;
  readonly nc: NatsConnection;
  /** The hub's time, ms since the epoch. */
  readonly hubNow: () => number;
  readonly mayAsk: MayAsk;
  /**
   * Returns whether the hub's list has a station with this id; revoked stations stay in the list.
   */
  readonly isKnown: (stationID: string) => boolean;
};

/**
 * A claim in progress. `isGivenAway`: this station gave the shipment to another station during the
 * claim. `isTakenBack`: the claim takes back a shipment that this station gave to another station;
 * meanwhile the shipment is given to no station.
 */
export type Attempt = { isGivenAway: boolean; isTakenBack?: boolean; outcome: Promise<boolean> };
