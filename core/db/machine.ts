/**
 * Detects that a data folder was last used on another computer. Two computers that use copies of
 * one folder would issue the same shipment numbers and barcodes twice, so such a folder opens only
 * when a person has stated whether it was moved or copied.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { becomeCopy } from "./become-copy.ts";
import { DATABASE_FILE } from "./data-folder.ts";
import type { Became } from "./machine.schema.ts";
import { MACHINE } from "./station-meta.ts";

const ASKED_FOR_MS = 5_000;

/** The data folder was last used on another computer and may still be in use there. */
class OtherMachineError extends Error {
  override readonly name = "OtherMachineError";

  constructor(folder: string) {
    super(
      `The data folder ${folder} was last used on another computer. If it is used only here from now on, start with --moved. If the other computer keeps working with its own copy, start with --copied: this one then becomes a station of its own, with other shipment numbers and barcodes. Nothing was changed.`,
    );
  }
}

/**
 * Asks the operating system for the identity of this computer.
 *
 * @returns 32 hex digits of a hash that is useless elsewhere; undefined where the system has no
 *   identity, as in some containers.
 */
export async function readMachine(): Promise<string | undefined> {
  const id = (await systemID().catch(() => undefined))?.trim();
  return id === undefined || id === ""
    ? undefined
    : createHash("sha256")
        .update("packbench machine")
        .update(id.toLowerCase())
        .digest("hex")
        .slice(0, 32);
}

async function systemID(): Promise<string | undefined> {
  const run = async (program: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { timeout: ASKED_FOR_MS, windowsHide: true })).stdout;
  if (process.platform === "win32")
    return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(
      await run("reg", "query", "HKLM\\SOFTWARE\\Microsoft\\Cryptography", "/v", "MachineGuid"),
    )?.[1];
  if (process.platform === "darwin")
    return /"IOPlatformUUID" = "([^"]+)"/.exec(
      await run("ioreg", "-rd1", "-c", "IOPlatformExpertDevice"),
    )?.[1];
  return readFile("/etc/machine-id", "utf8").catch(() =>
    readFile("/var/lib/dbus/machine-id", "utf8"),
  );
}

/**
 * Finds the computer that a database was last used on.
 *
 * @returns Undefined for a new database, for a database of an earlier version, and for an
 *   unreadable one, which fails with its own error when it is opened.
 */
function findMachineOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  let reader: BetterSqlite3.Database | undefined;
  try {
    reader = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
    return z
      .string()
      .optional()
      .parse(reader.prepare("SELECT value FROM station_meta WHERE key = ?").pluck().get(MACHINE));
  } catch {
    return undefined;
  } finally {
    reader?.close();
  }
}

/** Records in a database, which no process has open, that this computer uses it. */
export function adoptMachine(path: string, machine: string): void {
  const raw = new BetterSqlite3(path, { fileMustExist: true });
  try {
    raw.pragma("synchronous = FULL");
    raw
      .prepare(
        "INSERT INTO station_meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      )
      .run(MACHINE, machine);
  } finally {
    raw.close();
  }
}

/**
 * Checks a folder before its database is opened. A folder of another computer is treated as moved
 * or copied, as the person has stated.
 *
 * @param machine Identity of this computer; undefined: every folder counts as local.
 * @throws OtherMachineError when the folder is of another computer and the person has stated
 *   nothing.
 */
export function settleMachine(
  folder: string,
  machine: string | undefined,
  became: Became | undefined,
): void {
  const path = join(folder, DATABASE_FILE);
  const known = findMachineOf(path);
  if (machine === undefined || known === undefined || known === machine) return;
  if (became === undefined) throw new OtherMachineError(folder);
  if (became === "copied") becomeCopy(path, machine);
  else adoptMachine(path, machine);
}
