/**
 * Opens the database of a data folder and creates the implementations of the ports of `Deps`.
 * `core.ts` composes the rest.
 */
import { join } from "node:path";
import { listQuotable } from "./shipping/accounts/accounts.service.ts";
import { inDataFolder } from "./base/disk.ts";
import { newId } from "./base/ids.ts";
import { KEY_FILE } from "./base/key-file.ts";
import { silentLog } from "./base/log.ts";
import { keepFaults } from "./base/log-ring.ts";
import type { Instant } from "./base/units.ts";
import { fixedCarriers, joinCarriers } from "./shipping/carriers/join-carriers.ts";
import { createAgreementCarriers } from "./shipping/agreements/agreement-carrier.ts";
import { isAskedByRule } from "./shipping/choosing/asks-by-rule.ts";
import { createMarketplaces } from "./shipping/accounts/marketplaces.ts";
import { marketplace } from "./shipping/carriers/marketplace/adapter.ts";
import { createConnections } from "./shipping/accounts/open-connections.ts";
import { MANUAL_KIND } from "./shipping/carriers/manual/manual-kind.ts";
import { createTestCarrier } from "./shipping/carriers/test/test-carrier.ts";
import { withTextRules } from "./shipping/carriers/with-text-rules.ts";
import { ALL_TABLES } from "./all-tables.ts";
import type { ConnectionKind } from "./shipping/carriers/connection.ts";
import { aras } from "./shipping/carriers/aras/adapter.ts";
import { ptt } from "./shipping/carriers/ptt/adapter.ts";
import { createDhl } from "./shipping/carriers/dhl/adapter.ts";
import { yurtici } from "./shipping/carriers/yurtici/adapter.ts";
import { createOutgoing } from "./http/outgoing/create-outgoing.ts";
import type { CoreConfig } from "./core-config.ts";
import { startCheckpoints } from "./db/checkpoints.ts";
import { DATABASE_FILE } from "./db/data-folder.ts";
import type { Db } from "./db/database.ts";
import { openDatabase } from "./db/open-database.ts";
import { noteLock } from "./db/lock.ts";
import { startReader } from "./db/reader.ts";
import { findMeta, MACHINE, writeMeta } from "./db/station-meta.ts";
import type { Deps } from "./deps.ts";
import { createSharedFilesPort } from "./db/documents/shared-files.ts";
import { loadGeo } from "./shipping/geo/geo.service.ts";
import { loadCalendar } from "./shipping/geo/turkish-calendar.ts";
import { createSharedKeysPort } from "./http/shared-keys.ts";
import { createJobWaits, type JobWaits } from "./jobs/job-waits.ts";
import { takeRecoveryFile } from "./station/keys/station-keys.ts";
import { createWorkerRenderer } from "./labels/worker-renderer.ts";
import { openSettings } from "./station/start/open-settings.ts";
import { createStoredKnowledge } from "./printing/keep-knowledge.ts";
import { createTransports, joinTransports } from "./printing/transports/transports.ts";
import { prepareLinks } from "./shipping/shipments/signed-links.ts";
import { withDistrictAliases } from "./station/move-in/district-aliases.ts";
import { keyMark } from "./station/key-mark.ts";
import { fileSecrets } from "./station/secrets.ts";
import { createLeasePort, type LeasePort } from "./sync/leases/lease-port.ts";
import { SYNC_TIMES } from "./sync/sync-times.ts";
import { createDeliveryTurns } from "./fulfilment/webhooks/delivery-turns.ts";

export type Opened = {
  readonly deps: Deps;
  /** Log that also keeps the faults that the screen lists. */
  readonly log: ReturnType<typeof keepFaults>;
  readonly waits: JobWaits;
  readonly leases: LeasePort;
  /** Origin of the API and organization of the desk; both are set when the station starts. */
  readonly startup: { origin: string; organizationID: string };
  /** Stops the reader thread and the checkpoint thread, and closes the database. */
  close(): Promise<void>;
};

/**
 * Opens the database and the ports.
 *
 * @param machine Identity of this computer, if known; stored if the database has none yet.
 */
