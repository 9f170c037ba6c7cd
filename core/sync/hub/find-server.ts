/** Finds a nats-server on this machine that is new enough. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { compareVersions } from "../hub-names.ts";
import { HubError } from "./hub-error.ts";

/** The first version with atomic batches. */
const NEEDED = "2.12.0";
const PROGRAM = process.platform === "win32" ? "nats-server.exe" : "nats-server";
const VERSION_MS = 10_000;
const HOW_TO_GET = `Get it in one of these ways, then start again:
  Windows  winget install NATSAuthors.NATSServer
  macOS    brew install nats-server
  Linux    the package nats-server of your distribution, if it has 2.12 or newer; otherwise https://github.com/nats-io/nats-server/releases
  Docker   docker cp $(docker create nats:latest):/nats-server ./nats-server, on Linux
or name the program with --nats-server PATH.`;

/**
 * Finds the nats-server program.
 *
 * @param named Path from the command line; if it is given, no other place is searched.
 * @returns The program's path.
 * @throws HubError when no program is found, or the program cannot be started or is too old.
 */
export async function findServer(named: string | undefined, folder: string): Promise<string> {
  const places = named === undefined ? wellKnown(folder) : [named];
  let tooOld: string | undefined;
  for (const path of places.filter((place) => existsSync(place))) {
    const version = await versionOf(path);
    if (version === undefined && named !== undefined)
      throw new HubError(`${path} is not a nats-server, or cannot be started.`, "program");
    if (version === undefined) continue;
    if (compareVersions(version, NEEDED) >= 0) return path;
    tooOld ??= `The hub needs nats-server 2.12 or newer; this is ${version}: ${path}.`;
  }
  if (tooOld !== undefined) throw new HubError(`${tooOld}\n${HOW_TO_GET}`, "old");
  throw new HubError(
    `${named === undefined ? "No nats-server was found." : `There is no nats-server at ${named}.`}\n${HOW_TO_GET}`,
    named === undefined ? "missing" : "program",
  );
}

function wellKnown(folder: string): string[] {
  const own = process.env["PACKBENCH_NATS_SERVER"];
  const folders = [
    join(folder, "bin"),
    ...(process.env["PATH"] ?? "").split(delimiter).filter(Boolean),
    "/usr/sbin",
    "/usr/local/sbin",
    "/usr/local/bin",
    "/opt/homebrew/bin",
  ];
  return [
    ...(own === undefined || own === "" ? [] : [own]),
    ...new Set(folders.map((place) => join(place, PROGRAM))),
  ];
}

/**
 * Asks a program for its version: "2.15.1".
 *
 * @returns Undefined when the program is not a nats-server or cannot be started.
 */
export async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ["--version"], {
      timeout: VERSION_MS,
      windowsHide: true,
    });
    return /v(\d+\.\d+\.\d+\S*)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}
