/**
 * electron-updater behind four calls: it finds, downloads and verifies; updates.ts decides when to
 * install. electron-updater also handles staged releases: it compares this computer's random number
 * in `.updaterId` of the window's folder with `stagingPercentage`.
 */
import { once } from "node:events";
import { AppImageUpdater, MacUpdater, NsisUpdater, type AppUpdater } from "electron-updater";
import type { Log } from "../../core/base/log.ts";
import { UpdateError, type Engine } from "./engine.ts";
import { replaceAppImage, startAppImage } from "./install-file.ts";
import type { InstallerKind } from "./kept-installers.ts";
import { limitRequests } from "./limits.ts";
import type { UpdateFailure } from "./update-state.schema.ts";

type Options = {
  /** Set by policy; undefined: as packed. */
  readonly channel: string | undefined;
  readonly url: string | undefined;
  readonly log: Pick<Log, "info" | "warn">;
  /** For an AppImage: the AppImage's path, and the arguments of this start. */
  readonly appImage: { readonly path: string; readonly args: readonly string[] } | undefined;
  /** Longest wait for the list of updates; by default a minute. */
  readonly listWithinMs?: number;
  /**
   * Called before a restart, because the next process needs the single-instance lock of this
   * process.
   */
  beforeRestart(): void;
};

/** The updater of each kind of installer. */
export const UPDATERS: Readonly<Record<InstallerKind, () => AppUpdater>> = {
  appImage: () => new AppImageUpdater(),
  nsis: () => new NsisUpdater(),
  macZip: () => new MacUpdater(),
};

/** Creates an engine from an updater, set up to install nothing by itself. */
export function createEngine(
  updater: AppUpdater,
  { channel, url, log, appImage, listWithinMs, beforeRestart }: Options,
): Engine {
  setUp(updater, { channel, url, log });
  const limited = limitRequests(updater, listWithinMs);
  let statedBytes: number | undefined;
  let downloaded: string | undefined;
  return {
    async check() {
      const found = await updater.checkForUpdates().catch(fail);
      const sizes =
        found?.updateInfo.files.flatMap(({ size }) =>
          typeof size === "number" && size > 0 ? [size] : [],
        ) ?? [];
      statedBytes = sizes.length === 0 ? undefined : Math.max(...sizes);
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null;
    },
    async download(onPercent) {
      const listen = ({ percent }: { readonly percent: number }): void =>
        onPercent(Math.round(percent));
      updater.on("download-progress", listen);
      try {
        [downloaded] = await limited.download(statedBytes).catch(fail);
      } finally {
        updater.off("download-progress", listen);
      }
    },
    async prepare() {
      if (!(updater instanceof MacUpdater)) return;
      const { autoUpdater } = await import("electron");
      const taken = once(autoUpdater, "update-downloaded", {
        signal: AbortSignal.timeout(TAKEN_WITHIN_MS),
      });
      autoUpdater.checkForUpdates();
      await taken.catch(fail);
    },
    install(restart) {
      if (restart) beforeRestart();
      if (appImage !== undefined) {
        if (downloaded === undefined) throw new Error("no update was downloaded");
        replaceAppImage(appImage.path, downloaded);
        if (restart) startAppImage(appImage.path, appImage.args);
        return;
      }
      // Without a restart, macOS installs a prepared update by itself after this program has ended.
      if (updater instanceof NsisUpdater) updater.install(true, restart);
      else if (restart) updater.quitAndInstall();
    },
  };
}

function setUp(
  updater: AppUpdater,
  { channel, url, log }: Pick<Options, "channel" | "url" | "log">,
): void {
  updater.logger = {
    info: (text) => log.info({}, `updates: ${text}`),
    warn: (text) => log.warn({}, `updates: ${text}`),
    error: (text) => log.warn({}, `updates: ${text}`),
  };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  if (url !== undefined) updater.setFeedURL({ provider: "generic", url });
  if (channel !== undefined) {
    updater.channel = channel;
    updater.allowPrerelease = channel !== "latest";
  }
  // Setting a channel enables downgrades.
  updater.allowDowngrade = false;
  // Each call rejects too; an "error" event without a listener would end the program.
  updater.on("error", () => {});
}

/** Longest time in which macOS verifies and unpacks an update, ms. */
const TAKEN_WITHIN_MS = 120_000;

function fail(error: unknown): never {
  throw error instanceof UpdateError ? error : new UpdateError(reasonOf(error), error);
}

const REASONS: Readonly<Record<string, UpdateFailure | "offline">> = {
  ERR_CHECKSUM_MISMATCH: "damaged",
  ERR_UPDATER_INVALID_SIGNATURE: "signature",
  ENOSPC: "noRoom",
  EDQUOT: "noRoom",
};
const OFFLINE =
  /net::ERR_(INTERNET|NETWORK|NAME|CONNECTION|ADDRESS|PROXY|TIMED_OUT|DNS)|E(NOTFOUND|CONNREFUSED|CONNRESET|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)|timed out/;

function reasonOf(error: unknown): UpdateFailure | "offline" {
  if (!(error instanceof Error)) return "other";
  const known = "code" in error ? REASONS[String(error.code)] : undefined;
  return (
    known ??
    (OFFLINE.test(`${"code" in error ? String(error.code) : ""} ${error.message}`)
      ? "offline"
      : "other")
  );
}
