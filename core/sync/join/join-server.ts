/**
 * Joins a station to its organization's own nats-server. No Packbench hub admits the station there,
 * so the station's credential is a file made by the server's administrator.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { createHash } from "node:crypto";
import { createCurve } from "@nats-io/nkeys";
import type { NatsConnection } from "@nats-io/transport-node";
import { isAppError, errors } from "../../base/errors.ts";
import type { SyncDeps } from "../deps.ts";
import { connectHub, type HubAccess } from "../connect-hub.ts";
import { checkHub } from "../hub-checks.ts";
import { openOr, writeHub, type HubSettings } from "../hub-settings.ts";

/**
 * `servers`: "tls://host:port". `credentials`: text of a .creds file. `authority`: PEM; absent: an
 * authority of this computer's system.
 */
export type ServerAccess = {
  readonly servers: readonly string[];
  readonly credentials: string;
  readonly authority?: string;
};

/** `name`: the desk's name. */
type NamedAccess = ServerAccess & { readonly name: string };

const CREDENTIALS = /-----BEGIN NATS USER JWT-----[\s\S]+-----BEGIN USER NKEY SEED-----/;

/**
 * Connects to the server, checks it, and stores how to reach it.
 *
 * @param known The hub that the station has joined or is joining.
 * @returns Settings with which the join continues.
 * @throws AppError E2112 to E2119, E2145 and E2146; nothing is changed.
 */
export async function enrolAtServer(
  deps: Pick<SyncDeps, "db" | "settings" | "secrets">,
  access: NamedAccess,
  known: HubSettings | undefined,
): Promise<HubSettings> {
  if (!CREDENTIALS.test(access.credentials)) throw errors.credentialsInvalid();
  const hubID = idOf(access);
  if (known !== undefined && known.hubID !== hubID) throw errors.joinedOtherHub();
  const { connection, handshakeFirst } = await connectEither(deps, access);
  try {
    await requireFit(connection, { stationID: deps.db.stationID, servers: access.servers });
  } finally {
    await connection.close();
  }
  const made: HubSettings = {
    hubID,
    hubName: hostOf(access.servers[0] ?? ""),
    hubKey: "",
    servers: [...access.servers],
    ...(access.authority === undefined ? {} : { authority: access.authority }),
    sealedBoxSeed:
      known !== undefined && openOr(deps.secrets, known.sealedBoxSeed) !== undefined
        ? known.sealedBoxSeed
        : deps.secrets.encrypt(new TextDecoder().decode(createCurve().getSeed())),
    signIn: { sealedCredentials: deps.secrets.encrypt(access.credentials) },
    handshakeFirst,
    stationID: deps.db.stationID,
    state: known?.state ?? "joining",
    organizationID: known?.organizationID ?? null,
    cameFrom: known?.cameFrom ?? null,
    name: access.name,
    leads: false,
  };
  writeHub(deps, made);
  return made;
}

/**
 * Tries TLS before the server's greeting, then TLS after it, since only a connection shows which
 * order the server uses.
 */
async function connectEither(
  deps: ReadDeps,
  { servers, credentials, authority, name }: NamedAccess,
): Promise<{ readonly connection: NatsConnection; readonly handshakeFirst: boolean }> {
  const of: HubAccess = {
    servers,
    ...(authority === undefined ? {} : { authority }),
    signIn: { credentials },
    stationID: deps.db.stationID,
    name,
  };
  try {
    return { connection: await connectHub(of, { handshakeFirst: true }), handshakeFirst: true };
  } catch (error) {
    if (!isAppError(error, "hubNotReached")) throw error;
    return { connection: await connectHub(of, { handshakeFirst: false }), handshakeFirst: false };
  }
}

/**
 * Requires that no check fails; a check without a result is ignored. A connection within this
 * machine, as to a leaf of a cluster, needs no encryption.
 *
 * @throws AppError E2146 with the text of each failed check.
 */
export async function requireFit(
  connection: NatsConnection,
  { stationID, servers }: Pick<HubSettings, "stationID"> & { readonly servers: readonly string[] },
): Promise<void> {
  const isWithin = servers.every((server) => server.startsWith("nats://"));
  const failed = (await checkHub(connection, stationID)).filter(
    ({ name, ok }) => ok === false && !(isWithin && name === "encryption"),
  );
  if (failed.length > 0)
    throw errors.hubIncomplete(
      `The hub cannot be joined yet. ${failed.map(({ words }) => words).join(" ")} Nothing was changed.`,
      { reason: failed.map(({ name }) => name).join(" ") },
    );
}

/** Derives the id of a server from its addresses. */
function idOf({ servers }: ServerAccess): string {
  return createHash("sha256")
    .update([...servers].sort().join("\n"))
    .digest("hex")
    .slice(0, 32);
}

function hostOf(server: string): string {
  return URL.canParse(server) ? new URL(server).hostname : server;
}
