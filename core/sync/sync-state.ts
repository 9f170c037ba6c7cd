/** State that the parts of sync share: the hub of this station, and the connection to that hub. */
import { dirname } from "node:path";
import type { PackingNow } from "../fulfilment/packing/packing-now.ts";
import type { HubConnection } from "./connection.ts";
import type { SyncDeps } from "./deps.ts";
import { createDeskName, type DeskName } from "./desk-name.ts";
import type { HubHost } from "./hub-host.ts";
import { readHub, type HubSettings } from "./hub-settings.ts";
import type { HubPolicy } from "./join/policy-hub.ts";
import type { LeasePort } from "./leases/lease-port.ts";
import { createNoteFaults, type NoteFaults } from "./leases/note-faults.ts";
import type { Roster } from "./presence.ts";
import { createServerStations, type ServerStations } from "./server-stations.ts";

/** Values that sync gets from the rest of the station. */
export type SyncSurroundings = {
  /** Supplies leases to the core's calls. */
  readonly port: LeasePort;
  /** Version of the program. */
  readonly version: string;
  /** The order that is open at this desk. */
  readonly packingNow: PackingNow;
  /** The hub that may run on this computer. */
  readonly host: HubHost;
  /** Policy of the company's IT. */
  readonly policy: HubPolicy;
};

export type SyncState = SyncSurroundings & {
  readonly deps: SyncDeps;
  /** Folder of the database. */
  readonly folder: string;
  readonly deskName: DeskName;
  /** Status entries of all stations. */
  readonly roster: Roster;
  readonly atServer: ServerStations;
  /** Collects hub records that do not fit their schema. */
  readonly faults: NoteFaults;
  /** The hub that the station has joined or is joining; joining and leaving change it. */
  hub: HubSettings | undefined;
  /** Set once, when a station that has joined starts. */
  connection: HubConnection | undefined;
};

/** Reads the hub from the settings; connects to nothing. */
export function createSyncState(deps: SyncDeps, surroundings: SyncSurroundings): SyncState {
  const roster: Roster = new Map();
  return {
    ...surroundings,
    deps,
    folder: dirname(deps.db.raw.name),
    deskName: createDeskName(deps),
    roster,
    atServer: createServerStations(deps, roster),
    faults: createNoteFaults(deps),
    hub: readHub(deps),
    connection: undefined,
  };
}
