/**
 * Executes the desk's decisions about stations: admitting, revoking, leaving, being the hub. If
 * this computer is the hub, a decision is executed as the hub's owner, otherwise by a request to
 * the hub.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "../base/errors.ts";
import { leaveOthers } from "../fulfilment/shared-printers/end-requests.ts";
import type { ControlRequest, ControlResult } from "./hub-control.schema.ts";
import { askHub } from "./hub-request.ts";
import { leaveHub } from "./leave/leave-hub.ts";
import { openScarce } from "./leases/scarce-bucket.ts";
import type { HubConnection } from "./connection.ts";
import type { SyncState } from "./sync-state.ts";
import type { HubServer, StationInvitation } from "./sync.schema.ts";

const HOUR_MS = 3_600_000;
/**
 * How long a leaving station waits until the hub has its last changes, and the poll interval, ms.
 */
const [PUBLISHED_WITHIN_MS, PUBLISHED_LOOK_MS] = [3_000, 50];

/** Operations of the station; `restart` runs after the answer was sent. */
type Desk = {
  /**
   * Requires that the station is not joining.
   *
   * @throws AppError E2120 while the station joins.
   */
  requireIdle(): void;
  /** Joins a hub, and restarts the station. */
  join(code: string): Promise<void>;
  restart(): void;
};

type Sync = Pick<SyncState, "deps" | "host" | "hub" | "connection" | "atServer" | "roster">;

export type Management = {
  /**
   * Makes a join code for other stations.
   *
   * @throws AppError E2112, E2140
   */
  invite(wanted: {
    readonly desks: number;
    readonly hours: number;
    readonly stationID?: string | undefined;
  }): Promise<StationInvitation>;
  /**
   * Sets this station's name in the hub's list; an organization's own server has no such list.
   *
   * @throws AppError E2112, E2140
   */
  sendName(name: string): Promise<void>;
  /**
   * Ends a station's credential. At an organization's own server, closes the station's leases after
   * the administrator has removed its user.
   *
   * @throws AppError E2112, E2135, E2140, E2151
   */
  revoke(stationID: string): Promise<void>;
  /**
   * Leaves the hub and restarts the station.
   *
   * @throws AppError E2112, E2120, E2140 to E2142; the station stays joined.
   */
  leave(keepOrganization: boolean): Promise<void>;
  /** Reads the state of this computer's hub, and the nats-server that was found for the hub. */
  hubServer(): Promise<HubServer>;
  /**
   * Makes this computer the hub, and joins it.
   *
   * @throws AppError E2112, E2120, E2143, E2144; the errors of `join`.
   */
  beHub(chosen: {
    readonly program?: string | undefined;
    readonly port?: number | undefined;
  }): Promise<void>;
  /**
   * Returns whether this station is leaving the hub now, and so offers nothing to other stations.
   */
  isLeaving(): boolean;
  /** Returns whether this computer runs the hub that the station has joined. */
  isHubHere(): boolean;
};

type State = { readonly sync: Sync; readonly desk: Desk; isLeaving: boolean };

/** Creates the operations of a station; runs none of them. */
export function createManagement(sync: Sync, desk: Desk): Management {
  const { host } = sync;
  const me = sync.deps.db.stationID;
  const state: State = { sync, desk, isLeaving: false };
  return {
    isHubHere: () => isHubHere(sync),
    isLeaving: () => state.isLeaving,
    async invite({ stationID, ...of }) {
      const wanted = stationID === undefined ? of : { ...of, desks: 1, station: stationID };
      const done = await ask(sync, { command: "add", ...wanted });
      if (done.command !== "add") throw new Error("the hub answered another command");
      return {
        ...done.result,
        desks: wanted.desks,
        endsAt: new Date(Date.now() + wanted.hours * HOUR_MS).toISOString(),
      };
    },
    async sendName(name) {
      if (sync.hub !== undefined && "sealedSeed" in sync.hub.signIn)
        await ask(sync, { command: "name", station: me, name });
    },
    async revoke(stationID) {
      if (stationID === me)
        throw errors.mayNotManageStations(
          "A station cannot revoke itself. Leave the hub instead.",
          { reason: "itself" },
        );
      if (sync.hub?.hubKey === "") return endAtServer(sync, stationID);
      await ask(sync, { command: "revoke", station: stationID });
    },
    leave: (keepOrganization) => leave(state, keepOrganization),
    hubServer: () => host.look(),
    async beHub({ program, port }) {
      desk.requireIdle();
      if (sync.hub !== undefined) throw errors.alreadyJoined();
      const { joinCode } = await host.begin({
        ...(program === undefined ? {} : { program }),
        ...(port === undefined ? {} : { port }),
      });
      await desk.join(joinCode);
    },
  };
}

