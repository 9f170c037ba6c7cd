/**
 * Entry point of the desktop station: one window over one core. This file only sets the order of
 * the steps. The window's code is loaded while the core starts, because the core's start takes
 * longest.
 *
 * An ES module's top level must not await `app.whenReady()`, because the app becomes ready only
 * after the module has run.
 */
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { app, Menu } from "electron";
import { avoidCompilerDeadlock } from "../core/base/engine.ts";
import type { Became } from "../core/db/machine.schema.ts";
import { keepNewFilesPrivate } from "../core/base/private-folder.ts";
import { keepCrashes } from "./crashes.ts";
import { prepareEnding } from "./ending.ts";
import { beforeLinks } from "./errands/deep-link.ts";
import { errandOf, receiveErrands } from "./errands/errands.ts";
import { openDesktopLog, logUncaught } from "./log/desktop-log.ts";
import { readOptionsOrLeave } from "./options.ts";
import { defaultDataFolder, makeWindowFolder } from "./settings/data-folder.ts";
import { isPerMachine, machineDataFolder, prepareMachineFolder } from "./settings/per-machine.ts";
import { say } from "./say.ts";
import { openStation, type OpeningStation } from "./station.ts";
import { beginStart, FAILED_STARTS } from "./updates/starts.ts";
import { declareAppScheme } from "./windows/app-scheme.ts";
import { guardAllContents } from "./windows/guard.ts";

avoidCompilerDeadlock();
const args = process.argv.slice(app.isPackaged ? 1 : 2);
const options = readOptionsOrLeave(beforeLinks(args));
if (options.selfCheck !== undefined && options.selfCheck.folder === undefined)
  (await import("./self-check/self-check.ts")).runSelfCheck(options.selfCheck, {
    file: process.execPath,
    args: process.argv.slice(1),
  });
/* Sample data belongs to one user, even where the program is installed for all users. */
const forAllUsers =
  options.data === undefined &&
  !options.demo &&
  isPerMachine({
    platform: process.platform,
    isPackaged: app.isPackaged,
    file: process.execPath,
    resources: process.resourcesPath,
    env: process.env,
  });
const dataFolder = resolve(
  forAllUsers ? machineDataFolder(process.env) : (options.data ?? defaultDataFolder(options.demo)),
);

const errand = errandOf(args);
/* An open station has a window folder; --quit does not create a folder just to answer. */
if (errand.quit && !existsSync(join(dataFolder, "window"))) {
  say(`Packbench is not open on ${dataFolder}.`);
  process.exit(0);
}

keepNewFilesPrivate();
/* The window's files are in the data folder, so that Chromium's single-instance lock applies
   per data folder. */
if (forAllUsers) prepareMachineFolder(dataFolder);
const windowFolder = makeWindowFolder(dataFolder);
app.setPath("userData", windowFolder.path);
/* Keeps, for the next start, the compiled code of the threads and programs started from here. A
   folder that cannot be written is not used; older engines ignore the variable. */
process.env["NODE_COMPILE_CACHE"] ??= join(windowFolder.path, "compiled");
if (windowFolder.isTemporary)
  process.once("exit", () => rmSync(windowFolder.path, { recursive: true, force: true }));

const log = openDesktopLog(dataFolder);
logUncaught(log);
const ending = prepareEnding(log);
declareAppScheme();
/* The menu comes with the window; Electron would otherwise show its default menu first. */
Menu.setApplicationMenu(null);
guardAllContents();

/**
 * Loads the checks of the IPC contract while the core starts. The core's events reach the screen
 * through these checks.
 */
const screen = import("./ipc/handle.ts");

if (!windowFolder.isTemporary && !app.requestSingleInstanceLock(errand)) {
  say(
    errand.quit
      ? `Packbench on ${dataFolder} was asked to quit.`
      : `Packbench is already open on ${dataFolder}; its window was brought to the front.`,
  );
  app.exit(0);
} else if (errand.quit) {
  say(`Packbench is not open on ${dataFolder}.`);
  app.exit(0);
} else {
  if (!windowFolder.isTemporary) keepCrashes(dataFolder, log);
  const errands = receiveErrands(errand, ending.force, log);
  const starts =
    app.isPackaged && !options.demo ? beginStart(dataFolder, app.getVersion(), log) : undefined;
  const parts = {
    starts,
    dataFolder,
    forAllUsers,
    windowFolder: windowFolder.path,
    options,
    ending,
    errands,
    log,
  };
  const begin = (): Promise<void> => {
    // Starts the core, the longest part of a start, before the app is ready, because most of the
    // core's start does not need a ready app.
    const open = (became?: Became): OpeningStation =>
      openStation({
        dataFolder,
        forAllUsers,
        options,
        ending,
        log,
        screen,
        ...(became === undefined ? {} : { became }),
      });
    const first = open();
    const desk = import("./desk.ts");
    return app.whenReady().then(async () => (await desk).openDesk(parts, first, open));
  };
  const endsAfterFailedStarts = async (): Promise<boolean> =>
    starts !== undefined &&
    starts.failed >= FAILED_STARTS &&
    (await import("./updates/after-failed-starts.ts")).endsAfterFailedStarts({ ...parts, starts });
  const opened =
    starts === undefined || starts.failed < FAILED_STARTS
      ? begin()
      : endsAfterFailedStarts().then((is) => (is ? ending.end(0) : begin()));
  opened.catch((err: unknown) => {
    log.error({ err }, "the station did not open");
    say(`Packbench could not start: ${err instanceof Error ? err.message : String(err)}`);
    return ending.end(1);
  });
}
