/**
 * The composition root: the one place where the parts are made and put together. `createCore` opens
 * a data folder; the headless station and Electron's worker both come in here.
 */
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { watchActs } from "./watch-acts.ts";
import type { CoreConfig, StartedCore } from "./core-config.ts";
import { listQuotable } from "./accounts/accounts.service.ts";
import { startBackground, type Background } from "./background.ts";
import { newId } from "./base/ids.ts";
import { readPolicy, type Policy } from "./base/policy.ts";
import { settleRestore } from "./backups/after-restore.ts";
import { createBackups } from "./backups/backups.ts";
import { settleFolder } from "./backups/settle-folder.ts";
import { pauseAtStart } from "./batches/batches.service.ts";
import { inDataFolder } from "./base/disk.ts";
import { guarded } from "./base/guarded.ts";
import { KEY_FILE } from "./base/key-file.ts";
import { silentLog } from "./base/log.ts";
import { keepFaults } from "./base/log-ring.ts";
import { makePrivate } from "./base/private-folder.ts";
import { createStationKeys, takeRecoveryFile } from "./keys/station-keys.ts";
import { createApiAccess } from "./station/api-access.ts";
import { keyMark } from "./station/key-mark.ts";
import { fileSecrets } from "./station/secrets.ts";
import { instant, type Instant } from "./base/units.ts";
import { fixedCarriers, joinCarriers } from "./carriers/carrier.ts";
import { createRateCardCarriers } from "./carriers/ratecard/ratecard-carrier.ts";
import { readSampleOrders } from "./station/sample-orders.ts";
import { createCarrierShelf } from "./carriers/ratecard/carrier-shelf.ts";
import { withTextRules } from "./carriers/with-text-rules.ts";
import { createTestCarrier } from "./carriers/test/test-carrier.ts";
import { findMeta, MACHINE, writeMeta } from "./db/station-meta.ts";
import { startCheckpoints } from "./db/checkpoints.ts";
import { openDatabase, type Fact } from "./db/database.ts";
import { DATABASE_FILE, prepareFolder } from "./db/data-folder.ts";
import { startReader } from "./db/reader.ts";
import { lockFolder, noteLock } from "./db/lock.ts";
import { renewSample } from "./demo/renew-sample.ts";
import { useSimulator } from "./demo/simulator-printer.ts";
import type { Deps } from "./deps.ts";
import { openDeskDoor, type DeskDoor } from "./desk-door.ts";
import { loadGeo } from "./geo/geo.service.ts";
import { createCallLog } from "./integrations/call-log.ts";
import { logRequests } from "./http/log-requests.ts";
import { createTickets } from "./http/identity.ts";
import { createOrigins } from "./integrations/origins.ts";
import { API_PREFIX } from "./http/api-prefix.ts";
import { createSharedKeysPort } from "./http/shared-keys.ts";
import { createSharedFilesPort } from "./documents/shared-files.ts";
import { createServer } from "./http/server.ts";
import { createAddressFiles } from "./imports/import-addresses.ts";
import { createOrderFiles } from "./imports/order-file.ts";
import { createHubHost } from "./hub/host-hub.ts";
import { createJobWaits } from "./jobs/job-waits.ts";
import { hasShipments } from "./shipments/shipments.service.ts";
import { prepareLinks } from "./shipments/signed-links.ts";
import { createWorkerRenderer } from "./labels/worker-renderer.ts";
import { findActorByTokenHash } from "./organizations/api-tokens.ts";
import { openDesk } from "./open-desk.ts";
import { openSettings } from "./open-settings.ts";
import { keepKnowledge } from "./printing/keep-knowledge.ts";
import { createTransports, joinTransports } from "./printing/transports/transports.ts";
import type { LiveTopic } from "./outbox/topics.schema.ts";
import { createPackingNow } from "./packing/packing-now.ts";
import { recoverInterrupted } from "./printing/waiting-jobs.ts";
import { watchPrinter } from "./printing/watch-printer.ts";
import { allRoutes } from "./routes.ts";
import { createRequestGate } from "./shared-printers/request-gate.ts";
import { createLeasePort } from "./sync/leases/lease-port.ts";
import { resealSecrets } from "./sync/reseal-secrets.ts";
import { resumeSync } from "./sync/resume-sync.ts";
import { SYNC_TIMES } from "./sync/sync-times.ts";
import { createSync } from "./sync/sync.service.ts";
import { createDeliveryTurns } from "./webhooks/delivery-turns.ts";
import { createResponseTracker } from "./transactions/response-tracker.ts";

