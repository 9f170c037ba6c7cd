/**
 * Connects a station to its hub, and only to that hub, with reconnects while the station runs. A
 * connection to another machine is encrypted.
 */
import {
  connect,
  credsAuthenticator,
  errors as natsErrors,
  nkeyAuthenticator,
  type Authenticator,
  type ConnectionOptions,
  type NatsConnection,
} from "@nats-io/transport-node";
import { AppError, errors } from "../base/errors.ts";
import { retryWhileReloading } from "./retry-while-reloading.ts";
import { compareVersions, inboxOf, OLDEST_SERVER } from "./hub-names.ts";
import { SYNC_TIMES, type SyncTimes } from "./sync-times.ts";

export type HubAccess = {
  /**
   * "tls://host:port", tried in this order; "nats://" without encryption only for this machine
   * itself.
   */
  readonly servers: readonly string[];
  /**
   * PEM of the authority that signed the server's certificate; absent: an authority of this
   * computer's system.
   */
  readonly authority?: string;
  /**
   * The nkey seed of an enrolled station, or the text of a .creds file for an organization's own
   * server.
   */
  readonly signIn: { readonly seed: string } | { readonly credentials: string };
  readonly stationID: string;
  /** Shown in the hub's list of connections. */
  readonly name: string;
};

export type ConnectOptions = {
  /**
   * Whether to wait for a hub that is not running yet; otherwise one attempt per server decides.
   */
  readonly waitOnFirstConnect?: boolean;
  /**
   * False for an organization's own server whose TLS starts after its greeting. The server must
   * then be named by host name, because an address fails the comparison with the certificate.
   */
  readonly handshakeFirst?: boolean;
  /** Time for one server to accept the connection, ms. */
  readonly timeoutMs?: number;
  readonly times?: Pick<SyncTimes, "reconnectMs" | "pingMs">;
};

const PINGS_OUT = 2;
const TIMEOUT_MS = 5_000;

/**
 * Connects, and reconnects whenever the connection is lost. Unless the caller closes it, the
 * connection ends only when the hub rejects the credential twice, as it does for a revoked station:
 * `closed()` then resolves with an AuthorizationError.
 *
 * @throws AppError E2112 when no server answers, or when an address of another machine has no
 *   encryption, E2113 when another machine answers, E2115 for a server that is too old, E2116 when
 *   the certificate is not valid by this computer's clock, E2117 for a rejected credential.
 */
export async function connectHub(
  access: HubAccess,
  options: ConnectOptions = {},
): Promise<NatsConnection> {
  const connection = await open(access, options);
  const version = connection.info?.version ?? "";
  if (compareVersions(version, OLDEST_SERVER) >= 0) return retryWhileReloading(connection);
  await connection.close();
  throw errors.hubServerTooOld(
    `The hub runs nats-server ${version}. Stations need ${OLDEST_SERVER} or newer: update it on the hub's machine.`,
  );
}

async function open(access: HubAccess, options: ConnectOptions): Promise<NatsConnection> {
  const { reconnectMs, pingMs } = options.times ?? SYNC_TIMES;
  try {
    return await connect({
      ...encryption(access, options.handshakeFirst ?? true),
      servers: [...access.servers],
      noRandomize: true,
      authenticator: authenticatorOf(access.signIn),
      // The addresses that a hub on one machine announces are ignored, because they include
      // addresses that no other machine reaches.
      ignoreClusterUpdates: "seed" in access.signIn,
      inboxPrefix: inboxOf(access.stationID),
      name: access.name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
      reconnectJitter: reconnectMs,
      reconnectJitterTLS: reconnectMs,
      pingInterval: pingMs,
      maxPingOut: PINGS_OUT,
      timeout: options.timeoutMs ?? TIMEOUT_MS,
      waitOnFirstConnect: options.waitOnFirstConnect ?? false,
    });
  } catch (error) {
    throw asHubError(error, access.servers);
  }
}

/**
 * Makes the TLS options. An enrolled hub's authority signs only that hub, so its signature is the
 * whole identity: the name in the certificate is not compared, and a hub may change its address. A
 * company's authority signs many machines, so the name is compared.
 */
function encryption(
  { servers, authority, signIn }: HubAccess,
  handshakeFirst: boolean,
): Pick<ConnectionOptions, "tls"> {
  const plain = servers.filter((server) => server.startsWith("nats://"));
  if (plain.length > 0) {
    const open = plain.find(
      (server) => !/^nats:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\/?$/.test(server),
    );
    if (open !== undefined || plain.length < servers.length)
      throw errors.hubNotReached(
        `The address ${open ?? plain[0]} has no encryption, which is allowed only on this machine. Use tls:// for another machine.`,
        { reason: "plain" },
      );
    return { tls: null };
  }
  const tls = {
    handshakeFirst,
    minVersion: "TLSv1.3",
    ...(authority === undefined ? {} : { ca: authority }),
    ...(authority !== undefined && "seed" in signIn
      ? { checkServerIdentity: () => undefined }
      : {}),
  };
  return { tls };
}

function authenticatorOf(signIn: HubAccess["signIn"]): Authenticator {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  return "seed" in signIn
    ? nkeyAuthenticator(bytes(signIn.seed))
    : credsAuthenticator(bytes(signIn.credentials));
}

/** TLS errors: the certificate is of another authority or of another host. */
const OTHER_MACHINE =
  /self-signed|SELF_SIGNED|unable to (get|verify)|UNABLE_TO|certificate signature failure|ERR_TLS_CERT_ALTNAME/i;
const CLOCK = /CERT_(NOT_YET_VALID|HAS_EXPIRED)|not yet valid|has expired/i;

/** Converts the library's error to an AppError whose message says what to do. */
export function asHubError(error: unknown, servers: readonly string[]): unknown {
  if (error instanceof AppError) return error;
  const tried = servers.join(", ");
  const text =
    error instanceof Error
      ? [error, error.cause]
          .map((one) =>
            one instanceof Error ? `${one.message} ${"code" in one ? String(one.code) : ""}` : "",
          )
          .join(" ")
      : String(error);
  if (error instanceof natsErrors.AuthorizationError)
    return errors.hubRefusesStation(
      "The hub does not accept this station's credential: the station was revoked, or the hub was set up again. Join again with a new code.",
      { reason: "credential" },
    );
  if (CLOCK.test(text))
    return errors.clocksApart(
      "By this computer's clock the hub's certificate is not valid. Set the clocks of both machines, then try again.",
      { reason: "certificate" },
    );
  if (OTHER_MACHINE.test(text))
    return errors.hubIsAnotherMachine(
      `Another machine answers at the hub's address (${tried}). Check the address, or join again with a new code.`,
    );
  if (error instanceof Error)
    return errors.hubNotReached(
      `The hub did not answer at ${tried}. Check that it runs, that both machines are on one network, and that its firewall allows connections to its port.`,
    );
  return error;
}
