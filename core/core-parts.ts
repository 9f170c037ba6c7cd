/**
 * Creates the HTTP server, and the services that routes and background work use in addition to
 * `Deps`.
 */
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { watchActs } from "./http/watch-acts.ts";
import { noteActs } from "./records/audit/audit.service.ts";
import type { CoreConfig } from "./core-config.ts";
import type { Policy } from "./base/policy.ts";
import { createBackups } from "./station/backups/backups.ts";
import { guarded } from "./base/guarded.ts";
import { createStationKeys, type StationKeys } from "./station/keys/station-keys.ts";
import { createApiAccess } from "./station/api-access.ts";
import { keyMark } from "./station/key-mark.ts";
import { createDeskSession, type DeskSession } from "./station/sign-in/desk-session.ts";
import { nodeProcesses } from "./station/scales/node-processes.ts";
import { SCALE_TIMES } from "./station/scales/scale-times.ts";
import { createScales, type Scales } from "./station/scales/scales.service.ts";
import { createOrderFolder } from "./station/order-folder/order-folder.service.ts";
import { FOLDER_TIMES } from "./station/order-folder/watching.ts";
import { readSampleOrders } from "./station/sample-orders.ts";
import { createCarrierShelf } from "./shipping/agreements/carrier-shelf.ts";
import { DATABASE_FILE } from "./db/data-folder.ts";
import type { Fact } from "./db/database.ts";
import { createDryRuns } from "./fulfilment/dry-runs/dry-runs.ts";
import type { Deps } from "./deps.ts";
import { createCallLog } from "./http/integrations/call-log.ts";
import { logRequests } from "./http/log-requests.ts";
import { createTickets } from "./http/identity.ts";
import { createOrigins } from "./http/integrations/origins.ts";
import { createServer } from "./http/server.ts";
import { createPriceLists } from "./shipping/agreements/load/price-lists.ts";
import { createStatusFiles } from "./fulfilment/scans/status-files.ts";
import { createProductFiles } from "./shipping/products/product-files.ts";
import { createAddressFiles } from "./shipping/imports/import-addresses.ts";
import { createOrderFiles } from "./shipping/imports/order-file.ts";
import { createHubHost } from "./sync/hub/host-hub.ts";
import { findActorByTokenHash } from "./organizations/api-tokens.ts";
import type { Opened } from "./open-deps.ts";
import type { LiveTopic } from "./db/outbox/topics.schema.ts";
import { createPackingNow } from "./fulfilment/packing/packing-now.ts";
import { watchPrinter } from "./printing/watch-printer.ts";
import { allRoutes } from "./routes.ts";
import { createRequestGate } from "./fulfilment/shared-printers/request-gate.ts";
import { createSync } from "./sync/sync.service.ts";
import { createResponseTracker } from "./fulfilment/transactions/response-tracker.ts";

/** Creates a fact that no transaction stores, for a change outside the database. */
const liveFact = (topic: LiveTopic, at: string, subjectID = ""): Fact => ({
  seq: 0,
  id: "",
  topic,
  organizationID: null,
  subjectID,
  visibleTo: null,
  at,
});

/** Delay so that the response is sent before the restart, ms. */
const RESTART_DELAY_MS = 300;

export type CoreParts = ReturnType<typeof createParts>;

