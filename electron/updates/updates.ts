/** State machine of an update: found, downloaded, and installed when no work is in progress. */
import type { Log } from "../../core/base/log.ts";
import { UpdateError, type Engine } from "./engine.ts";
import type { UpdateFailure, UpdateState, UpdateView, Waits } from "./update-state.schema.ts";
import { isQuiet, isTime } from "./update-rules.ts";

type Deps = {
  readonly version: string;
  readonly engine: Engine;
  /** "HH:MM" set by policy. */
  readonly installAt: string | undefined;
  /** A version whose starts failed here; it is not installed again. */
  readonly wentBackFrom: string | null;
  readonly log: Pick<Log, "info" | "warn">;
  now(): Date;
  /** Returns the work in progress at the station and its printers. */
  waits(): Promise<Waits>;
  /** Keeps the installer of the running version. @throws Error */
  keep(): Promise<void>;
  /** Ends the station, which calls the engine's `install` last. */
  quit(): void;
  /** Called when the state has changed. */
  changed(): void;
};

export type Updates = {
  view(): UpdateView;
  /**
   * Looks for an update and downloads it; does nothing while an update is looked for, downloaded,
   * waiting or installed. Never rejects.
   */
  check(): Promise<void>;
  /**
   * Ends the station, installs and restarts; waits while work is in progress, unless `anyway`. Does
   * nothing when no update is ready. Never rejects.
   */
  install(anyway: boolean): Promise<void>;
  /** Stops waiting for the work in progress, because a person cancelled the installation. */
  putOff(): void;
  /**
   * Called every half minute: installs a ready update at the policy's time, and a waiting update
   * once no work is in progress. A wait that no person asked for ends with the policy's time.
   */
  tick(): Promise<void>;
  /**
   * Called before a person quits the station. @returns Whether an update will be installed when the
   * station ends.
   */
  prepareQuitting(): Promise<boolean>;
  /**
   * Called when the station has ended: installs a prepared update.
   *
   * @param isOrderly Whether the station ended without a signal; otherwise nothing is installed.
   */
  atEnd(isOrderly: boolean): void;
};

/** Creates the state machine over an engine; the time comes from `deps.now`. */
export function createUpdates(deps: Deps): Updates {
  const { version, engine, installAt, wentBackFrom, log, now } = deps;
  const machine: Machine = {
    deps,
    state:
      wentBackFrom === null
        ? { step: "idle", checkedAt: null, isOffline: false }
        : { step: "failed", reason: "wentBack", next: wentBackFrom },
    checkedAt: null,
    ready: null,
    isRestarting: false,
    isPrepared: false,
    isWanted: false,
  };
  return {
    view: () => ({ version, state: machine.state, installAt: installAt ?? null }),
    async check() {
      const { step } = machine.state;
      if (step === "checking" || step === "waiting" || isBusy(machine)) return;
      go(machine, { step: "checking" });
      await find(machine).catch((error: unknown) => failed(machine, error));
    },
    install(anyway) {
      machine.isWanted = true;
      return installWhenQuiet(machine, anyway);
    },
    putOff() {
      machine.isWanted = false;
      if (machine.state.step === "waiting") rest(machine);
    },
    async tick() {
      const mayBegin = isTime(installAt, now());
      const { step } = machine.state;
      if (step === "waiting" && !machine.isWanted && !mayBegin) return rest(machine);
      if ((step === "ready" && mayBegin) || step === "waiting")
        await installWhenQuiet(machine, false);
    },
    async prepareQuitting() {
      if (machine.isPrepared || machine.ready === null || !isQuiet(await deps.waits()))
        return machine.isPrepared;
      try {
        await engine.prepare();
        machine.isPrepared = true;
      } catch (err) {
        log.warn({ err }, "the update could not be installed when quitting");
      }
      return machine.isPrepared;
    },
    atEnd(isOrderly) {
      const { ready, isPrepared, isRestarting } = machine;
      if (!isPrepared || !isOrderly) return;
      log.info({ next: ready, isRestarting }, "installing the update");
      engine.install(isRestarting);
    },
  };
}

type Machine = {
  readonly deps: Deps;
  state: UpdateState;
  checkedAt: string | null;
  /** The downloaded and verified version. */
  ready: string | null;
  isRestarting: boolean;
  isPrepared: boolean;
  /**
   * Whether a person asked for the installation; otherwise the update waits for the policy's time.
   */
  isWanted: boolean;
};

function go(machine: Machine, next: UpdateState): void {
  machine.state = next;
  machine.deps.changed();
}

function rest(machine: Machine): void {
  const { ready, checkedAt } = machine;
  go(
    machine,
    ready === null ? { step: "idle", checkedAt, isOffline: false } : { step: "ready", next: ready },
  );
}

function isBusy({ state }: Machine): boolean {
  return state.step === "downloading" || state.step === "installing";
}

async function find(machine: Machine): Promise<void> {
  const { engine, now, wentBackFrom, keep, log } = machine.deps;
  const next = await engine.check();
  machine.checkedAt = now().toISOString();
  if (next === null || next === machine.ready) return rest(machine);
  if (next === wentBackFrom) return go(machine, { step: "failed", reason: "wentBack", next });
  machine.ready = null;
  go(machine, { step: "downloading", next, percent: 0 });
  await engine.download((percent) => {
    const { state } = machine;
    if (state.step === "downloading" && state.percent !== percent)
      go(machine, { ...state, percent });
  });
  // Continues without the kept installer: an update that cannot be undone is better than none.
  await keep().catch((err: unknown) =>
    log.warn(
      { err },
      "the installer of this version could not be kept: a failed update could not be undone automatically",
    ),
  );
  machine.ready = next;
  rest(machine);
}

function failed(machine: Machine, err: unknown): void {
  const { ready, checkedAt } = machine;
  const reason = err instanceof UpdateError ? err.reason : "other";
  machine.deps.log.warn({ err }, "the update failed");
  if (reason === "offline" && ready === null)
    go(machine, { step: "idle", checkedAt, isOffline: true });
  else if (reason === "offline") rest(machine);
  else fail(machine, reason);
}

function fail(machine: Machine, reason: UpdateFailure): void {
  const { state, ready } = machine;
  const next = ready ?? (state.step === "downloading" ? state.next : null);
  go(machine, { step: "failed", reason, next });
}

async function begin(machine: Machine, next: string): Promise<void> {
  const { engine, log, quit } = machine.deps;
  go(machine, { step: "installing", next });
  try {
    await engine.prepare();
    [machine.isPrepared, machine.isRestarting] = [true, true];
    quit();
  } catch (err) {
    log.warn({ err }, "the update could not be installed");
    fail(machine, "notInstalled");
  }
}

async function installWhenQuiet(machine: Machine, anyway: boolean): Promise<void> {
  const next = machine.ready;
  if (next === null || isBusy(machine)) return;
  const found = await machine.deps.waits();
  if (isBusy(machine) || machine.ready !== next) return;
  if (anyway || isQuiet(found)) return begin(machine, next);
  go(machine, { step: "waiting", next, for: found });
}
