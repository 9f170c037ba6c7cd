/** Connects the hub to its server as a user whose key only the hub has. */
import { connect, nkeyAuthenticator, type NatsConnection } from "@nats-io/transport-node";
import { findHubAuthority } from "./hub-certificates.ts";
import type { HubSettings } from "./hub-folder.ts";
import { HubError } from "./hub-error.ts";

const RECONNECT_MS = 50;
const TIMEOUT_MS = 3_000;

/**
 * Connects to the hub's server as one of the hub's own users.
 *
 * @param user User whose seed is used.
 * @param isPatient Whether to wait for a server that is starting, and to reconnect after each loss.
 * @throws HubError when the hub was never started; Error when no server answers and `isPatient` is
 *   false.
 */
export async function connectAs(
  user: keyof HubSettings["seeds"],
  folder: string,
  { host, port, seeds }: HubSettings,
  isPatient: boolean,
): Promise<NatsConnection> {
  const ca = findHubAuthority(folder);
  if (ca === undefined) throw new HubError("The hub was never started.");
  // This authority signs only this hub, so its signature is the whole identity.
  const tls = {
    ca,
    handshakeFirst: true,
    minVersion: "TLSv1.3",
    checkServerIdentity: () => undefined,
  };
  return connect({
    servers: `tls://${localHost(host)}:${port}`,
    tls,
    authenticator: nkeyAuthenticator(new TextEncoder().encode(seeds[user])),
    name: `hub ${user}`,
    reconnect: isPatient,
    waitOnFirstConnect: isPatient,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    ignoreClusterUpdates: true,
    reconnectTimeWait: RECONNECT_MS,
    reconnectJitter: RECONNECT_MS,
    reconnectJitterTLS: RECONNECT_MS,
    timeout: TIMEOUT_MS,
  });
}

/** Finds the host at which this machine reaches a server that listens on `host`. */
function localHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
