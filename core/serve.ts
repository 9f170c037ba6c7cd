/** `npm run serve`: the headless station. The same core as the window's, with HTTP and without a window. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { createLogOptions } from "./base/log.ts";
import { keepNewFilesPrivate } from "./base/private-folder.ts";
import { createCore } from "./core.ts";

const USAGE = `usage: npm run serve -- [--data DIR] [--port 4747] [--demo] [--json]

  --data DIR   the data folder; made when it is not there
  --port N     of the local API; 0 takes any free one
  --demo       seed an organization with sample data, once; print a new token at each start
  --json       print exactly one line of JSON when ready
`;
const STOP_WITHIN_MS = 1_500;
const ROOT = resolve(import.meta.dirname, "..");

class UsageError extends Error {}

function readOptions(args: string[]): { dataDir: string; port: number; demo: boolean; json: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string", default: join(homedir(), ".packbench") },
      port: { type: "string", default: "4747" },
      demo: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) throw new UsageError(`--port must be a number from 0 to 65535, not "${values.port}"`);
  return { dataDir: resolve(values.data), port: Number(values.port), demo: values.demo, json: values.json };
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  keepNewFilesPrivate();
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  const log = pino(createLogOptions("warn"), pino.destination(2));
  const core = await createCore({ dataDir: options.dataDir, resourcesDir: join(ROOT, "resources"), port: options.port, demo: options.demo, version, log });
  const { url, organizationID, token } = await core.start();
  const stop = (): void => {
    // A printer or a carrier may keep us waiting longer than who stops us waits. What is cut off here is found again at
    // the next start: a print as UNKNOWN, a purchase as open.
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    void core.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  if (options.json) process.stdout.write(`${JSON.stringify({ url, organizationID, token })}\n`);
  else {
    process.stdout.write(`Packbench ${version} serves ${url}\ndata folder   ${options.dataDir}\norganization  ${organizationID}\n`);
    process.stdout.write(token === null ? "tokens        are made in the window, under Settings\n" : `token         ${token}\n`);
  }
}

function fail(error: unknown): never {
  const isUsage = error instanceof UsageError || (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));
  const expected = error instanceof Error && ["FolderInUseError", "PortTakenError", "DatabaseIsNewerError"].includes(error.name);
  const said = error instanceof Error ? (isUsage || expected ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${said}\n${isUsage ? USAGE : ""}`);
  process.exit(isUsage ? 2 : 1);
}

run().catch(fail);
