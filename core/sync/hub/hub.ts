/**
 * The hub of one organization: sets up a nats-server with its streams, keeps the server running,
 * and answers the requests of new and of joined stations.
 */
import type { NatsConnection } from "@nats-io/transport-node";
import { answerEnrolments } from "./answer-enrolments.ts";
import { answerStations } from "./answer-stations.ts";
import { createApply } from "./apply-decisions.ts";
import { findConnected } from "./connected-stations.ts";
import { serveControl } from "./control.ts";
import type { Invitation } from "../hub-control.schema.ts";
import { openRegistry, type StationRegistry } from "./station-registry.ts";
import { dropErasedEvents } from "./drop-erased-events.ts";
import { findEnded } from "./find-ended.ts";
import { findServer } from "./find-server.ts";
import { hubServers, invitationOf } from "./hosts.ts";
import { ensureCertificates } from "./hub-certificates.ts";
import { connectAs } from "./hub-connection.ts";
import { HubError } from "./hub-error.ts";
import {
  keepSettings,
  lockHubFolder,
  settle,
  type ChosenSettings,
  type HubSettings,
} from "./hub-folder.ts";
import { HUB_TIMES, type HubTimes } from "./hub-times.ts";
import { keepOrganization } from "./keep-organization.ts";
import { makeStreams } from "./make-streams.ts";
import { endOrphans } from "./end-orphans.ts";
import { pruneSnapshots } from "./prune-snapshots.ts";
import { createRoster } from "./publish-roster.ts";
import { requireFlush } from "./require-flush.ts";
import { configFile, publicKeyOf, serverLog, writeServerConfig } from "./server-config.ts";
import { requireFreePort, startServer, type ServerProcess } from "./server-process.ts";

export type HubOptions = {
  /** From `openHubFolder`. */
  readonly folder: string;
  readonly chosen: ChosenSettings;
  /** Path of the nats-server program; undefined: searched. */
  readonly natsServer: string | undefined;
  /** Called with one line about each event, for the hub's owner. */
  readonly report: (line: string) => void;
  readonly times?: HubTimes;
};

export type Hub = {
  readonly id: string;
  readonly url: string;
  /** Makes a new code for one station, valid for a day. */
  invite(): Invitation;
  /** Stops the server cleanly and frees the folder. */
  stop(): Promise<void>;
};

const FIRST_CODE = { desks: 1, hours: 24 } as const;
const READY_MS = 30_000;
const UPKEEP_MS = 10 * 60_000;

/**
 * Starts the hub.
 *
 * @throws HubError with what the owner can do.
 */
