/**
 * The composition root: the one place where the parts are made and put together. `createCore` opens a data folder;
 * the headless station and Electron's worker both come in here.
 */
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { listQuotable } from "./accounts/accounts.service.ts";
import { startBackground, type Background } from "./background.ts";
import { newId } from "./base/ids.ts";
import { pauseAtStart } from "./batches/batches.service.ts";
import { inDataFolder } from "./base/disk.ts";
import { guarded } from "./base/guarded.ts";
import { KEY_FILE } from "./base/key-file.ts";
import { silentLog, type Log } from "./base/log.ts";
import { makePrivate } from "./base/private-folder.ts";
import { createBackups } from "./station/backup.ts";
import { keyMark } from "./station/key-mark.ts";
import { fileSecrets, type KeyMark, type Secrets } from "./station/secrets.ts";
import { instant, type Instant } from "./base/units.ts";
import { fixedCarriers, joinCarriers, type Carrier } from "./carriers/carrier.ts";
import { createRateCardCarriers } from "./carriers/ratecard/ratecard-carrier.ts";
import { readSampleOrders } from "./station/sample-orders.ts";
import { createCarrierShelf } from "./carriers/ratecard/carrier-shelf.ts";
import { withTextRules } from "./carriers/with-text-rules.ts";
import { createTestCarrier } from "./carriers/test/test-carrier.ts";
import { startCheckpoints } from "./db/checkpoints.ts";
import { openDatabase, type Fact } from "./db/database.ts";
import { DATABASE_FILE, prepareFolder } from "./db/data-folder.ts";
import { startReader } from "./db/reader.ts";
import { lockFolder, noteLock } from "./db/lock.ts";
import { useSimulator } from "./demo/simulator-printer.ts";
import type { FaultPoint, Deps } from "./deps.ts";
import { loadGeo } from "./geo/geo.service.ts";
import { createCallLog } from "./integrations/call-log.ts";
import { createTickets } from "./http/identity.ts";
import { jsonPayload } from "./http/json-payload.ts";
import { listen, removeApiFile, writeApiFile } from "./http/listen.ts";
import { createOrigins } from "./integrations/origins.ts";
import { API_PREFIX } from "./http/api-prefix.ts";
import { createServer } from "./http/server.ts";
import { createAddressFiles } from "./imports/import-addresses.ts";
import { createOrderFiles } from "./imports/order-file.ts";
import { createJobWaits } from "./jobs/job-waits.ts";
import { hasShipments } from "./shipments/shipments.service.ts";
import { prepareLinks } from "./shipments/signed-links.ts";
import type { LabelRenderer } from "./labels/label-renderer.ts";
import { createWorkerRenderer } from "./labels/worker-renderer.ts";
import { findActorByTokenHash } from "./organizations/api-tokens.ts";
import { deskActor } from "./organizations/organizations.service.ts";
import { openDesk, type DeskOptions } from "./open-desk.ts";
import { openSettings } from "./open-settings.ts";
import type { PrinterTransport } from "./printing/transports/transport.ts";
import { keepKnowledge } from "./printing/keep-knowledge.ts";
import { createTransports, joinTransports } from "./printing/transports/transports.ts";
import { recoverInterrupted } from "./printing/waiting-jobs.ts";
import { watchPrinter } from "./printing/watch-printer.ts";
import { allRoutes } from "./routes.ts";
import { resumeSync } from "./sync/resume-sync.ts";
import { createResponseTracker } from "./transactions/response-tracker.ts";