export async function openDeps(
  config: CoreConfig,
  now: () => Instant,
  machine: string | undefined,
): Promise<Opened> {
  const world = config.world ?? {};
  const log = keepFaults(config.log ?? silentLog, now);
  // Settings are opened first, because opening them can fail, and a failed start closes nothing
  // that was opened before.
  const settings = openSettings(config.dataDir);
  const file = join(config.dataDir, DATABASE_FILE);
  const db = openStation(config, file, log, machine);
  const secrets = await openSecrets(config, db);
  const reader = startReader(file);
  const checkpoints = startCheckpoints(db, file, log, { between: reader.between });
  const geo = withDistrictAliases(loadGeo(config.resourcesDir), db);
  const calendar = loadCalendar(config.resourcesDir);
  const { syncTimes = SYNC_TIMES } = world;
  const waits = createJobWaits(world.carrierWaitMs);
  const leases = createLeasePort();
  const startup: Opened["startup"] = { origin: "http://127.0.0.1", organizationID: "" };
  const outgoing = createOutgoing({ settings, origin: () => startup.origin, now });
  const connections = createConnections({ db, secrets }, kindsOf(world, geo), outgoing);
  const deps: Deps = {
    db,
    reader,
    geo,
    calendar,
    carriers: openCarriers(config, db, geo, calendar, connections),
    connections,
    jobs: waits,
    leases,
    sharedKeys: createSharedKeysPort(),
    files: createSharedFilesPort(),
    turns: createDeliveryTurns(db.stationID, syncTimes, now),
    syncTimes,
    labels: world.labels ?? openLabels(config),
    printers:
      world.printers ??
      joinTransports(createTransports(createStoredKnowledge({ db, now, log, newId }))),
    settings,
    secrets,
    now,
    newId,
    origin: () => startup.origin,
    log,
    desk: {
      organizationID: () => startup.organizationID,
      printerFolder: config.printerFolder ?? null,
    },
    faultPoint: world.faultPoint ?? (() => {}),
  };
  const close = async (): Promise<void> => {
    await Promise.all([reader.close(), checkpoints.stop()]);
    db.close();
  };
  return { deps, log, waits, leases, startup, close };
}

function openStation(
  config: CoreConfig,
  file: string,
  log: Deps["log"],
  machine: string | undefined,
): Db {
  const { dataDir, world } = config;
  const db = inDataFolder(dataDir, () =>
    openDatabase(file, ALL_TABLES, newId, log, world?.onUpgrade),
  );
  inDataFolder(dataDir, () => {
    noteLock(db, dataDir);
    if (machine !== undefined && findMeta(db, MACHINE) === undefined)
      writeMeta(db, MACHINE, machine);
    prepareLinks(db);
  });
  return db;
}

async function openSecrets(
  { dataDir, recoveryKeyFile, world }: CoreConfig,
  db: Db,
): Promise<Deps["secrets"]> {
  if (recoveryKeyFile !== undefined) takeRecoveryFile(dataDir, recoveryKeyFile, keyMark(db));
  return typeof world?.secrets === "function"
    ? await world.secrets(keyMark(db))
    : (world?.secrets ?? fileSecrets(join(dataDir, KEY_FILE), keyMark(db)));
}

function openCarriers(
  { world }: CoreConfig,
  db: Db,
  geo: Deps["geo"],
  calendar: Deps["calendar"],
  connections: Deps["connections"],
): Deps["carriers"] {
  const rateCards = createAgreementCarriers({
    db,
    geo,
    calendar,
    accountsOf: (organizationID) => listQuotable(db, organizationID),
    kinds: kindsOf(world, geo),
  });
  return joinCarriers(
    [
      fixedCarriers([createTestCarrier(db)]),
      rateCards,
      createMarketplaces(db, connections, (accountID, consignment) =>
        isAskedByRule(db, accountID, consignment),
      ),
      fixedCarriers(world?.carriers ?? []),
    ],
    withTextRules,
  );
}

/** Kinds of connections that ship, and those of a test. */
function kindsOf(world: CoreConfig["world"], geo: Deps["geo"]): readonly ConnectionKind[] {
  return [
    MANUAL_KIND,
    aras,
    createDhl(geo),
    marketplace,
    ptt,
    yurtici,
    ...(world?.connectionKinds ?? []),
  ];
}

function openLabels({ resourcesDir, warmLabels, renderWorkerURL }: CoreConfig): Deps["labels"] {
  return createWorkerRenderer({
    resourcesDir,
    keepWarm: warmLabels === true,
    ...(renderWorkerURL === undefined ? {} : { workerURL: renderWorkerURL }),
  });
}
