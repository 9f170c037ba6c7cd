/**
 * Handles a new version whose starts failed: reinstalls the previous version, or shows why that was
 * not possible. Shows nothing when no other version's installer is kept.
 */
import { app } from "electron";
import type { Log } from "../../core/base/log.ts";
import type { Options } from "../options.ts";
import { say } from "../say.ts";
import { openWindowSettings } from "../settings/window-settings.ts";
import { showBadStart } from "../windows/bad-start.ts";
import { languageOf } from "../windows/bad-start-words.ts";
import { rollBack } from "./roll-back.ts";
import { findAppImage, readUpdateSource } from "./installation.ts";
import { installKept } from "./install-file.ts";
import { rollbackFailureWords } from "./rollback-words.ts";
import type { Starts } from "./starts.ts";

type Deps = {
  readonly dataFolder: string;
  readonly windowFolder: string;
  readonly options: Pick<Options, "unattended">;
  readonly starts: Starts;
  readonly log: Log;
};

/**
 * Reinstalls the previous version; called when the starts of this version have failed too often.
 *
 * @returns Whether this program must end, because the previous version starts or the person closed
 *   the window. If not, this version starts once more.
 */
export async function endsAfterFailedStarts({
  dataFolder,
  windowFolder,
  options,
  starts,
  log,
}: Deps): Promise<boolean> {
  await app.whenReady();
  const version = app.getVersion();
  const failure = await rollBack({
    dataFolder,
    version,
    starts,
    log,
    install(kept) {
      app.releaseSingleInstanceLock();
      return installKept(kept, {
        appImage: findAppImage(),
        program: process.execPath,
        resources: process.resourcesPath,
        args: process.argv.slice(1),
        signatureFault,
      });
    },
  });
  if (failure === null) return true;
  app.requestSingleInstanceLock();
  if (failure.reason === "none") return false;
  const language = languageOf(
    openWindowSettings(windowFolder, log).get("language"),
    app.getLocale(),
  );
  const { title, text } = rollbackFailureWords(
    { reason: failure.reason, version, kept: failure.kept ?? "" },
    "en",
  );
  say(`${title}. ${text}`);
  return (
    !options.unattended &&
    (await showBadStart(
      rollbackFailureWords({ reason: failure.reason, version, kept: failure.kept ?? "" }, language),
      language,
      [],
    )) === "closed"
  );
}

/** Verifies the signature as electron-updater does: by Windows, and by the publisher's name. */
async function signatureFault(file: string): Promise<string | null> {
  const publishers = readUpdateSource(process.resourcesPath)?.publishers ?? [];
  if (publishers.length === 0) return "this program names no publisher";
  const { NsisUpdater } = await import("electron-updater");
  return new NsisUpdater().verifyUpdateCodeSignature([...publishers], file);
}
