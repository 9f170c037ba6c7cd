/** The headless station: the window's core without a window, with its HTTP API. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pino } from "pino";
import { z } from "zod";
import { avoidCompilerDeadlock } from "./base/engine.ts";
import { parseJson } from "./base/json.ts";
import { openLogFile } from "./base/log-file.ts";
import { bothLogs, createLogOptions, standardError } from "./base/log.ts";
import { keepNewFilesPrivate } from "./base/private-folder.ts";
import { restoreHeadless } from "./station/backups/restore-headless.ts";
import type { CoreConfig } from "./core-config.ts";
import { createCore } from "./core.ts";
import { USAGE, UsageError, readOptions } from "./headless-options.ts";
import { agreementLine } from "./station/start/enter-agreement-file.ts";
import { writeSupportBundle } from "./station/support/headless-bundle.ts";
import { ApiOptionError } from "./base/api-options.ts";

/** Longest interval of a timer, ms. */
const ALIVE_MS = 2 ** 31 - 1;
/** Longest time from a stop signal to the end of the process, ms. */
const STOP_WITHIN_MS = 1_500;
const ROOT = resolve(import.meta.dirname, "..");

/** Names of errors whose message explains the end of the process without a stack. */
const EXPLAINED_ERRORS: readonly string[] = [
  "FolderInUseError",
  "PortTakenError",
  "DatabaseIsNewerError",
  "UnknownOrganizationError",
  "DataFolderError",
  "DamagedDatabaseError",
  "DiskFaultError",
  "OtherMachineError",
  "PolicyError",
  "AddressError",
  "ApiAccessError",
  "AppError",
  "AgreementFileError",
  "MoveInError",
];

/**
 * Runs the station until a signal ends the process, or runs the single command in `args` (help,
 * restore, support bundle).
 *
 * @param args Arguments of `npm run serve`.
 */
export function serve(args: string[], world: CoreConfig["world"] = {}): void {
  avoidCompilerDeadlock();
  run(args, world).catch(fail);
}

async function run(args: string[], world: NonNullable<CoreConfig["world"]>): Promise<void> {
  const options = readOptions(args);
  if (options === undefined) return void process.stdout.write(USAGE);
  keepNewFilesPrivate();
  const version = readVersion();
  const {
    json: isJson,
    level,
    logFolder: folder,
    restore,
    isConfirmed,
    supportBundle,
    ...config
  } = options;
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (restore !== undefined)
    return restoreHeadless(
      { dataDir: options.dataDir, from: resolve(restore), became: options.became, isConfirmed },
      print,
    );
  if (supportBundle !== undefined)
    return writeSupportBundle({ dataDir: options.dataDir, version }, resolve(supportBundle), print);
  const file = openLogFile(folder);
  const log = bothLogs(
    pino(createLogOptions("warn"), standardError),
    pino(createLogOptions(level), { write: file.write }),
  );
  const core = await createCore({
    ...config,
    resourcesDir: join(ROOT, "resources"),
    version,
    log,
    logEveryRequest: level === "debug",
    world,
  });
  const { url, organizationID, token, recoveryKey, agreement, moveIn } = await core.start();
  // Keeps the process running when the API is off: the timers of backups, webhooks and upkeep do
  // not keep it running.
  const alive = setInterval(() => {}, ALIVE_MS);
  endBySignal(() => {
    clearInterval(alive);
    // A printer or carrier may take longer than the process manager waits. The next start finds
    // interrupted work: a print as UNKNOWN, a purchase as open.
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    void core
      .stop()
      .then(() => file.close())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
  });
  const entered = agreement === undefined ? {} : { agreement: agreementLine(agreement) };
  if (isJson)
    print(JSON.stringify({ url, organizationID, token, recoveryKey, moveIn, ...entered }));
  else
    process.stdout.write(
      `Packbench ${version} ${url === null ? "works, with its API switched off" : `serves ${url}`}\ndata folder   ${options.dataDir}\norganization  ${organizationID}\n${tokenLine(token)}${recoveryKey === undefined ? "" : `recovery key  ${recoveryKey}\n`}${agreement === undefined ? "" : `agreement     ${agreementLine(agreement)}\n`}${moveIn === undefined ? "" : `move-in       ${moveIn}\n`}`,
    );
}

function readVersion(): string {
  const { version } = parseJson(
    readFileSync(join(ROOT, "package.json"), "utf8"),
    z.object({ version: z.string() }),
    "package.json",
  );
  return version;
}

function endBySignal(stop: () => void): void {
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

function tokenLine(token: string | null): string {
  return token === null
    ? "tokens        are created in the window, under Settings, or here with --new-token NAME\n"
    : `token         ${token}\n`;
}

function fail(error: unknown): never {
  const isUsage =
    error instanceof UsageError ||
    error instanceof ApiOptionError ||
    (error instanceof TypeError &&
      "code" in error &&
      String(error.code).startsWith("ERR_PARSE_ARGS"));
  const expected = error instanceof Error && EXPLAINED_ERRORS.includes(error.name);
  const text =
    error instanceof Error
      ? isUsage || expected
        ? error.message
        : (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`${text}\n${isUsage ? USAGE : ""}`);
  process.exit(isUsage ? 2 : 1);
}
