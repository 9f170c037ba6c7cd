/** Parses the command line of `npm run hub`. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ControlRequest } from "../hub-control.schema.ts";
import type { OwnServer } from "./own-server.ts";
import { HubError } from "./hub-error.ts";
import type { ChosenSettings } from "./hub-folder.ts";

export const USAGE = `usage: npm run hub -- --dir DIR [--port 4222] [--host 0.0.0.0] [--name NAME] [--advertise HOST]...
                     [--keep-days 30] [--nats-server PATH] [--json]
       npm run --silent hub -- --dir DIR add [--desks N | --station STATION] [--hours H]
       npm run --silent hub -- --dir DIR list [--json]
       npm run --silent hub -- --dir DIR revoke STATION [--json]
       npm run --silent hub -- streams --server URL... --credentials FILE [--server-ca FILE]
                               [--replicas 1|3|5] [--keep-days 30] [--sync-always]
       npm run --silent hub -- permissions STATION-ID

  --dir DIR        the hub's folder: its keys, settings and streams; made when it is not there
  --port N         where stations connect; default: the port of the last start, at first 4222; 0: the same, at first any free port
  --host HOST      an address of this machine; default: 0.0.0.0, all
  --name NAME      of the hub, shown at the stations; default: this machine's name
  --advertise HOST a name or address by which stations reach the hub, in place of this machine's own; several are allowed
  --keep-days N    1 to 30: how long events, snapshots and files stay on the hub
  --nats-server PATH   the program; default: PACKBENCH_NATS_SERVER, DIR/bin, then the PATH
  --json           print exactly one line of JSON: {"url","joinCode"} when ready
  --help           print this

  add      prints one line of JSON with a new join code: --desks N stations may use it (1), for --hours H (24);
           with --station (id or name) only that station may, after it has lost the key of its credential
  list     shows the stations and the open codes
  revoke   ends a station's credential and its connection at once, by its id or its name

For a nats-server, cluster or leaf of your own, in place of a hub:
  streams      makes the organization's streams there, with a .creds file that is allowed to; --sync-always states
               that each server runs with sync_interval: always
  permissions  prints what a station's credential must allow, as JSON
`;

const MOST_DESKS = 1_000;
const MOST_HOURS = 720;

/** A command for an organization's own server. */
export type OwnServerCommand = {
  readonly own:
    | { readonly command: "streams"; readonly server: OwnServer }
    | { readonly command: "permissions"; readonly stationID: string };
};

/** `request` undefined: start the hub. */
export type HubCommand = {
  readonly dir: string;
  readonly chosen: ChosenSettings;
  readonly natsServer: string | undefined;
  readonly json: boolean;
  readonly request: ControlRequest | undefined;
};

/**
 * Reads the hub's command line.
 *
 * @returns Undefined when help is requested.
 * @throws HubError for invalid arguments.
 */
export function readCommand(args: readonly string[]): HubCommand | OwnServerCommand | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const own = ownServerOf(positionals, values);
  if (own !== undefined) return { own };
  if (values.dir === undefined || values.dir === "")
    throw new HubError("--dir is missing: the hub's folder.");
  const request = requestOf(positionals, values);
  if (request?.command !== "add" && (values.desks ?? values.hours ?? values.station) !== undefined)
    throw new HubError("--desks, --station and --hours belong to add.");
  if (values.desks !== undefined && values.station !== undefined)
    throw new HubError(
      "A code is for one known station, or for a number of new ones: give either --station or --desks.",
    );
  const chosen: ChosenSettings = {
    ...(values.port === undefined ? {} : { port: wholeNumber("port", values.port, 0, 65_535) }),
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(values.name === undefined ? {} : { name: values.name.trim().slice(0, 100) }),
    ...(values.advertise === undefined ? {} : { advertise: values.advertise }),
    ...(values["keep-days"] === undefined
      ? {}
      : { keepDays: wholeNumber("keep-days", values["keep-days"], 1, 30) }),
  };
  return {
    dir: resolve(values.dir),
    chosen,
    natsServer: values["nats-server"] === undefined ? undefined : resolve(values["nats-server"]),
    json: values.json,
    request,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        dir: { type: "string" },
        port: { type: "string" },
        host: { type: "string" },
        name: { type: "string" },
        advertise: { type: "string", multiple: true },
        "keep-days": { type: "string" },
        "nats-server": { type: "string" },
        desks: { type: "string" },
        station: { type: "string" },
        hours: { type: "string" },
        server: { type: "string", multiple: true },
        credentials: { type: "string" },
        "server-ca": { type: "string" },
        replicas: { type: "string" },
        "sync-always": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new HubError(error instanceof Error ? error.message : String(error));
  }
}

function ownServerOf(
  [name, station, ...more]: readonly string[],
  values: ReturnType<typeof parse>["values"],
): OwnServerCommand["own"] | undefined {
  if (name === "permissions" && station !== undefined && more.length === 0)
    return { command: "permissions", stationID: station.toLowerCase() };
  if (name === "streams" && station === undefined) {
    const { server: servers, credentials, "server-ca": authority } = values;
    if (servers === undefined || credentials === undefined)
      throw new HubError("streams needs --server and --credentials.");
    const replicas = values.replicas ?? "1";
    if (!["1", "3", "5"].includes(replicas))
      throw new HubError(`--replicas must be 1, 3 or 5, not "${replicas}".`);
    const keepDays = wholeNumber("keep-days", values["keep-days"] ?? "30", 1, 30);
    return {
      command: "streams",
      server: {
        servers,
        credentials: resolve(credentials),
        ...(authority === undefined ? {} : { authority: resolve(authority) }),
        replicas: Number(replicas),
        keepDays,
        isFlushing: values["sync-always"],
      },
    };
  }
  if (values.server !== undefined || values.credentials !== undefined)
    throw new HubError("--server and --credentials belong to streams.");
  return undefined;
}

function requestOf(
  positionals: readonly string[],
  {
    desks = "1",
    hours = "24",
    station: forStation,
  }: { readonly desks?: string; readonly hours?: string; readonly station?: string },
): ControlRequest | undefined {
  const [name, station, ...more] = positionals;
  const isAlone = station === undefined && more.length === 0;
  if (name === undefined) return undefined;
  if (name === "add" && isAlone)
    return {
      command: "add",
      desks: wholeNumber("desks", desks, 1, MOST_DESKS),
      hours: wholeNumber("hours", hours, 1, MOST_HOURS),
      ...(forStation === undefined ? {} : { station: forStation }),
    };
  if (name === "list" && isAlone) return { command: "list" };
  if (name === "revoke" && station !== undefined && more.length === 0)
    return { command: "revoke", station };
  throw new HubError(
    name === "revoke"
      ? "revoke takes one station: its id or its name."
      : `There is no command "${positionals.join(" ")}". Commands are add, list, revoke, streams and permissions.`,
  );
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new HubError(`--${option} must be a whole number from ${least} to ${most}, not "${text}".`);
}
