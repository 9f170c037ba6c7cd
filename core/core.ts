/**
 * The composition root: connects the parts that `open-deps.ts` and `core-parts.ts` create.
 * `createCore` opens a data folder; the headless station and Electron's worker both call it.
 */
import type { FastifyInstance } from "fastify";
import type { CoreConfig, StartedCore } from "./core-config.ts";
import { startBackground, type Background } from "./station/upkeep/background.ts";
import { readPolicy, type Policy } from "./base/policy.ts";
import { settleRestore } from "./station/backups/after-restore.ts";
import { settleFolder } from "./station/backups/settle-folder.ts";
import { pauseAtStart } from "./fulfilment/batches/batches.service.ts";
import { inDataFolder } from "./base/disk.ts";
import { silentLog } from "./base/log.ts";
import { makePrivate } from "./base/private-folder.ts";
import { instant, type Instant } from "./base/units.ts";
import type { Fact } from "./db/database.ts";
import { prepareFolder } from "./db/data-folder.ts";
import { lockFolder } from "./db/lock.ts";
import { renewSample } from "./station/demo/renew-sample.ts";
import { useSimulator } from "./station/demo/simulator-printer.ts";
import type { Deps } from "./deps.ts";
import type { Actor } from "./http/actor.ts";
import { openDeskDoor, type CoreRequest, type DeskDoor } from "./http/desk-door.ts";
import { API_PREFIX } from "./http/api-prefix.ts";
import { parseInForce } from "./shipping/agreements/parse-ahead.ts";
import { hasShipments } from "./shipping/shipments/shipments.service.ts";
import { createApp, createParts, deliver, type CoreParts } from "./core-parts.ts";
import { openDeps, type Opened } from "./open-deps.ts";
import { deskActor } from "./organizations/organizations.service.ts";
import { beginMoveIn } from "./station/start/begin-move-in.ts";
import { enterAgreementFile } from "./station/start/enter-agreement-file.ts";
import { openDesk } from "./station/start/open-desk.ts";
import { recoverInterrupted } from "./printing/waiting-jobs.ts";
import { resealSecrets } from "./sync/reseal-secrets.ts";
import { resumeSync } from "./sync/resume-sync.ts";

export type Core = {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  start(): Promise<StartedCore>;
  /** Waits for open work to end, then closes everything. */
  stop(): Promise<void>;
  /**
   * Calls the endpoints of `app` as a member at the desk, without a token and without a port.
   * @param request.path Path below /api/v1.
   * @returns A file instead of a body when the endpoint answers with a file.
   */
  request: DeskDoor;
  onFact(listen: (fact: Fact) => void): () => void;
  /**
   * Starts the label renderer, so that the first label does not wait for it. Takes some hundred ms
   * of another thread, so it is called after the window's first screen is shown.
   */
  warmUp(): void;
  /** Adds a running simulator as the station's printer. @see demo/simulator-printer.ts */
  useSimulator(address: { readonly host: string; readonly port: number }): void;
};

/**
 * Opens a data folder, and composes the core on it.
 *
 * @throws FolderInUseError, DatabaseIsNewerError, DataFolderError, OtherMachineError, PolicyError
 */
