/** Connects a joined station to its hub, with the credential that it stores sealed. */
import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { isAppError, errors } from "../base/errors.ts";
import type { SyncDeps } from "./deps.ts";
import { connectHub } from "./connect-hub.ts";
import type { HubSettings } from "./hub-settings.ts";

/**
 * Connects to the hub with the station's credential. Waits for an unreachable hub if
 * `waitOnFirstConnect`.
 *
 * @throws AppError E2050 when the credential cannot be opened, otherwise the errors of
 * `connectHub`.
 */
export async function connectStation(
  { secrets, syncTimes }: Pick<SyncDeps, "secrets" | "syncTimes">,
  known: HubSettings,
  waitOnFirstConnect = false,
): Promise<NatsConnection> {
  return connectHub(
    {
      servers: known.servers,
      ...(known.authority === undefined ? {} : { authority: known.authority }),
      signIn:
        "sealedSeed" in known.signIn
          ? { seed: openCredential(secrets, known.signIn.sealedSeed) }
          : { credentials: openCredential(secrets, known.signIn.sealedCredentials) },
      stationID: known.stationID,
      name: known.name,
    },
    { waitOnFirstConnect, handshakeFirst: known.handshakeFirst, times: syncTimes },
  );
}

function openCredential(secrets: SyncDeps["secrets"], sealed: string): string {
  try {
    return secrets.decrypt(sealed);
  } catch (error) {
    if (!isAppError(error, "secretUnreadable")) throw error;
    throw errors.secretUnreadable(
      `This station's credential for the hub cannot be opened. ${error.message} Until the credential can be opened, work done at this station is not sent to the hub. If the key is lost for good, delete the stored secrets, make a code for this station on the hub, and join again with this code: the station keeps its data.`,
      { reason: "hub" },
    );
  }
}

/**
 * Returns whether the hub rejects the credential; also true when the key that sealed the credential
 * is lost.
 */
export async function isRefused(
  deps: Pick<SyncDeps, "secrets" | "syncTimes">,
  known: HubSettings,
): Promise<boolean> {
  try {
    await (await connectStation(deps, known)).close();
    return false;
  } catch (error) {
    return isAppError(error, "hubRefusesStation") || isAppError(error, "secretUnreadable");
  }
}

/**
 * Connects; the library waits for an unreachable hub. Any other error is thrown after a pause, so
 * that the caller may retry at once.
 *
 * @throws The signal's reason; the errors of `connectStation`.
 */
export async function connectUntil(
  deps: Pick<SyncDeps, "secrets" | "syncTimes">,
  known: HubSettings,
  signal: AbortSignal,
): Promise<NatsConnection> {
  const ended = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  const connecting = connectStation(deps, known, true);
  // A connection that is made after the abort is closed.
  connecting
    .then((connection) => (signal.aborted ? connection.close() : undefined))
    .catch(() => {});
  try {
    return await Promise.race([connecting, ended]);
  } catch (error) {
    if (!signal.aborted) await sleep(deps.syncTimes.connectAgainMs, undefined, { signal });
    throw error;
  }
}
