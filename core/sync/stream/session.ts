/**
 * A session with the hub: it lasts from the checks of a connection to the loss of the connection.
 */
import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";

/** Operations for everything that runs during the session. */
export type Session = {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly manager: JetStreamManager;
  /** The hub's time, ms since the epoch. */
  hubNow(): number;
  /** Whether the hub has lost messages that it had confirmed. */
  readonly hasLost: boolean;
  /** Publishes this station's stored transactions again. */
  republish(): void;
  /**
   * How often the connection was lost until now. After a loss the other side may be another hub,
   * even if the library has reconnected.
   */
  losses(): number;
  /**
   * Returns whether no change has waited for more than two seconds to be published or applied;
   * false before the station follows the stream.
   */
  isInStep(): boolean;
  /**
   * Resolves when this station has applied all messages that the stream had at the call. A call
   * before the station follows the stream waits for the messages that are there when the station
   * starts to follow.
   *
   * @throws Error when the session ends earlier.
   */
  caughtUp(): Promise<void>;
};
