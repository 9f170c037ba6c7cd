/** How far an update is: found, downloaded, and installed at a moment when nothing is under way. */
import type { Log } from "../../core/base/log.ts";
import { UpdateError, type Engine } from "./engine.ts";
import type { UpdateFailure, UpdateState, UpdateView, Waits } from "./update-state.schema.ts";
import { isQuiet, isTime } from "./update-rules.ts";

type Parts = {
  readonly version: string;
  readonly engine: Engine;
  /** "HH:MM" by the policy. */
  readonly installAt: string | undefined;
  /** A version that did not come to work here: it is not taken again. */
  readonly wentBackFrom: string | null;
  readonly log: Pick<Log, "info" | "warn">;
  now(): Date;
  /** What is under way at the desk and its printers. */
  waits(): Promise<Waits>;
  /** Keeps the installer of the version that runs. @throws Error */
  keep(): Promise<void>;
  /** Ends the station; `install` of the engine is its last act. */
  quit(): void;
  /** The state has changed. */
  changed(): void;
};

export type Updates = {
  view(): UpdateView;
  /** Looks for an update and downloads it; nothing while that is under way. Never rejects. */
  check(): Promise<void>;
  /**
   * Ends the station, installs and starts again; waits while something is under way, unless
   * `anyway`. Never rejects.
   */
  install(anyway: boolean): Promise<void>;
  /** A person does not want to wait for quiet any more. */
  putOff(): void;
  /** Every half minute: the time of the policy, and the end of what is waited for. */
  tick(): Promise<void>;
  /** Before the station ends by a person. @returns Whether an update will be installed then. */
  prepareQuitting(): Promise<boolean>;
  /** The station has ended. @param isOrderly Not by a signal, nor with work under way. */
  atEnd(isOrderly: boolean): void;
};

/** A state machine over an engine; it holds no clock of its own. */
export function createUpdates({
  version,
  engine,
  installAt,
  wentBackFrom,
  log,
  now,
  waits,
  keep,
  quit,
  changed,
}: Parts): Updates {
  let state: UpdateState =
    wentBackFrom === null
      ? { step: "idle", checkedAt: null, isOffline: false }
      : { step: "failed", reason: "wentBack", next: wentBackFrom };
  let checkedAt: string | null = null;
  /** Downloaded, checked. */
  let ready: string | null = null;
  let isRestarting = false;
  let isPrepared = false;
  /** A person asked for it; else it waits for the hours of the policy alone. */
  let isWanted = false;
  const go = (next: UpdateState): void => {
    state = next;
    changed();
  };
  const rest = (): void =>
    go(
      ready === null
        ? { step: "idle", checkedAt, isOffline: false }
        : { step: "ready", next: ready },
    );

  const isBusy = (): boolean => state.step === "downloading" || state.step === "installing";

  async function find(): Promise<void> {
    const next = await engine.check();
    checkedAt = now().toISOString();
    if (next === null || next === ready) return rest();
    if (next === wentBackFrom) return go({ step: "failed", reason: "wentBack", next });
    ready = null;
    go({ step: "downloading", next, percent: 0 });
    await engine.download((percent) => {
      if (state.step === "downloading" && state.percent !== percent) go({ ...state, percent });
    });
    // An update without a way back is still better than none.
    await keep().catch((err: unknown) =>
      log.warn(
        { err },
        "the installer of this version could not be kept: an update could not be taken back by itself",
      ),
    );
    ready = next;
    rest();
  }

  function failed(err: unknown): void {
    const reason = err instanceof UpdateError ? err.reason : "other";
    log.warn({ err }, "no update was taken");
    if (reason === "offline" && ready === null) go({ step: "idle", checkedAt, isOffline: true });
    else if (reason === "offline") rest();
    else fail(reason);
  }

  const fail = (reason: UpdateFailure): void =>
    go({
      step: "failed",
      reason,
      next: ready ?? (state.step === "downloading" ? state.next : null),
    });

  async function begin(next: string): Promise<void> {
    go({ step: "installing", next });
    try {
      await engine.prepare();
      [isPrepared, isRestarting] = [true, true];
      quit();
    } catch (err) {
      log.warn({ err }, "the update could not be installed");
      fail("notInstalled");
    }
  }

  async function installWhenQuiet(anyway: boolean): Promise<void> {
    const next = ready;
    if (next === null || isBusy()) return;
    const found = await waits();
    if (isBusy() || ready !== next) return;
    if (anyway || isQuiet(found)) return begin(next);
    go({ step: "waiting", next, for: found });
  }

  return {
    view: () => ({ version, state, installAt: installAt ?? null }),
    async check() {
      if (state.step === "checking" || state.step === "waiting" || isBusy()) return;
      go({ step: "checking" });
      await find().catch(failed);
    },
    install(anyway) {
      isWanted = true;
      return installWhenQuiet(anyway);
    },
    putOff() {
      isWanted = false;
      if (state.step === "waiting") rest();
    },
    async tick() {
      const mayBegin = isTime(installAt, now());
      if (state.step === "waiting" && !isWanted && !mayBegin) return rest();
      if ((state.step === "ready" && mayBegin) || state.step === "waiting")
        await installWhenQuiet(false);
    },
    async prepareQuitting() {
      if (isPrepared || ready === null || !isQuiet(await waits())) return isPrepared;
      try {
        await engine.prepare();
        isPrepared = true;
      } catch (err) {
        log.warn({ err }, "the update could not be installed when quitting");
      }
      return isPrepared;
    },
    atEnd(isOrderly) {
      if (!isPrepared || !isOrderly) return;
      log.info({ next: ready, isRestarting }, "installing the update");
      engine.install(isRestarting);
    },
  };
}
