/**
 * Sets up an organization's own nats-server, cluster or leaf instead of our hub: creates its
 * streams or corrects their settings, and formats each station's permissions.
 */
import { readSmallFile } from "../../base/read-small-file.ts";
import { connectHub } from "../connect-hub.ts";
import { deskPermissions } from "./desk-permissions.ts";
import { HubError } from "./hub-error.ts";
import { makeStreams } from "./make-streams.ts";

export type OwnServer = {
  readonly servers: readonly string[];
  /**
   * Paths: a .creds file that may make streams, and PEM of the authority that signed the server's
   * certificate.
   */
  readonly credentials: string;
  readonly authority?: string;
  /** 1, 3 or 5: servers of a cluster that store each message. */
  readonly replicas: number;
  readonly keepDays: number;
  /**
   * The server's owner states that the server runs with `sync_interval: always`, which no client
   * can see.
   */
  readonly isFlushing: boolean;
};

/** Bytes. */
const LARGEST = 100_000;

/**
 * Makes the streams or corrects their settings; deletes nothing.
 *
 * @throws HubError with what is wrong.
 */
export async function setUpOwnServer({
  servers,
  credentials,
  authority,
  replicas,
  keepDays,
  isFlushing,
}: OwnServer): Promise<void> {
  const ca = authority === undefined ? {} : { authority: readFile(authority) };
  const access = {
    servers,
    ...ca,
    signIn: { credentials: readFile(credentials) },
    stationID: "setup",
    name: "Packbench set-up",
  };
  const connection = await connectHub(access)
    .catch(() => connectHub(access, { handshakeFirst: false }))
    .catch((error: unknown) => {
      throw new HubError(error instanceof Error ? error.message : String(error));
    });
  try {
    await makeStreams(connection, { keepDays, replicas, isFlushing });
  } catch (error) {
    throw new HubError(
      `The server did not accept the streams: ${error instanceof Error ? error.message : String(error)}. The credentials need JetStream and the right to make streams in the organization's account.`,
    );
  } finally {
    await connection.close();
  }
}

/**
 * Formats the permissions of one station as JSON for a server's configuration.
 *
 * @param stationID The id shown in Settings, Stations.
 * @throws HubError when the text is not a station's id.
 */
export function permissionsText(stationID: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(stationID))
    throw new HubError(
      `"${stationID}" is not a station's id. Settings, Stations shows the id at the station itself.`,
    );
  return JSON.stringify(deskPermissions(stationID), null, 2);
}

function readFile(path: string): string {
  try {
    return readSmallFile(path, LARGEST);
  } catch (error) {
    throw new HubError(
      `${path} cannot be read (${error instanceof Error && "code" in error ? String(error.code) : String(error)}).`,
    );
  }
}