export async function startHub(options: HubOptions): Promise<Hub> {
  const unlock = lockHubFolder(options.folder);
  try {
    const program = await findServer(options.natsServer, options.folder);
    const { stop, ...hub } = await run(options, program);
    return { ...hub, stop: () => stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function run(
  { folder, chosen, report, times = HUB_TIMES }: HubOptions,
  program: string,
): Promise<Hub> {
  const settings = await settleSettings(folder, chosen, report);
  const { authority } = await ensureCertificates(folder, settings.name, new Date());
  const registry = openRegistry(folder, () => new Date());
  const write = (): void => writeServerConfig(folder, settings, registry.admitted());
  write();
  const [config, logFile] = [configFile(folder), serverLog(folder)];
  const server = startServer({ program, config, logFile, report, times });
  const connections: NatsConnection[] = [];
  const connectTo = async (user: "system" | "door" | "admin"): Promise<NatsConnection> => {
    const connection = await readyOrEnded(connectAs(user, folder, settings, true), server);
    connections.push(connection);
    return connection;
  };
  let upkeep: NodeJS.Timeout | undefined;
  const stop = async (): Promise<void> => {
    clearInterval(upkeep);
    // The server's exit is expected from here on: at Ctrl-C the system ends it together with the
    // hub.
    const stopped = server.stop();
    await Promise.all(connections.map((connection) => connection.close()));
    await stopped;
  };
  try {
    const keepUp = await openDoor(
      { folder, settings, authority, registry, report, times, write },
      connectTo,
    );
    server.markReady();
    upkeep = setInterval(
      () => void keepUp().catch((error: unknown) => report(String(error))),
      UPKEEP_MS,
    );
    return {
      id: settings.hubID,
      url: hubServers(settings)[0] ?? "",
      invite: () =>
        invitationOf(settings, authority, registry.addCode(FIRST_CODE.desks, FIRST_CODE.hours)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Determines the hub's name, keys and port, and frees the port of a server that a killed hub left
 * running.
 */
async function settleSettings(
  folder: string,
  chosen: ChosenSettings,
  report: (line: string) => void,
): Promise<HubSettings> {
  const settings = await settle(folder, chosen, (host) => requireFreePort(host, 0));
  if ((await endOrphans(configFile(folder))) > 0)
    report("A nats-server that an earlier hub left running was ended.");
  await requireFreePort(settings.host, settings.port);
  keepSettings(folder, settings);
  return settings;
}

type DoorSetup = {
  readonly folder: string;
  readonly settings: HubSettings;
  readonly authority: string;
  readonly registry: StationRegistry;
  readonly report: (line: string) => void;
  readonly times: HubTimes;
  /** Writes the server's configuration: the admitted stations. */
  readonly write: () => void;
};

/**
 * Makes the streams, publishes the hub's organization and stations, and then admits new stations.
 *
 * @returns The hub's upkeep, to be called periodically.
 */
async function openDoor(
  { folder, settings, authority, registry, report, times, write }: DoorSetup,
  connectTo: (user: "system" | "door" | "admin") => Promise<NatsConnection>,
): Promise<() => Promise<void>> {
  const system = await connectTo("system");
  await requireFlush(system);
  const [admin, door] = [await connectTo("admin"), await connectTo("door")];
  await makeStreams(admin, { keepDays: settings.keepDays, replicas: 1, isFlushing: true });
  const { awaited } = await keepOrganization(admin, folder, report);
  const publish = await publishRoster(admin, { settings, registry, report, times });
  const apply = createApply(system, write, publish);
  const hub = {
    hubID: settings.hubID,
    hubName: settings.name,
    hubKey: publicKeyOf(settings.seeds.door),
  };
  const now = (): Date => new Date();
  answerEnrolments(door, {
    registry,
    hub: () => ({ ...hub, servers: hubServers(settings) }),
    awaited,
    apply,
    report,
    now,
  });
  const control = { registry, settings, authority, apply, system };
  serveControl(door, control);
  answerStations(admin, { ...control, report, now });
  await Promise.all([door.flush(), admin.flush()]);
  return async () => {
    registry.markConnected((await findConnected(system))?.last ?? new Map());
    const { isRenewed } = await ensureCertificates(folder, settings.name, new Date());
    // The list is published even without a renewal, because a desk may have overwritten an entry
    // while the hub did not watch.
    await (isRenewed ? apply() : publish());
    await pruneSnapshots(admin);
    await dropErasedEvents(admin, registry.stations());
  };
}

/**
 * Publishes the list of stations, and repeats this whenever another writer has changed the list.
 *
 * @returns A function that publishes.
 */
async function publishRoster(
  admin: NatsConnection,
  {
    settings,
    registry,
    report,
    times,
  }: Pick<DoorSetup, "settings" | "registry" | "report" | "times">,
): Promise<() => Promise<void>> {
  const roster = createRoster(admin, settings.seeds.door, times);
  const reported = (error: unknown): void => report(String(error));
  const publish = async (): Promise<void> => {
    await noteEnded(admin, registry).catch(reported); // The next run records it.
    await roster.publish(registry.stations());
  };
  await publish();
  void roster
    .watch(() => publish().catch(reported))
    .catch((error: unknown) => admin.isClosed() || reported(error));
  return publish;
}

/** Records last positions of revoked stations. The server must already reject these stations. */
async function noteEnded(admin: NatsConnection, registry: StationRegistry): Promise<void> {
  for (const station of registry.stations()) {
    const { id, revokedAt, ended } = station;
    if (revokedAt === null || ended?.at === revokedAt) continue;
    const found = await findEnded(admin, station);
    if (found !== undefined) registry.markEnded(id, { at: revokedAt, ...found });
  }
}

/**
 * Waits until the server is ready.
 *
 * @throws HubError when the server exits instead, or does not answer in time.
 */
async function readyOrEnded(
  connecting: Promise<NatsConnection>,
  server: ServerProcess,
): Promise<NatsConnection> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(new HubError(`nats-server did not answer within ${READY_MS / 1_000} s.`, "silent")),
      READY_MS,
    );
  });
  try {
    return await Promise.race([connecting, server.ended, late]);
  } finally {
    clearTimeout(timer);
  }
}
