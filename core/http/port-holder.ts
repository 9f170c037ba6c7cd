/**
 * Finds the program that listens on a port when a start fails, so that the person knows what to
 * close.
 */
import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";

export type PortHolder = {
  /** Null when this user may not see the process. */
  readonly pid: number | null;
  /** The program's name; "" when the name is not visible. */
  readonly program: string;
  /** Id of the process's user, where the system shows the id without privileges (Linux). */
  readonly uid?: number;
};

const WITHIN_MS = 3_000;
const run = async (program: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, [...args], { timeout: WITHIN_MS, windowsHide: true })).stdout;

/**
 * Finds the program that listens on a port. Never rejects.
 *
 * @returns Undefined when nothing listens there, or the program cannot be determined.
 */
export async function findPortHolder(
  port: number,
  platform: NodeJS.Platform = process.platform,
): Promise<PortHolder | undefined> {
  try {
    if (platform === "linux") return await holderOnLinux(port);
    if (platform === "darwin")
      return readLsof(await run("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"]));
    if (platform === "win32") return await holderOnWindows(port);
  } catch {
    // The system lacks these programs, or they failed; the message then names only the port.
  }
  return undefined;
}

/** Names the program in a sentence: "nginx (process 812)". */
export function holderText(holder: PortHolder | undefined): string {
  if (holder === undefined) return "another program";
  if (holder.pid === null)
    return holder.uid === undefined
      ? "a program of another user"
      : `a program of the user with the number ${holder.uid}`;
  return holder.program === ""
    ? `process ${holder.pid}`
    : `${holder.program} (process ${holder.pid})`;
}

/**
 * Finds the program on Linux. The kernel lists all listening sockets with their users; only the
 * socket's user and root may see the process.
 */
async function holderOnLinux(port: number): Promise<PortHolder | undefined> {
  const tables = await Promise.all(
    ["/proc/net/tcp", "/proc/net/tcp6"].map((file) => readFile(file, "utf8").catch(() => "")),
  );
  const socket = findListening(tables.join("\n"), port);
  if (socket === undefined) return undefined;
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      if (
        (await readlink(`/proc/${pid}/fd/${file}`).catch(() => "")) !== `socket:[${socket.inode}]`
      )
        continue;
      return { pid: Number(pid), program: await programOnLinux(pid) };
    }
  }
  return { pid: null, program: "", uid: socket.uid };
}

/**
 * Finds the executable's name, because a process may rename its first thread, as Node does to
 * "MainThread". Falls back to the thread's name when the executable is not visible.
 */
async function programOnLinux(pid: string): Promise<string> {
  const file = basename(await readlink(`/proc/${pid}/exe`).catch(() => "")).replace(
    / \(deleted\)$/,
    "",
  );
  return file === "" ? (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim() : file;
}

const LISTENING = "0A";

/**
 * Finds the socket that listens on a port in Linux's table.
 *
 * @param table Lines of /proc/net/tcp: "0: 0100007F:128B 00000000:0000 0A 00000000:00000000
 *   00:00000000 00000000 1000 0 12345 …"
 */
export function findListening(
  table: string,
  port: number,
): { readonly inode: string; readonly uid: number } | undefined {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  for (const line of table.split("\n")) {
    const [, local, , state, , , , uid, , inode] = line.trim().split(/\s+/);
    if (
      local?.endsWith(`:${hex}`) === true &&
      state === LISTENING &&
      inode !== undefined &&
      inode !== "0"
    )
      return { inode, uid: Number(uid) };
  }
  return undefined;
}

/**
 * Reads the program from lsof's output.
 *
 * @param text Output of `lsof -Fpc`: "p812\ncnginx\nf6\n".
 */
export function readLsof(text: string): PortHolder | undefined {
  const [, pid] = /^p(\d+)$/m.exec(text) ?? [];
  return pid === undefined
    ? undefined
    : { pid: Number(pid), program: /^c(.+)$/m.exec(text)?.[1] ?? "" };
}

async function holderOnWindows(port: number): Promise<PortHolder | undefined> {
  const pid = readNetstat(await run("netstat", ["-ano", "-p", "TCP"]), port);
  if (pid === undefined) return undefined;
  const listed = await run("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"]).catch(
    () => "",
  );
  return { pid, program: /^"([^"]+)"/m.exec(listed)?.[1] ?? "" };
}

/**
 * Finds the process that listens on a port in netstat's output.
 *
 * @param text Output of `netstat -ano`: " TCP 127.0.0.1:4747 0.0.0.0:0 LISTENING 812". Windows
 *   translates the word LISTENING, so a listening socket is recognised by its foreign port, which
 *   is 0.
 */
export function readNetstat(text: string, port: number): number | undefined {
  for (const line of text.split("\n")) {
    const [protocol, local, foreign, , pid] = line.trim().split(/\s+/);
    if (
      protocol === "TCP" &&
      local?.endsWith(`:${port}`) === true &&
      foreign?.endsWith(":0") === true &&
      /^\d+$/.test(pid ?? "")
    )
      return Number(pid);
  }
  return undefined;
}
