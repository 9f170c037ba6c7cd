/** Types that claims of single shipments and of batches share. */
import type { NatsConnection } from "@nats-io/transport-node";
import type { WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import type { ScarceBucket } from "../leases/scarce-bucket.ts";
import type { MayAsk } from "../station-requests.ts";

/** Access of claims to the hub and to the other stations. */
export type ClaimHub = {
  readonly deps: WriteDeps & Pick<SyncDeps, "syncTimes">;
  readonly kv: ScarceBucket;
  readonly nc: NatsConnection;
  /** The hub's time, ms since the epoch. */
  readonly hubNow: () => number;
  readonly mayAsk: MayAsk;
  /** Whether the hub lists such a station, even a revoked one. */
  readonly isKnown: (stationID: string) => boolean;
};

/**
 * A claim in progress. `isGivenAway`: another station was given the shipment meanwhile. `isBack`:
 * the shipment is being taken back, and is given to no station.
 */
export type Attempt = { isGivenAway: boolean; isBack?: boolean; outcome: Promise<boolean> };