export async function createCore(config: CoreConfig): Promise<Core> {
  inDataFolder(config.dataDir, () => {
    prepareFolder(config.dataDir);
    makePrivate(config.dataDir);
  });
  const world = config.world ?? {};
  const now = world.now ?? (() => instant(new Date().toISOString()));
  const unlock = inDataFolder(config.dataDir, () =>
    lockFolder(config.dataDir, { pid: process.pid, program: "Packbench", since: now() }),
  );
  try {
    const policy = config.policyFile === undefined ? {} : readPolicy(config.policyFile);
    if (config.isSample === true)
      inDataFolder(config.dataDir, () => renewSample(config.dataDir, config.log ?? silentLog));
    const machine = await settleFolder(
      config.dataDir,
      config.log ?? silentLog,
      config.became,
      world,
    );
    return await compose(config, policy, unlock, now, machine);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function compose(
  config: CoreConfig,
  policy: Policy,
  unlock: () => void,
  now: () => Instant,
  machine: string | undefined,
): Promise<Core> {
  const opened = await openDeps(config, now, machine);
  const { deps } = opened;
  const listeners = new Set<(fact: Fact) => void>();
  const parts = createParts(config, policy, opened, listeners);
  const app = await createApp(config, policy, opened, parts);
  const request = openDeskDoor(
    app,
    parts.tickets,
    (call) => deskActorOf(running, call),
    () => [parts.backups.read(deps).nightly.folder ?? []].flat(),
  );
  const running: Running = {
    config,
    policy,
    opened,
    listeners,
    parts,
    app,
    request,
    started: undefined,
    background: undefined,
  };
  return {
    app,
    deps,
    start: () => start(running),
    async stop() {
      await stop(running);
      unlock();
    },
    request,
    onFact(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    // Runs the renderer's smallest task. Errors are ignored here, because the first label reports
    // the same error.
    warmUp: () => void deps.labels.layouts().catch(() => undefined),
    useSimulator: (address) => useSimulator(deps, address),
  };
}

/**
 * Gets the member who acts at the desk: the named one for the station's own calls, else who is
 * signed in.
 *
 * @throws Error before the start, when the desk has no member yet and none is named.
 */
function deskActorOf({ opened, parts, started }: Running, call: CoreRequest): Actor {
  if (call.memberID !== undefined) return deskActor(opened.deps, call.memberID);
  if (started === undefined) throw new Error("the core has not been started");
  return parts.session.actorOf(started.memberID, call);
}

type Running = {
  readonly config: CoreConfig;
  readonly policy: Policy;
  readonly opened: Opened;
  readonly listeners: Set<(fact: Fact) => void>;
  readonly parts: CoreParts;
  readonly app: FastifyInstance;
  readonly request: DeskDoor;
  started: StartedCore | undefined;
  background: Background | undefined;
};

async function start(running: Running): Promise<StartedCore> {
  const { config, policy, opened, listeners, parts, app } = running;
  const { deps, log, waits, startup } = opened;
  const { sync, backups, access, watch, gate } = parts;
  inDataFolder(config.dataDir, () => {
    resumeSync(deps);
    resealSecrets(deps);
  });
  const desk = await sync.enter(config.join ?? config.joinServer, (organizationID) =>
    inDataFolder(config.dataDir, () =>
      openDesk(deps, organizationID === undefined ? config : { ...config, organizationID }),
    ),
  );
  await settleRestore(deps);
  inDataFolder(config.dataDir, () => {
    recoverInterrupted(deps);
    pauseAtStart(deps);
  });
  await parseInForce(deps);
  startup.organizationID = desk.organizationID;
  if (config.backupFolder !== undefined && policy.backups === undefined)
    backups.setNightly(deps, { via: "desk" }, { folder: config.backupFolder });
  if (config.orderFolder !== undefined)
    await parts.orderFolder.useAtStart(desk.organizationID, config.orderFolder);
  const agreement =
    config.agreementFile === undefined
      ? undefined
      : await enterAgreementFile(running.request, desk.memberID, config.agreementFile);
  const moveIn =
    config.moveIn === undefined
      ? undefined
      : await beginMoveIn(running.request, desk.memberID, config.moveIn);
  const address = await access.open(app);
  startup.origin = address ?? startup.origin;
  const url = address === null ? null : `${address}${API_PREFIX}`;
  const background = startBackground(deps, {
    watch,
    waits,
    backups,
    stations: sync.stations,
    gate,
    orderFolder: parts.orderFolder,
  });
  running.background = background;
  parts.scales.start();
  deps.db.listeners.add((facts) => deliver(log, listeners, facts));
  listeners.add((fact) => {
    for (const wake of background.wakes[fact.topic] ?? []) wake(fact);
  });
  running.started = {
    url,
    ...desk,
    hasShipments: hasShipments(deps, desk.organizationID),
    recoveryKey: neededKey(running, desk.organizationID),
    ...(agreement === undefined ? {} : { agreement }),
    ...(moveIn === undefined ? {} : { moveIn }),
  };
  return running.started;
}

function neededKey({ config, parts }: Running, organizationID: string): string | undefined {
  return config.givesUpSecrets === true ? parts.keys.findNeeded(organizationID) : undefined;
}

async function stop({ opened, parts, app, background }: Running): Promise<void> {
  const { access, orderFolder, orderFiles, addressFiles, statusFiles, productFiles, priceLists } =
    parts;
  const { dryRuns, backups, sync, responses, acts } = parts;
  parts.scales.stop();
  orderFolder.close();
  await Promise.all([app.close(), access.close()]);
  for (const files of [
    orderFiles,
    addressFiles,
    statusFiles,
    productFiles,
    priceLists,
    dryRuns,
    backups,
  ])
    await files.close();
  await background?.stop();
  await sync.stop();
  responses.flush();
  acts.flush();
  await opened.deps.labels.close();
  await opened.close();
}