function isHubHere({ hub, host }: Sync): boolean {
  return hub !== undefined && host.hubID() === hub.hubID;
}

/**
 * Executes a hub command, here or over the connection.
 *
 * @throws AppError E2112, E2140
 */
async function ask(sync: Sync, request: ControlRequest): Promise<ControlResult> {
  const { deps, host, hub, connection } = sync;
  if (hub === undefined)
    throw errors.mayNotManageStations("This station has joined no hub.", { reason: "noHub" });
  if (isHubHere(sync)) return host.command(request);
  if (!("sealedSeed" in hub.signIn))
    throw errors.mayNotManageStations("The administrator of this server lets stations in.", {
      reason: "server",
    });
  if (connection?.session === undefined)
    throw errors.hubNotReached(
      "The hub is not reached. Nothing was changed. Try again when it is.",
      { reason: "away" },
    );
  return askHub(
    connection.session.nc,
    { id: deps.db.stationID, seed: deps.secrets.decrypt(hub.signIn.sealedSeed) },
    request,
  );
}

/**
 * Closes a station's leases at an organization's own server.
 *
 * @throws AppError E2112, E2135, E2140, E2151
 */
async function endAtServer(
  { connection, atServer, roster }: Sync,
  stationID: string,
): Promise<void> {
  if (connection?.session === undefined || connection.services === undefined)
    throw errors.hubNotReached(
      "The server is not reached. Nothing was changed. Try again when it is.",
      { reason: "away" },
    );
  atServer.requireGone(stationID, Date.now() - connection.skewMs);
  await connection.services.leases.end({
    id: stationID,
    incarnation: roster.get(stationID)?.incarnation ?? 0,
  });
}

async function leave(state: State, keepOrganization: boolean): Promise<void> {
  const { sync, desk } = state;
  const { deps, host, hub, connection } = sync;
  desk.requireIdle();
  if (hub === undefined)
    throw errors.notInStep("This station has joined no hub.", { reason: "noHub" });
  const nc = connection?.session?.nc;
  const status = connection?.status();
  const isHub = isHubHere(sync);
  const isListed = "sealedSeed" in hub.signIn;
  await leaveHub({
    deps,
    hub,
    keepOrganization,
    isHub,
    isInStep: status?.state === "in step" && status.waiting === 0,
    kv: nc === undefined ? undefined : await openScarce(nc),
    async withdraw() {
      state.isLeaving = true;
      leaveOthers(deps);
      await untilPublished(connection);
    },
    resign: async () =>
      void (isListed && (await ask(sync, { command: "leave", station: deps.db.stationID }))),
    disconnect: async () => void (await connection?.stop()),
  }).catch((error: unknown) => {
    state.isLeaving = false; // The station stays, and offers its printers again.
    throw error;
  });
  if (isHub) await host.end();
  desk.restart();
}

/** Waits for a limited time until the hub has what this station wrote. */
async function untilPublished(connection: HubConnection | undefined): Promise<void> {
  const looks = PUBLISHED_WITHIN_MS / PUBLISHED_LOOK_MS;
  for (let i = 0; i < looks && (connection?.status().waiting ?? 0) > 0; i += 1)
    await sleep(PUBLISHED_LOOK_MS);
}
