/**
 * The support bundle: a zip with versions, settings, logs, counts and last errors, without personal
 * data (`scrub.ts`). It needs only the data folder and a reader of its database, so it works while
 * a station runs and when a station does not start.
 */
import { readdirSync, readFileSync, statfsSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { arch, cpus, freemem, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { listCrashDumps } from "../../base/crash-dumps.ts";
import { zipStream, type ZipEntry } from "../../base/zip.ts";
import type { Reader } from "../../db/reader.ts";
import { DATABASE_FILE } from "../../db/data-folder.ts";
import { SETTINGS_FILE } from "../settings.ts";
import { scrubLine, scrubSettings, scrubText } from "./scrub.ts";
import { countRows, countStates, listLastErrors, readSchema } from "./support.store.ts";

const LOGS_FOLDER = "logs";
/** Bytes taken from the end of each log file. */
const MOST_LOG_BYTES = 2_000_000;
const LINES_AT_ONCE = 200;

export type BundleParts = {
  readonly dataDir: string;
  readonly version: string;
  readonly now: string;
  /** Reader of the database; null when the database cannot be opened. */
  readonly reader: Reader | null;
  /** Version of Electron, if it runs. */
  readonly electron?: string;
};

/** Description of the bundle for the person who sends it. */
const README = `Facts about a Packbench station for its support. No names, addresses, phones, e-mails, order numbers, tokens or passwords
are in it: of messages only Packbench's own words are kept, of settings only their shape, of crash dumps only names, sizes and times. Look through it before you send it.
`;

/**
 * Makes the support bundle as a zip that is created while it is read. When the settings, the disk,
 * the crash dumps, the database or a log file cannot be read, the zip names the failure in their
 * place.
 */
export function supportBundle(parts: BundleParts): Readable {
  return zipStream(entriesOf(parts));
}

async function* entriesOf(parts: BundleParts): AsyncGenerator<ZipEntry> {
  const { dataDir, reader } = parts;
  yield entry("README.txt", README);
  yield json("about.json", aboutOf(parts));
  yield json(
    "settings.json",
    valueOrFailure(() =>
      scrubSettings(JSON.parse(readFileSync(join(dataDir, SETTINGS_FILE), "utf8"))),
    ),
  );
  yield json(
    "disk.json",
    valueOrFailure(() => diskOf(dataDir)),
  );
  // Lists crash dumps without their contents, which may hold personal data from the window's
  // memory.
  yield json(
    "crashes.json",
    valueOrFailure(() =>
      listCrashDumps(dataDir).map(({ name, bytes, atMs }) => ({
        name: /^(?:\w+\/)?[\w-]+\.dmp$/.test(name) ? name : "…",
        bytes,
        at: new Date(atMs).toISOString(),
      })),
    ),
  );
  if (reader === null) yield json("database.json", { failure: "the database could not be opened" });
  else {
    yield json(
      "database.json",
      await resolvedOrFailure(() =>
        reader.sessions((session) =>
          session(async (ask) => ({
            ...(await readSchema(ask)),
            rows: await countRows(ask),
            ...(await countStates(ask)),
          })),
        ),
      ),
    );
    yield json(
      "last-errors.json",
      await resolvedOrFailure(async () =>
        (await reader.sessions((session) => session(listLastErrors))).map(
          ({ what, at, error }) => ({ what, at, error: scrubText(error) }),
        ),
      ),
    );
  }
  for (const name of logFiles(dataDir))
    yield {
      path: `logs/${name.replace(/[^\w.-]/g, "_")}`,
      text: scrubbedLog(join(dataDir, LOGS_FOLDER, name)),
    };
}

function aboutOf({ version, now, electron }: BundleParts): object {
  const { node, v8, sqlite } = process.versions;
  return {
    madeAt: now,
    packbench: version,
    node,
    v8,
    sqlite,
    electron: electron ?? process.versions["electron"] ?? null,
    platform: platform(),
    release: release(),
    arch: arch(),
    processors: cpus().length,
    memoryMB: Math.round(totalmem() / 1e6),
    freeMemoryMB: Math.round(freemem() / 1e6),
    uptimeSeconds: Math.round(process.uptime()),
  };
}

function diskOf(dataDir: string): object {
  const disk = statfsSync(dataDir);
  const size = (name: string): number =>
    statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  return {
    freeBytes: disk.bavail * disk.bsize,
    databaseBytes: size(DATABASE_FILE),
    journalBytes: size(`${DATABASE_FILE}-wal`),
  };
}

function logFiles(dataDir: string): string[] {
  try {
    return readdirSync(join(dataDir, LOGS_FOLDER)).sort();
  } catch {
    return []; // A headless station writes its log to its standard error.
  }
}

/** Yields the last lines of a log without personal data; ends with the failure of a read. */
async function* scrubbedLog(path: string): AsyncGenerator<string> {
  try {
    yield* readScrubbed(path);
  } catch (error) {
    yield `${JSON.stringify(failure(error))}\n`;
  }
}

async function* readScrubbed(path: string): AsyncGenerator<string> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, MOST_LOG_BYTES));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    const lines = bytes.toString("utf8").split("\n");
    for (let i = 0; i < lines.length; i += LINES_AT_ONCE) {
      const text = lines
        .slice(i, i + LINES_AT_ONCE)
        .map(scrubLine)
        .filter((line) => line !== "")
        .join("\n");
      if (text !== "") yield `${text}\n`;
      await setImmediate();
    }
  } finally {
    await file.close();
  }
}

function valueOrFailure(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return failure(error);
  }
}

async function resolvedOrFailure(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): object {
  return {
    failure: scrubText(error instanceof Error ? error.message : String(error)),
    code: error instanceof Error && "code" in error ? scrubText(String(error.code)) : "",
  };
}

function json(path: string, value: unknown): ZipEntry {
  return entry(path, `${JSON.stringify(value, null, 2)}\n`);
}

function entry(path: string, text: string): ZipEntry {
  return {
    path,
    text: (async function* whole() {
      yield text;
    })(),
  };
}
