/**
 * The hub's folder: its settings and keys, and the lock of the program that uses the folder. Only
 * the user who runs the hub may access the folder.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createUser } from "@nats-io/nkeys";
import { z } from "zod";
import { parseJson, parseJsonOr } from "../../base/json.ts";
import { makePrivate } from "../../base/private-folder.ts";
import { writeWhole } from "../../base/write-whole.ts";
import { FolderInUseError, lockFolder } from "../../db/lock.ts";
import { HubError } from "./hub-error.ts";

/** Version 1 belonged to a trial version. */
const VERSION = 2;
const trialSchema = z.object({ v: z.literal(1) });

const settingsSchema = z.object({
  v: z.literal(VERSION),
  hubID: z.uuid(),
  name: z.string(),
  host: z.string(),
  port: z.int().min(1).max(65_535),
  /** Hosts for join codes instead of this machine's own hosts; empty: this machine's hosts. */
  advertise: z.array(z.string()),
  keepDays: z.int().min(1).max(30),
  /**
   * Seeds of the hub's own nkeys: for the server itself, for enrolments, and for the organization's
   * streams.
   */
  seeds: z.object({ system: z.string(), door: z.string(), admin: z.string() }),
  /**
   * Password of the user for machines without a credential. The server requires a password; it
   * protects nothing.
   */
  guestPassword: z.string(),
});
export type HubSettings = Readonly<z.infer<typeof settingsSchema>>;

/** Settings that the command line may change; other settings stay. */
export type ChosenSettings = Partial<
  Pick<HubSettings, "name" | "host" | "advertise" | "keepDays">
> & {
  /** 0: the last port, or any free port. */
  readonly port?: number;
};

const SETTINGS_FILE = "hub.json";
const DEFAULT_PORT = 4222;
const DEFAULT_KEEP_DAYS = 30;

/**
 * Opens the hub's folder, and creates it if it is missing.
 *
 * @returns The folder's real path.
 * @throws HubError when nothing can be written there.
 */
export function openHubFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
    const folder = realpathSync(path);
    const probe = join(folder, `writable-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    makePrivate(folder);
    return folder;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new HubError(
      `The folder ${path} cannot be written to (${code}). Choose another one with --dir.`,
    );
  }
}

/**
 * Locks the hub's folder for this program.
 *
 * @returns A function that frees the folder.
 * @throws HubError that names the program that uses the folder.
 */
export function lockHubFolder(folder: string): () => void {
  try {
    return lockFolder(folder, {
      pid: process.pid,
      program: "a hub",
      since: new Date().toISOString(),
    });
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const { holder } = error;
    throw new FolderHeldError(
      `The folder ${folder} is in use by ${holder === null ? "another process" : `${holder.program} (process ${holder.pid}, since ${holder.since})`}. Stop it, or choose another folder with --dir.`,
    );
  }
}

/** Another process works with this folder. */
export class FolderHeldError extends HubError {}

/**
 * Reads the hub's settings.
 *
 * @returns Undefined when no hub was ever set up there.
 * @throws HubError when a trial version wrote the file, or the file is damaged: new keys would lock
 *   all stations out.
 */
export function findSettings(folder: string): HubSettings | undefined {
  const path = join(folder, SETTINGS_FILE);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  if (parseJsonOr(text, trialSchema, undefined) !== undefined)
    throw new HubError(
      `The hub in ${folder} was set up by a trial version of Packbench, whose format is no longer supported. Choose another folder with --dir, or move this one away. Nothing was changed.`,
    );
  try {
    return parseJson(text, settingsSchema, path);
  } catch (error) {
    throw new HubError(
      `${error instanceof Error ? error.message : String(error)}. Put a good copy of ${path} back: it has the hub's keys.`,
    );
  }
}

/**
 * Combines chosen settings with stored settings.
 *
 * @param freePort Picks a free port at that host.
 * @returns The settings, not stored yet: see `keepSettings`.
 */
export async function settle(
  folder: string,
  chosen: ChosenSettings,
  freePort: (host: string) => Promise<number>,
): Promise<HubSettings> {
  const before = findSettings(folder);
  const { port = before?.port ?? DEFAULT_PORT, ...rest } = chosen;
  const base = before ?? newSettings();
  const settings = { ...base, ...rest };
  return {
    ...settings,
    port: port === 0 ? (before?.port ?? (await freePort(settings.host))) : port,
  };
}

/** Stores the settings for the next start, and for commands to this hub. */
export function keepSettings(folder: string, settings: HubSettings): void {
  writeWhole(join(folder, SETTINGS_FILE), `${JSON.stringify(settings, null, 2)}\n`);
}

function newSettings(): HubSettings {
  const seed = (): string => new TextDecoder().decode(createUser().getSeed());
  return {
    v: VERSION,
    hubID: randomUUID(),
    name: hostname(),
    host: "0.0.0.0",
    port: DEFAULT_PORT,
    advertise: [],
    keepDays: DEFAULT_KEEP_DAYS,
    seeds: { system: seed(), door: seed(), admin: seed() },
    guestPassword: randomBytes(16).toString("hex"),
  };
}
