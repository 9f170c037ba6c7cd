/**
 * Makes backups of a running station: a person starts a backup into any folder, and the nightly job
 * makes a backup in the configured folder. One backup runs at a time, in a separate thread, so that
 * a slow folder blocks nothing else.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { AppError, errors } from "../../base/errors.ts";
import { guarded } from "../../base/guarded.ts";
import type { Policy } from "../../base/policy.ts";
import type { Actor } from "../../http/actor.ts";
import type { StationDeps } from "../deps.ts";
import { shortestRule } from "../../records/privacy/privacy.service.ts";
import { isNetworkPath } from "../../printing/printer-folder.ts";
import type { ThreadCalls } from "../../base/threads/thread-calls.ts";
import { openBackupThread, type BackupOperations } from "./backup-thread.ts";
import {
  lastBackupSchema,
  nightlySchema,
  type Backup,
  type KeptNightly,
  type NewBackup,
  type NewNightly,
} from "./backups.schema.ts";
import { findMachine } from "./backups.store.ts";
import { backupName } from "./manifest.ts";
import type { BackupPlan } from "./write-backup.ts";

/** Keys in `station.json`. */
const LAST = "lastBackup";
const NIGHTLY = "nightlyBackup";
const NO_NIGHTLY: KeptNightly = {
  folder: null,
  keep: { daily: 7, weekly: 4, monthly: 12 },
  failure: null,
};
/** Longest wait for a folder or share, ms; a slower folder is rejected. */
const FOLDER_TIMEOUT_MS = 15_000;
const THOUSANDTHS = 1_000;

type Running = {
  readonly plan: BackupPlan;
  readonly of: number;
  readonly progress: SharedArrayBuffer;
  readonly stop: AbortController;
  readonly thread: ThreadCalls<BackupOperations>;
};

export type Backups = {
  read(deps: StationDeps): Backup;
  /**
   * Starts a backup unless one is running.
   *
   * @throws AppError E1055 for a program; E1085 for an invalid folder path; E2062 when the folder
   * is in the data folder, is missing, has too little room or does not answer.
   */
  start(deps: StationDeps, actor: Pick<Actor, "via">, wanted: NewBackup): Promise<Backup>;
  stop(deps: StationDeps): Promise<Backup>;
  /**
   * Changes the settings of the nightly backup.
   *
   * @throws AppError E1055 for a program; E1085 for an invalid folder path; E2062 for a folder in
   * the data folder; E2121 when the policy sets the folder.
   */
  setNightly(deps: StationDeps, actor: Pick<Actor, "via">, wanted: NewNightly): Backup;
  /**
   * Makes the nightly backup, and returns why it failed; "" on success or without a folder. Throws
   * the reason of `signal` when the station stops.
   */
  runNightly(deps: StationDeps, signal: AbortSignal): Promise<string>;
  /** Stops the running backup and resolves when its files are deleted. */
  close(): Promise<void>;
};

/** Current state of a station's backups. */
type State = {
  readonly version: string;
  readonly policy: Policy["backups"];
  running: Running | undefined;
  /** Resolves when the running copy has ended. */
  copying: Promise<void>;
  ended: Backup["step"];
  failure: string;
};

/**
 * Creates the backups of one station. Starts no backup.
 * @param version Version of Packbench.
 * @param policy Backup policy of the company's IT; overrides the settings of the desk.
 */
export function createBackups(version: string, policy?: Policy["backups"]): Backups {
  const state: State = {
    version,
    policy,
    running: undefined,
    copying: Promise.resolve(),
    ended: "none",
    failure: "",
  };
  return {
    read: (deps) => read(state, deps),
    async start(deps, actor, { folder }) {
      checkFolder(deps, actor, folder);
      if (state.running === undefined) await begin(state, deps, folder, null);
      return read(state, deps);
    },
    async stop(deps) {
      await end(state);
      return read(state, deps);
    },
    setNightly(deps, actor, { folder, keep }) {
      if (actor.via !== "desk")
        throw errors.notAuthorised("The folder of backups is chosen at the desk.");
      if (policy !== undefined) throw errors.setByPolicy();
      const before = readNightly(state, deps);
      if (folder !== undefined && folder !== null) checkFolder(deps, actor, folder);
      deps.settings.write(NIGHTLY, {
        folder: folder === undefined ? before.folder : folder,
        keep: keep ?? before.keep,
        failure: folder === undefined ? before.failure : null,
      });
      return read(state, deps);
    },
    runNightly: (deps, signal) => runNightly(state, deps, signal),
    close: () => end(state),
  };
}

function readNightly({ policy }: State, deps: Pick<StationDeps, "settings">): KeptNightly {
  const kept = nightlySchema.safeParse(deps.settings.read(NIGHTLY)).data ?? NO_NIGHTLY;
  return policy === undefined
    ? kept
    : { ...kept, folder: policy.folder, keep: { daily: policy.keepDays, weekly: 0, monthly: 0 } };
}

/** Stores the failure; keeps the desk's settings, which apply when there is no policy. */
function writeFailure(deps: Pick<StationDeps, "settings">, reason: KeptNightly["failure"]): void {
  deps.settings.write(NIGHTLY, {
    ...(nightlySchema.safeParse(deps.settings.read(NIGHTLY)).data ?? NO_NIGHTLY),
    failure: reason,
  });
}