/** `resourcesDir` has geo data, fonts and samples. */
export type CoreConfig = DeskOptions & {
  /** Of the local API; 0: any free one; null: none. */
  readonly port: number | null;
  /** Below this folder programs may set up printers that print into files, absolute. */
  readonly printerFolder?: string;
  readonly version?: string;
  /** The file of the label renderer's thread, where the core is bundled. */
  readonly renderWorkerURL?: URL;
  /** Keep the label renderer once it runs: a desk prints all day, a headless station may never. */
  readonly warmLabels?: boolean;
  readonly log?: Log;
  /** The outside world, where a test brings its own. */
  readonly world?: {
    readonly now?: () => Instant;
    readonly carriers?: readonly Carrier[];
    /** How long a call is kept waiting for a carrier, ms; 30,000 when absent. */
    readonly carrierWaitMs?: number;
    readonly labels?: LabelRenderer;
    readonly printers?: PrinterTransport;
    /** The operating system's key store, where there is one; asked with the mark of the key that secrets were written with. */
    readonly secrets?: Secrets | ((mark: KeyMark) => Promise<Secrets>);
    /** Called before each step that brings an earlier version's database up to date: of many shipments one may take a minute. */
    readonly onUpgrade?: (step: number, of: number) => void;
    readonly faultPoint?: (point: FaultPoint) => void;
  };
};

export type StartedCore = {
  /** "http://127.0.0.1:4747/api/v1", or null without a server. */
  readonly url: string | null;
  readonly organizationID: string;
  /** The member whose name the desk's actions have. */
  readonly memberID: string;
  /** Of the demo organization, or the one asked for by `newToken`; shown once, at this start. */
  readonly token: string | null;
  /** Whether the organization has a shipment in any state. */
  readonly hasShipments: boolean;
};

/** Of the header that a file is answered with. */
const FILE_NAME = /filename="([^"]+)"/;

