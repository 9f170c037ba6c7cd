/** `npm run serve`: the headless station. The same core as the window's, with HTTP and without a window. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { z } from "zod";
import { avoidCompilerDeadlock } from "./base/engine.ts";
import { parseJson } from "./base/json.ts";
import { createLogOptions } from "./base/log.ts";
import { keepNewFilesPrivate } from "./base/private-folder.ts";
import { sameID } from "./base/wire.ts";
import { createCore, type CoreConfig } from "./core.ts";
import { isNetworkPath } from "./printing/printer-folder.ts";

const USAGE = `usage: npm run serve -- [--data DIR] [--port 4747] [--demo] [--json] [--new-token NAME]
       [--organization ID] [--printer-folder DIR] [--help]

  --data DIR   the data folder; made when it is not there; default: ~/.packbench
  --port N     of the local API; 0 takes any free one; default: 4747
  --demo       seed an organization with sample data, once; print a new token at each start
  --json       print exactly one line of JSON when ready
  --new-token NAME      make an API token for the organization's owner and print it, once
  --organization ID     whose station this is; default: the folder's first organization
  --printer-folder DIR  below it programs may set up printers that print into files
  --help                print this
`;
const STOP_WITHIN_MS = 1_500;
const ROOT = resolve(import.meta.dirname, "..");

class UsageError extends Error {}

type Options = Pick<CoreConfig, "dataDir" | "demo" | "organizationID" | "newToken" | "printerFolder"> & { readonly port: number; readonly json: boolean };

/** @returns Undefined when help is asked for. */
function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string", default: join(homedir(), ".packbench") },
      port: { type: "string", default: "4747" },
      demo: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      "new-token": { type: "string" },
      organization: { type: "string" },
      "printer-folder": { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return undefined;
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) throw new UsageError(`--port must be a number from 0 to 65535, not "${values.port}"`);
  const { organization, "new-token": newToken, "printer-folder": folder } = values;
  if (newToken !== undefined && (newToken.trim() === "" || newToken.length > 100)) throw new UsageError("--new-token must have a name of 1 to 100 characters for the token");
  if (folder !== undefined && isNetworkPath(folder)) throw new UsageError("--printer-folder must be a folder of this machine, not a network path");
  return {
    dataDir: resolve(values.data),
    port: Number(values.port),
    demo: values.demo,
    json: values.json,
    ...(newToken === undefined ? {} : { newToken: newToken.trim() }),
    ...(organization === undefined ? {} : { organizationID: sameID(organization) }),
    ...(folder === undefined ? {} : { printerFolder: resolve(folder) }),
  };
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return void process.stdout.write(USAGE);
  keepNewFilesPrivate();
  const { version } = parseJson(readFileSync(join(ROOT, "package.json"), "utf8"), z.object({ version: z.string() }), "package.json");
  const log = pino(createLogOptions("warn"), pino.destination(2));
  const { json: isJson, ...config } = options;
  const core = await createCore({ ...config, resourcesDir: join(ROOT, "resources"), version, log });
  const { url, organizationID, token } = await core.start();
  const stop = (): void => {
    // A printer or a carrier may take longer than the process that stops us waits. What is interrupted here is found again at
    // the next start: a print as UNKNOWN, a purchase as open.
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    void core.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  if (isJson) process.stdout.write(`${JSON.stringify({ url, organizationID, token })}\n`);
  else {
    process.stdout.write(`Packbench ${version} serves ${url}\ndata folder   ${options.dataDir}\norganization  ${organizationID}\n`);
    process.stdout.write(token === null ? "tokens        are made in the window, under Settings, or here with --new-token NAME\n" : `token         ${token}\n`);
  }
}

function fail(error: unknown): never {
  const isUsage = error instanceof UsageError || (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));
  const expected = error instanceof Error && ["FolderInUseError", "PortTakenError", "DatabaseIsNewerError", "UnknownOrganizationError", "DataFolderError", "DiskFaultError"].includes(error.name);
  const text = error instanceof Error ? (isUsage || expected ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${text}\n${isUsage ? USAGE : ""}`);
  process.exit(isUsage ? 2 : 1);
}

avoidCompilerDeadlock();
run().catch(fail);