function read(state: State, deps: Pick<StationDeps, "settings">): Backup {
  const { running, ended, policy } = state;
  const last = lastBackupSchema.safeParse(deps.settings.read(LAST)).data ?? null;
  const nightly = { ...readNightly(state, deps), keepDays: policy?.keepDays ?? null };
  if (running === undefined) return { step: ended, written: 0, of: 0, last, nightly };
  const copied = Atomics.load(new Int32Array(running.progress), 0) / THOUSANDTHS;
  const { of } = running;
  return { step: "running", written: Math.round(of * copied), of, last, nightly };
}

/** Checks the folder and starts a copy if none runs. @throws AppError E2062 for a bad folder. */
async function begin(
  state: State,
  deps: Pick<StationDeps, "db" | "now" | "log" | "settings">,
  folder: string,
  keep: BackupPlan["keep"],
): Promise<void> {
  const path = resolve(deps.db.raw.name);
  const of = sizeOf(path) + sizeOf(`${path}-wal`);
  const thread = openBackupThread();
  try {
    await thread.call(
      "checkRoom",
      { folder, bytes: of },
      { signal: AbortSignal.timeout(FOLDER_TIMEOUT_MS) },
    );
  } catch (err) {
    void thread.close(new Error("the folder cannot be used"));
    deps.log.warn({ err }, "the folder for backups cannot be used");
    throw err instanceof AppError
      ? err
      : errors.fileNotSaved("The folder for backups does not answer.");
  }
  if (state.running !== undefined) return thread.close(new Error("another backup has started"));
  const running: Running = {
    plan: planOf(state, deps, folder, keep),
    of,
    progress: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    stop: new AbortController(),
    thread,
  };
  state.running = running;
  state.copying = copy(state, deps, running);
}

function planOf(
  { version, policy }: State,
  deps: Pick<StationDeps, "db" | "now">,
  folder: string,
  keep: BackupPlan["keep"],
): BackupPlan {
  const madeAt = deps.now();
  return {
    from: dirname(resolve(deps.db.raw.name)),
    folder,
    name: backupName(madeAt, deps.db.stationID),
    stationID: deps.db.stationID,
    about: { madeAt, madeBy: version, machine: findMachine(deps.db) ?? "" },
    keep,
    // The shorter time: the policy's days, or the shortest retention of personal data.
    keepDays: minDefined(policy?.keepDays, shortestRule(deps)),
  };
}

async function copy(
  state: State,
  deps: Pick<StationDeps, "now" | "log" | "settings">,
  { plan, progress, stop, thread }: Running,
): Promise<void> {
  try {
    const written = await thread.call("write", { plan, progress }, { signal: stop.signal });
    const { bytes, notDeleted: reasons } = written;
    if (reasons.length > 0)
      deps.log.warn(
        { reasons },
        "earlier backups could not be deleted; the next backup retries it",
      );
    state.ended = "done";
    guarded(deps.log, "the time and folder of the last backup were not saved", () =>
      deps.settings.write(LAST, { at: deps.now(), file: join(plan.folder, plan.name), bytes }),
    );
  } catch (err) {
    if (!stop.signal.aborted) deps.log.warn({ err }, "a backup failed");
    state.ended = stop.signal.aborted ? "stopped" : "failed";
    state.failure = stop.signal.aborted ? "The backup was stopped." : reasonOf(err);
  } finally {
    await thread.close(new Error("the backup has ended"));
    state.running = undefined;
  }
}

async function end(state: State): Promise<void> {
  state.running?.stop.abort(new Error("the backup was stopped"));
  await state.copying;
}

async function runNightly(
  state: State,
  deps: Pick<StationDeps, "db" | "now" | "log" | "settings">,
  signal: AbortSignal,
): Promise<string> {
  const { folder, keep } = readNightly(state, deps);
  if (folder === null) return "";
  let why = "";
  try {
    await state.copying;
    checkFolder(deps, { via: "desk" }, folder);
    await begin(state, deps, folder, keep);
    const stop = (): void => state.running?.stop.abort(new Error("the station is stopping"));
    signal.addEventListener("abort", stop, { once: true });
    await state.copying.finally(() => signal.removeEventListener("abort", stop));
    signal.throwIfAborted();
    if (state.ended !== "done") why = state.failure;
  } catch (err) {
    signal.throwIfAborted();
    why = reasonOf(err);
  }
  if (readNightly(state, deps).folder === folder)
    writeFailure(deps, why === "" ? null : { at: deps.now(), reason: why });
  return why;
}

/** Returns the smaller of two limits; undefined when neither is set. */
function minDefined(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

function checkFolder(deps: ReadDeps, { via }: Pick<Actor, "via">, folder: string): void {
  if (via !== "desk") throw errors.notAuthorised("The folder of a backup is chosen at the desk.");
  if (folder.includes("\0") || !(isAbsolute(folder) || isNetworkPath(folder)))
    throw errors.badRequest(
      "folder: must be the whole path of a folder on this computer, or a share.",
    );
  const data = dirname(resolve(deps.db.raw.name));
  if (`${resolve(folder)}${sep}`.startsWith(`${data}${sep}`))
    throw errors.fileNotSaved(
      "A backup in the data folder itself is lost with it. Choose a folder on another disk.",
    );
}

/** Makes a reason for the person at the desk: an error's message without paths. */
function reasonOf(err: unknown): string {
  if (err instanceof AppError) return err.message;
  const code = err instanceof Error && "code" in err ? String(err.code) : "";
  return code === ""
    ? "The copy could not be made or was damaged. The log names the cause."
    : `The disk refused the backup (${code}).`;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
