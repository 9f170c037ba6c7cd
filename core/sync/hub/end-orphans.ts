/**
 * Ends servers that a killed hub left running. Such a server is recognized by its command line,
 * which names this folder's configuration.
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

/** How long a server may take to end by itself before it is killed. */
const ORDERLY_MS = 5_000;
const POLL_MS = 20;

/**
 * Ends each server that runs with this configuration. The caller must hold the folder's lock.
 *
 * @param config The configuration's path, as it was given to the server.
 * @returns Number of servers that were found.
 */
export async function endOrphans(config: string): Promise<number> {
  const found = await findServers(config);
  for (const pid of found) await end(pid, config);
  return found.length;
}

async function end(pid: number, config: string): Promise<void> {
  signal(pid, "SIGTERM");
  for (let waitedMs = 0; waitedMs < ORDERLY_MS; waitedMs += POLL_MS) {
    if (!isAlive(pid)) return;
    await setTimeout(POLL_MS);
  }
  // The process is searched again, because its id may now belong to another program.
  if ((await findServers(config)).includes(pid)) signal(pid, "SIGKILL");
}

function signal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended meanwhile.
  }
}

/**
 * Returns whether the process runs. On Linux a process that has ended but was not yet waited for
 * counts as ended.
 */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      process.platform !== "linux" ||
      !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
    );
  } catch {
    return false;
  }
}

async function findServers(config: string): Promise<readonly number[]> {
  if (process.platform === "linux")
    return readdirSync("/proc").flatMap((name) =>
      /^\d+$/.test(name) && hasConfig(name, config) ? [Number(name)] : [],
    );
  const lines = process.platform === "win32" ? await windowsProcesses() : await posixProcesses();
  return lines.flatMap((line) => {
    const [, pid = "", command = ""] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return command.includes("nats-server") &&
      command.includes(config) &&
      Number(pid) !== process.pid
      ? [Number(pid)]
      : [];
  });
}

function hasConfig(pid: string, config: string): boolean {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return args[1] === "-c" && args[2] === config;
  } catch {
    return false; // The process has ended, or belongs to another user.
  }
}

async function posixProcesses(): Promise<string[]> {
  return (await output("ps", ["-axww", "-o", "pid=,command="])).split("\n");
}

async function windowsProcesses(): Promise<string[]> {
  const query =
    'Get-CimInstance Win32_Process -Filter "Name like \'nats-server%\'" | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }';
  return (
    await output("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", query])
  ).split(/\r?\n/);
}

async function output(program: string, args: readonly string[]): Promise<string> {
  try {
    return (
      await promisify(execFile)(program, args, { windowsHide: true, maxBuffer: 16 * 1024 * 1024 })
    ).stdout;
  } catch {
    return ""; // Without the list no orphan is ended; an orphan that uses the port prevents the server's start.
  }
}
