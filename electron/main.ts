/**
 * The desktop station: one window over one core. This file is only the order of things; each thing
 * has its own file. What the window needs is loaded beside the core, whose start is the longest
 * part of all.
 *
 * An ES module's top level must not await `app.whenReady()`: the app becomes ready only after it
 * has run.
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
import { openDeskLog, logUncaught } from "./log/desk-log.ts";
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
  (await import("./self-check/self-check.ts")).checkApart(options.selfCheck, {
    file: process.execPath,
    args: process.argv.slice(1),
  });
/* Sample data is a user's own, for trying out. */
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
/* A station that is open has its folder: one that is not there is not made to say so. */
if (errand.quit && !existsSync(join(dataFolder, "window"))) {
  say(`Packbench is not open on ${dataFolder}.`);
  process.exit(0);
}

keepNewFilesPrivate();
/*
 * The window's own files lie in the data folder, so that Chromium's single-instance lock is one per
 * data folder.
 */
if (forAllUsers) prepareMachineFolder(dataFolder);
const windowFolder = makeWindowFolder(dataFolder);
app.setPath("userData", windowFolder.path);
/*
 * Of the threads and programs that are started from here: what their engine has compiled is there
 * at the next start. It does without where it cannot write, and an older one knows no such folder.
 */
process.env["NODE_COMPILE_CACHE"] ??= join(windowFolder.path, "compiled");
if (windowFolder.isTemporary)
  process.once("exit", () => rmSync(windowFolder.path, { recursive: true, force: true }));

const log = openDeskLog(dataFolder);
logUncaught(log);
const ending = prepareEnding(log);
declareAppScheme();
/* Ours comes with the window; Electron would build one of its own before. */
Menu.setApplicationMenu(null);
guardAllContents();

/**
 * What the core reports goes to the screen by the checks of the contract, which are loaded beside
 * the core.
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
    // The longest part of a start, begun before the app is ready: a window needs the app, the core
    // does not.
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
  const isTakenBack = async (): Promise<boolean> =>
    starts !== undefined &&
    starts.failed >= FAILED_STARTS &&
    (await import("./updates/after-failed-starts.ts")).isTakenBack({ ...parts, starts });
  const begun =
    starts === undefined || starts.failed < FAILED_STARTS
      ? begin()
      : isTakenBack().then((is) => (is ? ending.end(0) : begin()));
  begun.catch((err: unknown) => {
    log.error({ err }, "the station did not open");
    say(`Packbench could not start: ${err instanceof Error ? err.message : String(err)}`);
    return ending.end(1);
  });
}
