/**
 * Writes the configuration of nats-server as JSON, which the server accepts and which avoids
 * quoting problems.
 */
import { join } from "node:path";
import { fromSeed } from "@nats-io/nkeys";
import { writeWhole } from "../../base/write-whole.ts";
import { ENROL_INBOX } from "../hub-names.ts";
import { deskPermissions } from "./desk-permissions.ts";
import { certificateFiles } from "./hub-certificates.ts";
import type { HubSettings } from "./hub-folder.ts";

const MAX_PAYLOAD = 8 * 1024 * 1024;
const LOG_BYTES = 10 * 1024 * 1024;
const GUEST = "guest";

/**
 * Returns the path of the server's configuration, which also identifies the server among this
 * machine's processes.
 */
export function configFile(folder: string): string {
  return join(folder, "nats.conf");
}

/** Returns the path of nats-server's log. */
export function serverLog(folder: string): string {
  return join(folder, "nats.log");
}

/** A station with a valid credential. `userKey`: public, "U…". */
export type AdmittedStation = { readonly id: string; readonly userKey: string };

/** Writes the whole file. Called before the server starts or reloads the file. */
export function writeServerConfig(
  folder: string,
  settings: HubSettings,
  admitted: readonly AdmittedStation[],
): void {
  writeWhole(
    configFile(folder),
    `${JSON.stringify(serverConfig(folder, settings, admitted), null, 2)}\n`,
  );
}

function serverConfig(
  folder: string,
  { hubID, host, port, seeds, guestPassword }: HubSettings,
  admitted: readonly AdmittedStation[],
): object {
  const files = certificateFiles(folder);
  return {
    server_name: `packbench-${hubID}`,
    host,
    port,
    log_file: serverLog(folder),
    logfile_size_limit: LOG_BYTES,
    logfile_max_num: 3,
    max_payload: MAX_PAYLOAD,
    ping_interval: "20s",
    ping_max: 2,
    tls: {
      cert_file: files.chain,
      key_file: files.key,
      min_version: "1.3",
      handshake_first: true,
      timeout: 5,
    },
    // With `always`, every acknowledged message is on the disk; otherwise a power cut can lose two
    // minutes of messages.
    jetstream: { store_dir: join(folder, "jetstream"), sync_interval: "always" },
    system_account: "SYS",
    no_auth_user: GUEST,
    accounts: {
      SYS: { users: [{ nkey: publicKeyOf(seeds.system) }] },
      ENROL: {
        users: [
          { nkey: publicKeyOf(seeds.door) },
          {
            user: GUEST,
            password: guestPassword,
            permissions: {
              publish: { allow: ["enrol.*"] },
              subscribe: { allow: [`${ENROL_INBOX}.>`] },
            },
          },
        ],
      },
      ORG: {
        jetstream: "enabled",
        users: [
          { nkey: publicKeyOf(seeds.admin) },
          ...admitted.map(({ id, userKey }) => ({
            nkey: userKey,
            permissions: deskPermissions(id),
          })),
        ],
      },
    },
  };
}

/**
 * Computes the public key of an nkey, "U…".
 *
 * @param seed Seed of the nkey.
 */
export function publicKeyOf(seed: string): string {
  return fromSeed(new TextEncoder().encode(seed)).getPublicKey();
}
