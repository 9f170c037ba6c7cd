/**
 * The desktop's log: lines of the main thread, lines from the core's thread, and uncaught errors.
 */
import { app, type WebContents } from "electron";
import { pino } from "pino";
import { createLogOptions, type Log } from "../../core/base/log.ts";
import { sendConsoleTo } from "./console.ts";
import { logFolder, openLogFile, type LogFile } from "../../core/base/log-file.ts";

export type DesktopLog = Log & {
  /** Writes a line that another thread has formatted. */
  writeLine(line: string): void;
  close(): Promise<void>;
};

/**
 * Opens the main process's log in the folder's rotated file.
 *
 * @throws Error when the file cannot be opened.
 */
export function openDesktopLog(dataFolder: string): DesktopLog {
  const file: LogFile = openLogFile(logFolder(dataFolder));
  const logger = pino(createLogOptions("info", "main"), { write: file.write });
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    writeLine: file.write,
    close: file.close,
  };
}

/**
 * Logs uncaught errors, ended processes, and problems of the screen. The main thread continues
 * after an uncaught error, as Electron does by default after its message box: the data belongs to
 * the core's thread, and closing the window in the middle of a parcel would be worse.
 */
export function logUncaught(log: Log): void {
  sendConsoleTo(log);
  process.on("uncaughtException", (err) =>
    log.error({ err }, "uncaught error in the main process"),
  );
  process.on("unhandledRejection", (err) =>
    log.error({ err }, "unhandled rejection in the main process"),
  );
  app.on("child-process-gone", (_event, { type, name, reason, exitCode }) => {
    if (reason !== "clean-exit" && reason !== "killed")
      log.error({ type, service: name, reason, exitCode }, "a process of the window has ended");
  });
  app.on("render-process-gone", (_event, _contents, { reason, exitCode }) => {
    if (reason !== "clean-exit") log.error({ reason, exitCode }, "the screen's process is gone");
  });
  app.on("web-contents-created", (_event, contents) => logScreen(log, contents));
}

function logScreen(log: Log, contents: WebContents): void {
  contents.on("preload-error", (_event, path, err) =>
    log.error({ path, err }, "the preload failed"),
  );
  contents.on("unresponsive", () => log.warn({}, "the screen does not respond"));
  contents.on("console-message", (...event: unknown[]) => {
    const { level, message, line, source } = readConsoleMessage(event);
    if (level === "error") log.error({ line, source }, `the screen: ${message}`);
    else if (level === "warning") log.warn({ line, source }, `the screen: ${message}`);
  });
}

type ConsoleMessage = {
  readonly level: string;
  readonly message: string;
  readonly line: number;
  readonly source: string;
};

const LEVELS = ["debug", "info", "warning", "error"];

/**
 * Reads the values of a console message: Electron 35 moved them into the event, and the fallback
 * runtime is older.
 */
function readConsoleMessage([
  event,
  level,
  message,
  line,
  source,
]: readonly unknown[]): ConsoleMessage {
  const own = event as {
    readonly level?: unknown;
    readonly message?: unknown;
    readonly lineNumber?: unknown;
    readonly sourceId?: unknown;
  };
  if (typeof own.level === "string")
    return {
      level: own.level,
      message: String(own.message),
      line: Number(own.lineNumber),
      source: String(own.sourceId),
    };
  return {
    level: LEVELS[Number(level)] ?? "info",
    message: String(message),
    line: Number(line),
    source: String(source),
  };
}