export type Core = {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  start(): Promise<StartedCore>;
  /** Lets open work end, then closes everything. */
  stop(): Promise<void>;
  /**
   * The desk's door: the same app, as a member, with no token and no port.
   * @param request.path Below /api/v1.
   * @returns A file in place of a body where that is the answer.
   */
  request: DeskDoor;
  onFact(listen: (fact: Fact) => void): () => void;
  /**
   * Starts the label renderer, so that the first label needs not wait for it. Some hundred ms of
   * another thread: after the window's first screen.
   */
  warmUp(): void;
  /** Makes a simulator that runs beside the station its printer. @see demo/simulator-printer.ts */
  useSimulator(address: { readonly host: string; readonly port: number }): void;
};

/** A fact that no commit has made true. */
const liveFact = (topic: LiveTopic, at: string): Fact => ({
  seq: 0,
  id: "",
  topic,
  organizationID: null,
  subjectID: "",
  visibleTo: null,
  at,
});

/** The answer that a station is started again reaches its caller first. */
const ANSWERED_WITHIN_MS = 300;

/**
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
  const world = config.world ?? {};
  const log = keepFaults(config.log ?? silentLog, now);
  const version = config.version ?? "0.0.0";
  // Before anything is opened that a failed start would leave open.
  const settings = openSettings(config.dataDir);
  const file = join(config.dataDir, DATABASE_FILE);
  const db = inDataFolder(config.dataDir, () => openDatabase(file, newId, log, world.onUpgrade));
  inDataFolder(config.dataDir, () => {
    noteLock(db, config.dataDir);
    if (machine !== undefined && findMeta(db, MACHINE) === undefined)
      writeMeta(db, MACHINE, machine);
    prepareLinks(db);
  });
  if (config.recoveryKeyFile !== undefined)
    takeRecoveryFile(config.dataDir, config.recoveryKeyFile, keyMark(db));
  const secrets =
    typeof world.secrets === "function"
      ? await world.secrets(keyMark(db))
      : (world.secrets ?? fileSecrets(join(config.dataDir, KEY_FILE), keyMark(db)));
  const reader = startReader(file);
  const checkpoints = startCheckpoints(db, file, log, { between: reader.between });
  const geo = loadGeo(config.resourcesDir);
  const rateCards = createRateCardCarriers({
    db,
    geo,
    accountsOf: (organizationID) => listQuotable(db, organizationID),
  });
  const carriers = joinCarriers(
    [fixedCarriers([createTestCarrier(db)]), rateCards, fixedCarriers(world.carriers ?? [])],
    withTextRules,
  );
  const waits = createJobWaits(world.carrierWaitMs);
  let origin = "http://127.0.0.1";
  let deskOrganizationID = "";
  const leases = createLeasePort();
  const { syncTimes = SYNC_TIMES } = world;
  const deps: Deps = {
    db,
    reader,
    geo,
    carriers,
    jobs: waits,
    leases,
    sharedKeys: createSharedKeysPort(),
    files: createSharedFilesPort(),
    turns: createDeliveryTurns(db.stationID, syncTimes.deliveriesCutOffMs),
    syncTimes,
    labels:
      world.labels ??
      createWorkerRenderer({
        resourcesDir: config.resourcesDir,
        keepWarm: config.warmLabels === true,
        ...(config.renderWorkerURL === undefined ? {} : { workerURL: config.renderWorkerURL }),
      }),
    printers:
      world.printers ?? joinTransports(createTransports(keepKnowledge({ db, now, log, newId }))),
    settings,
    secrets,
    now,
    newId,
    origin: () => origin,
    log,
    desk: { organizationID: () => deskOrganizationID, printerFolder: config.printerFolder ?? null },
    faultPoint: world.faultPoint ?? (() => {}),
  };
  const responses = createResponseTracker(deps);
  const watch = watchPrinter(deps);
  const calls = createCallLog(deps);
  const acts = watchActs(deps);
  const origins = createOrigins(deps);
  const orderFiles = createOrderFiles();
  const addressFiles = createAddressFiles(config.resourcesDir);
  const backups = createBackups(version, policy.backups);
  const tickets = createTickets();
  const keys = createStationKeys({ deps, folder: config.dataDir, mark: keyMark(db) });
  if (config.givesUpSecrets === true) keys.giveUpLost();
  const access = createApiAccess({
    deps,
    folder: config.dataDir,
    options: config,
    policy: policy.api,
  });
  const shelf = createCarrierShelf(deps, config.resourcesDir);
  const restart = (): void => void setTimeout(() => world.restart?.(), ANSWERED_WITHIN_MS);
  const board = createPackingNow();
  const sync = createSync(deps, {
    port: leases,
    version,
    board,
    restart,
    host: createHubHost(deps, config.dataDir, world.hubTimes),
    policy: policy.hub ?? {},
    onChanged: (topic) => deliver([liveFact(topic, now())]),
  });
  const gate = createRequestGate(now);
  const routes = allRoutes({
    gate,
    responses,
    watch,
    calls,
    origins,
    orderFiles,
    addressFiles,
    backups,
    restart,
    access,
    keys,
    sync,
    board,
    faults: log,
    version,
    policy,
    shelf,
    sampleOrders: () => readSampleOrders(config.resourcesDir),
  });
  const watchCalls = (server: FastifyInstance): void => {
    logRequests(deps, config.logEveryRequest === true)(server);
    calls.watch(server);
    acts.watch(server);
  };
  const app = await createServer(deps, routes, {
    resourcesDir: config.resourcesDir,
    findActor: (hash, ip) => findActorByTokenHash(deps, hash, ip),
    tickets,
    names: access.names,
    guardPage: origins.guardPage,
    watch: watchCalls,
  });
  await app.ready();
  let started: StartedCore | undefined;
  let background: Background | undefined;
  const listeners = new Set<(fact: Fact) => void>();
  const deliver = (facts: readonly Fact[]): void => {
    for (const fact of facts)
      for (const listen of listeners)
        guarded(log, "a listener failed at a fact", () => listen(fact));
  };
  return {
    app,
    deps,
    async start() {
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
      deskOrganizationID = desk.organizationID;
      if (config.backupFolder !== undefined && policy.backups === undefined)
        backups.setNightly(deps, { via: "desk" }, { folder: config.backupFolder });
      const address = await access.open(app);
      origin = address ?? origin;
      const url = address === null ? null : `${address}${API_PREFIX}`;
      background = startBackground(deps, { watch, waits, backups, stations: sync.stations, gate });
      db.listeners.add(deliver);
      listeners.add(background.onFact);
      started = { url, ...desk, hasShipments: hasShipments(deps, desk.organizationID) };
      return started;
    },
    async stop() {
      await Promise.all([app.close(), access.close()]);
      for (const files of [orderFiles, addressFiles, backups]) await files.close();
      await background?.stop();
      await sync.stop();
      responses.flush();
      acts.flush();
      await deps.labels.close();
      await Promise.all([reader.close(), checkpoints.stop()]);
      db.close();
      unlock();
    },
    request: openDeskDoor(
      app,
      deps,
      tickets,
      () => started?.memberID,
      () => [backups.read(deps).nightly.folder ?? []].flat(),
    ),
    onFact(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    // The smallest of its tasks. One that fails here fails the first label too, which says so.
    warmUp: () => void deps.labels.layouts().catch(() => undefined),
    useSimulator: (address) => useSimulator(deps, address),
  };
}
