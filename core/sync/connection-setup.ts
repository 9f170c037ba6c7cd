/** Values and operations with which a connection to the hub starts. */
import type { NatsConnection } from "@nats-io/transport-node";
import type { SessionServices } from "./begin-session.ts";
import type { SyncDeps } from "./deps.ts";
import type { Senders } from "./senders.ts";
import type { Boundary } from "./stream/boundary.ts";
import type { Sign } from "./stream/message-signature.ts";
import type { Session } from "./stream/session.ts";
import type { OutboxChanges } from "./stream/stream-message.ts";

export type ConnectionSetup = {
  readonly deps: SyncDeps;
  /**
   * Waits until the hub is reachable.
   *
   * @throws Error for a fault that waiting does not remove.
   */
  connect(signal: AbortSignal): Promise<NatsConnection>;
  /** Removes changes of other organizations, see stream/scope.ts. */
  scope(row: OutboxChanges): OutboxChanges | undefined;
  /** Makes the boundary as of now, see stream/boundary.ts. */
  boundary(): Boundary;
  /**
   * Signs what this station publishes; absent at an organization's own server, which lists no keys.
   */
  readonly sign?: Sign | undefined;
  /** Verifies senders of messages; absent at an organization's own server. */
  readonly senders?: Senders | undefined;
  /**
   * Merges a snapshot and stores its position, when the stream has deleted messages that this
   * station lacks.
   */
  takeSnapshot(session: Pick<Session, "js">): Promise<void>;
  /**
   * Called when the hub has messages of this station whose transactions are not here: this database
   * is an older copy.
   */
  onOlderCopy(): void;
  /** Starts the services of a session, before anything is published. */
  beginSession(session: Session): Promise<SessionServices>;
};
