/** The configuration of nats-server. It reads JSON too, which leaves no question of quoting. */
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
 * Where the hub's server reads its configuration, and by which it is known among this machine's
 * processes.
 */
export function configFile(folder: string): string {
  return join(folder, "nats.conf");
}

/** Where nats-server writes its log. */
export function serverLog(folder: string): string {
  return join(folder, "nats.log");
}

/** A station whose credential works. `userKey`: public, "U…". */
export type Desk = { readonly id: string; readonly userKey: string };

/** Written whole, before the server starts or reads it again. */
export function writeServerConfig(
  folder: string,
  settings: HubSettings,
  desks: readonly Desk[],
): void {
  writeWhole(
    configFile(folder),
    `${JSON.stringify(serverConfig(folder, settings, desks), null, 2)}\n`,
  );
}

function serverConfig(
  folder: string,
  { hubID, host, port, seeds, guestPassword }: HubSettings,
  desks: readonly Desk[],
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
    // Each acknowledged message is on the disk: without `always` two minutes of them can be lost in
    // a power cut.
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
          ...desks.map(({ id, userKey }) => ({ nkey: userKey, permissions: deskPermissions(id) })),
        ],
      },
    },
  };
}

/** @param seed Of an nkey. @returns "U…". */
export function publicKeyOf(seed: string): string {
  return fromSeed(new TextEncoder().encode(seed)).getPublicKey();
}
