/** Connects the update machine with this window, its station and this installation. */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { app } from "electron";
import type { Log } from "../../core/base/log.ts";
import type { Policy } from "../../core/base/policy.ts";
import { newestSchema } from "../../core/db/migrate.ts";
import type { Ending } from "../ending.ts";
import type { Input, Output } from "../ipc/contract.ts";
import { emit } from "../ipc/handle.ts";
import { findAppImage, readInstallation, readUpdateSource } from "./installation.ts";
import { bundleOf, zipBundle } from "./install-file.ts";
import { copyInstallerOf, keepInstaller, type InstallerKind } from "./kept-installers.ts";
import { whyOff } from "./update-rules.ts";
import { createUpdates, type Updates } from "./updates.ts";
import type { UpdateView, Waits } from "./update-state.schema.ts";

type Deps = {
  readonly dataFolder: string;
  readonly isPractice: boolean;
  readonly policy: Policy;
  readonly wentBackFrom: string | null;
  readonly ending: Ending;
  readonly log: Log;
  /** Returns the numbers of labels being sent, and of labels that batches have yet to print. */
  unfinished(): Promise<Omit<Waits, "isAtWork">>;
  /** Quits without a question. */
  quit(): void;
};

const FIRST_CHECK_MS = 5_000;
const CHECK_EVERY_MS = 6 * 3_600_000;
const TICK_MS = 30_000;
const KINDS: Readonly<Partial<Record<NodeJS.Platform, InstallerKind>>> = {
  linux: "appImage",
  win32: "nsis",
  darwin: "macZip",
};

/** Answers the window's requests about updates, even where updates are off. */
export type DesktopUpdates = {
  answer(input: Input<"window:updates">): Output<"window:updates">;
  /** Called when an order is opened or closed at the station. */
  atWork(isAtWork: boolean): void;
  beforeQuiet(): Promise<unknown>;
  /** Called when the station is open: looks for updates from now on, if this installation may. */
  open(): Promise<void>;
};

/** Creates the updates service, which looks for no update before `open`. */
export function createDesktopUpdates(deps: Deps): DesktopUpdates {
  const version = app.getVersion();
  const installAt = deps.policy.updates?.installAt ?? null;
  let updates: Updates | undefined;
  let without: UpdateView = {
    version,
    state: { step: "idle", checkedAt: null, isOffline: false },
    installAt,
  };
  let isAtWork = false;
  // A core that does not answer counts as having no work in progress.
  const waits = async (): Promise<Waits> => ({
    ...(await deps.unfinished().catch(() => ({ sending: 0, inBatches: 0 }))),
    isAtWork,
  });
  return {
    answer({ act }) {
      if (updates === undefined) return without;
      if (act === "check") void updates.check();
      else if (act === "putOff") updates.putOff();
      else if (act !== undefined) void updates.install(act === "installAnyway");
      return updates.view();
    },
    atWork: (is) => void (isAtWork = is),
    beforeQuiet: async () => updates?.prepareQuitting(),
    async open() {
      const reason = whyOff(readInstallation(deps.isPractice), deps.policy.updates?.enabled);
      const kind = KINDS[process.platform];
      if (reason !== null || kind === undefined) {
        without = { version, state: { step: "off", reason: reason ?? "byHand" }, installAt: null };
        return emit("window:update", without);
      }
      const opened = await start(deps, kind, version, waits);
      updates = opened;
      deps.ending.add(async () => opened.atEnd(!deps.ending.isForced()));
      for (const [run, ms] of [
        [opened.check, CHECK_EVERY_MS],
        [opened.tick, TICK_MS],
      ] as const)
        setInterval(() => void run(), ms).unref();
      setTimeout(() => void opened.check(), FIRST_CHECK_MS).unref();
    },
  };
}

async function start(
  { dataFolder, policy, wentBackFrom, log, quit }: Deps,
  kind: InstallerKind,
  version: string,
  waits: () => Promise<Waits>,
): Promise<Updates> {
  // Loaded on demand: half a megabyte of code that the start does not need.
  const { createEngine, UPDATERS } = await import("./electron-engine.ts");
  const path = findAppImage();
  const engine = createEngine(UPDATERS[kind](), {
    channel: policy.updates?.channel,
    url: policy.updates?.url,
    log,
    appImage: path === undefined ? undefined : { path, args: process.argv.slice(1) },
    // The new process takes the lock of the data folder before this process has ended.
    beforeRestart: () => app.releaseSingleInstanceLock(),
  });
  const updates: Updates = createUpdates({
    version,
    engine,
    installAt: policy.updates?.installAt,
    wentBackFrom,
    log,
    now: () => new Date(),
    waits,
    keep: () =>
      keepInstaller(dataFolder, { version, kind, schema: newestSchema() }, (to) =>
        copyOwnInstaller(kind, version, to),
      ),
    quit,
    changed: () => emit("window:update", updates.view()),
  });
  return updates;
}

/**
 * Copies the installer of the running version.
 *
 * @throws Error when there is no installer of this version.
 */
async function copyOwnInstaller(kind: InstallerKind, version: string, to: string): Promise<void> {
  if (kind === "appImage") return copyFile(findAppImage() ?? "", to);
  if (kind === "macZip") return zipBundle(bundleOf(process.execPath), to);
  // electron-builder's installer leaves a copy of itself at this path.
  return copyInstallerOf(
    version,
    join(
      process.env["LOCALAPPDATA"] ?? "",
      readUpdateSource(process.resourcesPath)?.cacheName ?? "",
      "installer.exe",
    ),
    to,
  );
}
