/**
 * One attempt to open the station: its core and, with sample data, the sample orders and the
 * printer simulator.
 */
import { join } from "node:path";
import { app } from "electron";
import { chosenPolicyFile } from "../core/base/policy.ts";
import type { CoreConfig } from "../core/core-config.ts";
import type { Became } from "../core/db/machine.schema.ts";
import { BadStartError, startCore, type CoreHost, type CoreState } from "./core-host.ts";
import { connectSimulator } from "./connect-simulator.ts";
import type { BadStart } from "./core-messages.ts";
import { utilityProcesses } from "./device-processes.ts";
import type { Ending } from "./ending.ts";
import type * as Screen from "./ipc/handle.ts";
import type { DesktopLog } from "./log/desktop-log.ts";
import type { Options } from "./options.ts";
import { importSampleOrders } from "./sample-orders.ts";
import { obtainDeskKey, type DeskKey } from "./secrets/desk-key.ts";
import { machineKeyStore } from "./settings/per-machine.ts";
import { systemKeyStore } from "./secrets/key-store.ts";
import { startSimulator, type RunningSimulator, type Simulator } from "./simulator.ts";
import { isSampleFolder } from "./settings/data-folder.ts";

type Upgrade = { readonly step: number; readonly of: number };

export type OpeningStation = {
  /** Rejects when the core cannot open; every part is stopped by then. */
  readonly core: Promise<CoreHost>;
  /** The simulator, set up as the station's printer; null when no simulator runs. Never rejects. */
  readonly simulator: Promise<Simulator | null>;
  /** Calls `listen` each time the state of the core changes. */
  onState(listen: (state: CoreState) => void): void;
  /** Progress of upgrading an earlier version's database; null until an upgrade starts. */
  readonly upgrade: () => Upgrade | null;
  /** Converts the rejection of `core` into a message for the person. */
  toBadStart(error: unknown): BadStart;
};

type Deps = {
  readonly dataFolder: string;
  /** Whether the data folder belongs to all users of the computer. */
  readonly forAllUsers: boolean;
  readonly options: Options;
  readonly ending: Ending;
  readonly log: DesktopLog;
  /** How the data folder came from another computer, if it did: moved or copied. */
  readonly became?: Became;
  /** Sends events to the windows. */
  readonly screen: Promise<Pick<typeof Screen, "emit">>;
};

/**
 * Starts the core, and with sample data the printer simulator. The core's thread loads and opens
 * its database before the app is ready; the key store and the simulator wait for the app.
 *
 * @returns The opening station, at once: its promises settle when each part runs or has failed.
 *   `ending` stops the parts.
 */
export function openStation(deps: Deps): OpeningStation {
  const { dataFolder, options, ending, log, screen } = deps;
  const resourcesDir = join(app.getAppPath(), "resources");
  const running =
    options.demo && options.simulator ? simulated(dataFolder, resourcesDir, log) : undefined;
  let upgrade: Upgrade | null = null;
  const states = new Set<(state: CoreState) => void>();
  const starting = startCore(
    join(import.meta.dirname, "core-worker.js"),
    configOf(deps, resourcesDir),
    {
      onFact: ({ seq, topic, subjectID, at }) =>
        void screen.then(({ emit }) => emit("core:event", { seq, topic, subjectID, at })),
      onState(state) {
        for (const listen of states) listen(state);
        void screen.then(({ emit }) => emit("core:state", { state }));
      },
      onUpgrade: (step, of) => (upgrade = { step, of }),
      devices: utilityProcesses(join(import.meta.dirname, "device-worker.js")),
      keyFor: (expected) => keyFor(deps, expected),
      log,
    },
  );
  // A core that is still starting is stopped in order too.
  const removeCoreStop = ending.add(async () => (await starting.catch(() => undefined))?.stop());
  const removeSimulatorStop = ending.add(async () => (await running)?.stop());

  async function opened(): Promise<CoreHost> {
    try {
      const core = await starting;
      // Imported before the screen's first request, so that its first list is complete.
      if (options.demo) await importSampleOrders(core, resourcesDir);
      return core;
    } catch (error) {
      removeCoreStop();
      removeSimulatorStop();
      await (await starting.catch(() => undefined))?.stop();
      await (await running)?.stop();
      throw error;
    }
  }

  const core = opened();
  return {
    core,
    simulator: connectSimulator(
      core,
      running?.then(({ started }) => started),
      log,
    ),
    upgrade: () => upgrade,
    onState: (listen) => void states.add(listen),
    toBadStart,
  };
}

async function keyFor(
  { dataFolder, forAllUsers, log }: Deps,
  expected: string | undefined,
): Promise<DeskKey> {
  await app.whenReady();
  const store = forAllUsers ? machineKeyStore() : systemKeyStore;
  return obtainDeskKey({ folder: dataFolder, store, log }, expected);
}

async function simulated(
  dataFolder: string,
  resourcesDir: string,
  log: DesktopLog,
): Promise<RunningSimulator> {
  await app.whenReady();
  return startSimulator({
    entry: join(import.meta.dirname, "simulator.js"),
    dir: join(dataFolder, "printer"),
    resourcesDir,
    log,
  });
}

function configOf(
  { dataFolder, options, became = options.became }: Deps,
  resourcesDir: string,
): CoreConfig {
  return {
    dataDir: dataFolder,
    resourcesDir,
    ...options.api,
    ...(options.selfCheck === undefined ? { policyFile: chosenPolicyFile(options.policy) } : {}),
    ...(options.recoveryKeyFile === undefined ? {} : { recoveryKeyFile: options.recoveryKeyFile }),
    givesUpSecrets: options.givesUpSecrets,
    demo: options.demo,
    isSample: options.demo && isSampleFolder(dataFolder),
    version: app.getVersion(),
    warmLabels: true,
    ...(became === undefined ? {} : { became }),
  };
}

function toBadStart(error: unknown): BadStart {
  if (error instanceof BadStartError) return error.why;
  return { name: "Error", message: error instanceof Error ? error.message : String(error) };
}