/** Creates the services that routes and background work use. Opens no port. */
export function createParts(
  config: CoreConfig,
  policy: Policy,
  { deps, log, leases }: Opened,
  listeners: ReadonlySet<(fact: Fact) => void>,
) {
  const { dataDir, resourcesDir, world = {}, version = "0.0.0" } = config;
  const keys = createStationKeys({ deps, folder: dataDir, mark: keyMark(deps.db) });
  if (config.givesUpSecrets === true) keys.deleteLost();
  const restart = (): void => void setTimeout(() => world.restart?.(), RESTART_DELAY_MS);
  const packingNow = createPackingNow();
  const announce = (topic: LiveTopic, subjectID?: string): void =>
    deliver(log, listeners, [liveFact(topic, deps.now(), subjectID)]);
  const orderFiles = createOrderFiles();
  const scales = scalesOf({ deps, log }, world, announce);
  return {
    keys,
    restart,
    packingNow,
    version,
    faults: log,
    responses: createResponseTracker(deps),
    watch: watchPrinter(deps),
    calls: createCallLog(deps),
    acts: watchActs(deps, (notes) => noteActs(deps, notes)),
    origins: createOrigins(deps),
    orderFiles,
    orderFolder: createOrderFolder(deps, {
      orderFiles,
      times: world.folderTimes ?? FOLDER_TIMES,
      onChanged: () => announce("orderfolder.changed"),
    }),
    addressFiles: createAddressFiles(resourcesDir),
    statusFiles: createStatusFiles(),
    productFiles: createProductFiles(),
    priceLists: createPriceLists(),
    dryRuns: createDryRuns({
      path: join(dataDir, DATABASE_FILE),
      resourcesDir,
      tables: deps.db.tables,
    }),
    backups: createBackups(version, policy.backups),
    tickets: createTickets(),
    access: createApiAccess({ deps, folder: dataDir, options: config, policy: policy.api }),
    shelf: createCarrierShelf(deps, resourcesDir),
    gate: createRequestGate(deps.now),
    sync: createSync(deps, {
      port: leases,
      version,
      packingNow,
      restart,
      host: createHubHost(deps, dataDir, world.hubTimes),
      policy: policy.hub ?? {},
      onChanged: announce,
    }),
    session: sessionOf(deps, announce, { keys, scales }),
    scales,
  };
}

function scalesOf(
  { deps, log }: Pick<Opened, "deps" | "log">,
  world: NonNullable<CoreConfig["world"]>,
  announce: (topic: LiveTopic, subjectID?: string) => void,
): Scales {
  return createScales(deps, {
    processes: world.deviceProcesses ?? nodeProcesses(),
    times: world.scaleTimes ?? SCALE_TIMES,
    log,
    nowMs: () => performance.now(),
    onChanged: (id) => announce("scale.changed", id),
    onCode: () => announce("scanner.read"),
  });
}

/** Creates the session of this desk's window. @param announce Sends the window the fact. */
function sessionOf(
  deps: Deps,
  announce: (topic: LiveTopic) => void,
  { keys, scales }: { readonly keys: StationKeys; readonly scales: Scales },
): DeskSession {
  return createDeskSession({
    deps,
    mark: keyMark(deps.db),
    nowMs: () => performance.now(),
    onChanged: () => announce("signin.changed"),
    putKeyBack: keys.putBack,
    onOtherPerson: scales.endParcel,
  });
}

/** Creates the server with all routes; it does not listen yet. */
export async function createApp(
  config: CoreConfig,
  policy: Policy,
  { deps }: Opened,
  parts: CoreParts,
): Promise<FastifyInstance> {
  const { resourcesDir } = config;
  const { calls, acts, tickets, access, origins } = parts;
  const sampleOrders = (): ReturnType<typeof readSampleOrders> => readSampleOrders(resourcesDir);
  const app = await createServer(deps, allRoutes({ ...parts, policy, sampleOrders }), {
    resourcesDir,
    findActor: (hash, ip) => findActorByTokenHash(deps, hash, ip),
    tickets,
    names: access.names,
    guardPage: origins.guardPage,
    watch(server) {
      logRequests(deps, config.logEveryRequest === true)(server);
      calls.watch(server);
      acts.watch(server);
    },
  });
  await app.ready();
  return app;
}

/** Calls each listener with each fact; logs an error and continues with the next listener. */
export function deliver(
  log: Deps["log"],
  listeners: ReadonlySet<(fact: Fact) => void>,
  facts: readonly Fact[],
): void {
  for (const fact of facts)
    for (const listen of listeners)
      guarded(log, "a listener failed for a fact", () => listen(fact));
}