type CoreAnswer = { readonly status: number; readonly body: unknown; readonly file?: { readonly name: string; readonly bytes: Uint8Array } };
type CoreRequest = { readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"; readonly path: string; readonly body?: unknown; readonly memberID?: string };

export type Core = {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  start(): Promise<StartedCore>;
  /** Lets open work end, then closes everything. */
  stop(): Promise<void>;
  /** The desk's door: the same app, as a member, with no token and no port. @param request.path Below /api/v1. @returns A file in place of a body where that is the answer. */
  request(request: CoreRequest): Promise<CoreAnswer>;
  onFact(listen: (fact: Fact) => void): () => void;
  /** Starts the label renderer, so that the first label needs not wait for it. Some hundred ms of another thread: after the window's first screen. */
  warmUp(): void;
  /** Makes a simulator that runs beside the station its printer. @see demo/simulator-printer.ts */
  useSimulator(address: { readonly host: string; readonly port: number }): void;
};

/** @throws FolderInUseError, DatabaseIsNewerError, DataFolderError */
export async function createCore(config: CoreConfig): Promise<Core> {
  inDataFolder(config.dataDir, () => {
    prepareFolder(config.dataDir);
    makePrivate(config.dataDir);
  });
  const world = config.world ?? {};
  const now = world.now ?? (() => instant(new Date().toISOString()));
  const unlock = inDataFolder(config.dataDir, () => lockFolder(config.dataDir, { pid: process.pid, program: "Packbench", since: now() }));
  try {
    return await compose(config, unlock, now);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function compose(config: CoreConfig, unlock: () => void, now: () => Instant): Promise<Core> {
  const world = config.world ?? {};
  const log = config.log ?? silentLog;
  // Before anything is opened that a failed start would leave open.
  const settings = openSettings(config.dataDir);
  const file = join(config.dataDir, DATABASE_FILE);
  const db = inDataFolder(config.dataDir, () => openDatabase(file, newId, log, world.onUpgrade));
  inDataFolder(config.dataDir, () => {
    noteLock(db, config.dataDir);
    prepareLinks(db);
  });
  const secrets = typeof world.secrets === "function" ? await world.secrets(keyMark(db)) : (world.secrets ?? fileSecrets(join(config.dataDir, KEY_FILE), keyMark(db)));
  const reader = startReader(file);
  const checkpoints = startCheckpoints(db, file, log, { between: reader.between });
  const geo = loadGeo(config.resourcesDir);
  const rateCards = createRateCardCarriers({ db, geo, accountsOf: (organizationID) => listQuotable(db, organizationID) });
  const carriers = joinCarriers([fixedCarriers([createTestCarrier(db)]), rateCards, fixedCarriers(world.carriers ?? [])], withTextRules);
  const waits = createJobWaits(world.carrierWaitMs);
  let origin = "http://127.0.0.1";
  let deskOrganizationID = "";
  const deps: Deps = {
    db,
    reader,
    geo,
    carriers,
    jobs: waits,
    labels: world.labels ?? createWorkerRenderer({ resourcesDir: config.resourcesDir, keepWarm: config.warmLabels === true, ...(config.renderWorkerURL === undefined ? {} : { workerURL: config.renderWorkerURL }) }),
    printers: world.printers ?? joinTransports(createTransports(keepKnowledge({ db, now, log, newId }))),
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
  const origins = createOrigins(deps);
  const orderFiles = createOrderFiles();
  const addressFiles = createAddressFiles(config.resourcesDir);
  const backups = createBackups();
  const tickets = createTickets();
  const shelf = createCarrierShelf(deps, config.resourcesDir);
  const routes = allRoutes({ responses, watch, calls, origins, orderFiles, addressFiles, backups, shelf, sampleOrders: () => readSampleOrders(config.resourcesDir) });
  const app = await createServer(deps, routes, { version: config.version ?? "0.0.0", findActor: (hash, ip) => findActorByTokenHash(deps, hash, ip), tickets, guardPage: origins.guardPage, watch: calls.watch });
  await app.ready();
  let started: StartedCore | undefined;
  let background: Background | undefined;
  const listeners = new Set<(fact: Fact) => void>();
  const deliver = (facts: readonly Fact[]): void => {
    for (const fact of facts) for (const listen of listeners) guarded(log, "a listener failed at a fact", () => listen(fact));
  };
  return {
    app,
    deps,
    async start() {
      const access = inDataFolder(config.dataDir, () => {
        resumeSync(deps);
        const opened = openDesk(deps, config);
        recoverInterrupted(deps);
        pauseAtStart(deps);
        return opened;
      });
      deskOrganizationID = access.organizationID;
      if (config.port !== null) origin = await listen(app, config.port);
      const url = config.port === null ? null : `${origin}${API_PREFIX}`;
      if (url !== null) inDataFolder(config.dataDir, () => writeApiFile(config.dataDir, url));
      background = startBackground(deps, watch, waits);
      db.listeners.add(deliver);
      listeners.add(background.onFact);
      started = { url, ...access, hasShipments: hasShipments(deps, access.organizationID) };
      return started;
    },
    async stop() {
      await app.close();
      if (config.port !== null) guarded(log, "api.json could not be removed", () => removeApiFile(config.dataDir));
      for (const files of [orderFiles, addressFiles, backups]) await files.close();
      await background?.stop();
      responses.flush();
      await deps.labels.close();
      await Promise.all([reader.close(), checkpoints.stop()]);
      db.close();
      unlock();
    },
    async request({ method, path, body, memberID }) {
      const member = memberID ?? started?.memberID;
      if (member === undefined) throw new Error("the core has not been started");
      const actor = deskActor(deps, member);
      const payload = body === undefined ? {} : { payload: await jsonPayload(body) };
      const ticket = tickets.issue(actor);
      try {
        const response = await app.inject({ method, url: `${API_PREFIX}${path}`, headers: { "content-type": "application/json", ...ticket.headers }, ...payload });
        const status = response.statusCode;
        const name = FILE_NAME.exec(String(response.headers["content-disposition"] ?? ""))?.[1];
        if (name !== undefined) return { status, body: null, file: { name, bytes: response.rawPayload } };
        return { status, body: response.rawPayload.length === 0 ? null : (response.json<unknown>()) };
      } finally {
        ticket.discard();
      }
    },
    onFact(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    // The smallest of its tasks. One that fails here fails the first label too, which says so.
    warmUp: () => void deps.labels.layouts().catch(() => undefined),
    useSimulator: (address) => useSimulator(deps, address),
  };
}
