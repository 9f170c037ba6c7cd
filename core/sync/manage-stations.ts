/**
 * The desk's decisions about its station and others: admitting, revoking, leaving, being the hub.
 * If this computer is the hub, they are executed as the hub's owner, else by a request to the hub.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { errors } from "../base/errors.ts";
import type { SyncDeps } from "./deps.ts";
import { leaveOthers } from "../fulfilment/shared-printers/end-requests.ts";
import type { ControlRequest, ControlResult } from "./hub-control.schema.ts";
import type { HubHost } from "./hub-host.ts";
import { askHub } from "./hub-request.ts";
import type { HubSettings } from "./hub-settings.ts";
import { leaveHub } from "./leave/leave-hub.ts";
import { openScarce } from "./leases/scarce-bucket.ts";
import type { Link } from "./stream/link.ts";
import type { HubServer, StationInvitation } from "./sync.schema.ts";

const HOUR_MS = 3_600_000;
/**
 * How long a leaving station waits until the hub has what it withdraws, and the poll interval, ms.
 */
const [PUBLISHED_WITHIN_MS, PUBLISHED_LOOK_MS] = [3_000, 50];

export type Managing = {
  readonly deps: SyncDeps;
  readonly host: HubHost;
  /** The hub that the station has joined. */
  hub(): HubSettings | undefined;
  link(): Link | undefined;
  /**
   * Revokes a station at an organization's own server.
   *
   * @throws AppError E2112, E2135, E2140, E2151
   */
  endAtServer(stationID: string): Promise<void>;
  /** @throws AppError E2120 while the station joins. */
  requireIdle(): void;
  join(code: string): Promise<void>;
  restart(): void;
};

export type Management = {
  /**
   * Admits other stations.
   *
   * @throws AppError E2112, E2140
   */
  invite(wanted: {
    readonly desks: number;
    readonly hours: number;
    readonly stationID?: string | undefined;
  }): Promise<StationInvitation>;
  /**
   * Sets this station's name in the hub's list; an organization's own server has none.
   *
   * @throws AppError E2112, E2140
   */
  sendName(name: string): Promise<void>;
  /**
   * Ends a station's credential; at an organization's own server closes its share, after its user
   * was removed there.
   *
   * @throws AppError E2112, E2135, E2140, E2151
   */
  revoke(stationID: string): Promise<void>;
  /**
   * Leaves the hub and restarts the station.
   *
   * @throws AppError E2112, E2120, E2140 to E2142; nothing is changed.
   */
  leave(keepOrganization: boolean): Promise<void>;
  /** The hub of this computer, and the program that was found for it. */
  hubServer(): Promise<HubServer>;
  /**
   * Makes this computer the hub, and joins it.
   *
   * @throws AppError E2112, E2120, E2143, E2144
   */
  beHub(chosen: {
    readonly program?: string | undefined;
    readonly port?: number | undefined;
  }): Promise<void>;
  /** Whether it is leaving the hub now, and so offers nothing to others. */
  isLeaving(): boolean;
  /** Whether this computer runs the hub that the station has joined. */
  isHubHere(): boolean;
};

type State = Managing & { isLeaving: boolean };

/** Operations of a station; creating them runs nothing. */
export function createManagement(managing: Managing): Management {
  const { deps, host, hub, endAtServer, requireIdle, join } = managing;
  const me = deps.db.stationID;
  const state: State = { ...managing, isLeaving: false };
  return {
    isHubHere: () => isHubHere(managing),
    isLeaving: () => state.isLeaving,
    async invite({ stationID, ...of }) {
      const wanted = stationID === undefined ? of : { ...of, desks: 1, station: stationID };
      const done = await ask(managing, { command: "add", ...wanted });
      if (done.command !== "add") throw new Error("the hub answered another command");
      return {
        ...done.result,
        desks: wanted.desks,
        endsAt: new Date(Date.now() + wanted.hours * HOUR_MS).toISOString(),
      };
    },
    async sendName(name) {
      const known = hub();
      if (known !== undefined && "sealedSeed" in known.signIn)
        await ask(managing, { command: "name", station: me, name });
    },
    async revoke(stationID) {
      if (stationID === me)
        throw errors.mayNotManageStations("A station does not revoke itself: it leaves the hub.");
      if (hub()?.hubKey === "") return endAtServer(stationID);
      await ask(managing, { command: "revoke", station: stationID });
    },
    leave: (keepOrganization) => leave(state, keepOrganization),
    hubServer: () => host.look(),
    async beHub({ program, port }) {
      requireIdle();
      if (hub() !== undefined) throw errors.alreadyJoined();
      const { joinCode } = await host.begin({
        ...(program === undefined ? {} : { program }),
        ...(port === undefined ? {} : { port }),
      });
      await join(joinCode);
    },
  };
}

function isHubHere({ hub, host }: Managing): boolean {
  return hub() !== undefined && host.hubID() === hub()?.hubID;
}

/**
 * Executes a hub command, here or over the connection.
 *
 * @throws AppError E2112, E2140
 */
async function ask(managing: Managing, request: ControlRequest): Promise<ControlResult> {
  const { deps, host, hub } = managing;
  const known = hub();
  if (known === undefined) throw errors.mayNotManageStations("This station has joined no hub.");
  if (isHubHere(managing)) return host.command(request);
  if (!("sealedSeed" in known.signIn))
    throw errors.mayNotManageStations("Stations of this server are let in by whoever runs it.");
  return askHub(
    openConnection(managing),
    { id: deps.db.stationID, seed: deps.secrets.decrypt(known.signIn.sealedSeed) },
    request,
  );
}

function openConnection({ link }: Managing): NatsConnection {
  const connection = link()?.session?.connection;
  if (connection === undefined)
    throw errors.hubNotReached(
      "The hub is not reached. Nothing was changed. Try again when it is.",
    );
  return connection;
}

async function leave(state: State, keepOrganization: boolean): Promise<void> {
  const { deps, host, hub, link, requireIdle, restart } = state;
  requireIdle();
  const known = hub();
  if (known === undefined) throw errors.notInStep("This station has joined no hub.");
  const connection = link()?.session?.connection;
  const status = link()?.status();
  const isHub = isHubHere(state);
  const isListed = "sealedSeed" in known.signIn;
  await leaveHub({
    deps,
    hub: known,
    keepOrganization,
    isHub,
    isInStep: status?.state === "in step" && status.waiting === 0,
    session:
      connection === undefined ? undefined : { kv: await openScarce(connection), connection },
    async withdraw() {
      state.isLeaving = true;
      leaveOthers(deps);
      await untilPublished(link);
    },
    resign: async () =>
      void (isListed && (await ask(state, { command: "leave", station: deps.db.stationID }))),
  }).catch((error: unknown) => {
    state.isLeaving = false; // The station stays, and offers its printers again.
    throw error;
  });
  await link()?.stop();
  if (isHub) await host.end();
  restart();
}

/** Waits for a limited time until the other stations have what this one wrote. */
async function untilPublished(link: Managing["link"]): Promise<void> {
  const looks = PUBLISHED_WITHIN_MS / PUBLISHED_LOOK_MS;
  for (let i = 0; i < looks && (link()?.status().waiting ?? 0) > 0; i += 1)
    await sleep(PUBLISHED_LOOK_MS);
}
