/**
 * A real CUPS server in a test folder, on a separate port and socket, and raw printers for its
 * queues that record their data.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folders.ts";

const PROGRAMS = {
  cupsd: "/usr/sbin/cupsd",
  lpadmin: "/usr/sbin/lpadmin",
  cupsdisable: "/usr/sbin/cupsdisable",
  cupsenable: "/usr/sbin/cupsenable",
} as const;

/**
 * Lists the programs that CUPS needs and that this machine lacks; empty when CUPS can be started.
 * In CI none may be missing.
 */
export function missingForCups(): string[] {
  const missing = Object.values(PROGRAMS).filter((path) => !existsSync(path));
  if (missing.length > 0 && process.env["CI"] !== undefined)
    throw new Error(`CUPS is missing: ${missing.join(", ")}`);
  return missing;
}

export type Cups = {
  /** Value for CUPS_SERVER. */
  readonly socket: string;
  /** Adds a queue. @param ppd File that describes the printer; absent: a raw queue. */
  addQueue(
    name: string,
    port: number,
    options?: { readonly ppd?: string; readonly errorPolicy?: string },
  ): void;
  disable(queue: string): void;
  enable(queue: string): void;
  /** Kills cupsd at once, as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

/** Starts cupsd and stops it after the test. `CUPS_SERVER` names the server until then. */
export async function startCups(): Promise<Cups> {
  // The files are in memory, because cupsd waits for the disk at each change, which takes seconds
  // on a busy machine.
  const folder = temporaryFolder();
  chmodSync(folder, 0o755); // CUPS runs its drivers as another user.
  for (const name of ["etc", "spool", "cache", "state", "tmp", "log"])
    mkdirSync(join(folder, name));
  const socket = join(folder, "cups.sock");
  const paths = Object.entries({
    ServerRoot: "etc",
    RequestRoot: "spool",
    CacheDir: "cache",
    StateDir: "state",
    TempDir: "tmp",
    AccessLog: "log/access",
    ErrorLog: "log/error",
    PageLog: "log/page",
  });
  writeFileSync(
    join(folder, "files.conf"),
    [
      ...paths.map(([name, path]) => `${name} ${join(folder, path)}`),
      "SystemGroup root lpadmin",
      "Sandboxing relaxed",
      "",
    ].join("\n"),
  );
  // Cancelling requires the user's identity, as on a desk.
  const policy =
    "<Policy default>\n<Limit Cancel-Job Cancel-My-Jobs>\nRequire user @OWNER @SYSTEM\nOrder deny,allow\n</Limit>\n<Limit All>\nOrder deny,allow\n</Limit>\n</Policy>";
  writeFileSync(
    join(folder, "cupsd.conf"),
    `LogLevel debug\nListen ${socket}\nBrowsing No\nDirtyCleanInterval 0\nDefaultAuthType Basic\nWebInterface No\n<Location />\nOrder allow,deny\nAllow all\n</Location>\n${policy}\n`,
  );
  let daemon: ChildProcess | undefined;
  const env = { ...process.env, CUPS_SERVER: socket };
  const command = (program: keyof typeof PROGRAMS, args: readonly string[]): void => {
    const { status, stderr } = spawnSync(PROGRAMS[program], args, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  };
  const cups: Cups = {
    socket,
    addQueue(name, port, { ppd, errorPolicy } = {}) {
      const kind = ppd === undefined ? ["-m", "raw"] : ["-P", ppd];
      command("lpadmin", [
        "-p",
        name,
        "-E",
        "-v",
        `socket://127.0.0.1:${port}`,
        ...kind,
        ...(errorPolicy === undefined ? [] : ["-o", `printer-error-policy=${errorPolicy}`]),
      ]);
    },
    disable: (queue) => command("cupsdisable", [queue]),
    enable: (queue) => command("cupsenable", [queue]),
    async kill() {
      if (daemon === undefined || daemon.exitCode !== null) return;
      const ended = once(daemon, "exit");
      daemon.kill("SIGKILL");
      await ended;
      daemon = undefined;
    },
    async start() {
      rmSync(socket, { force: true });
      daemon = spawn(
        PROGRAMS.cupsd,
        ["-f", "-c", join(folder, "cupsd.conf"), "-s", join(folder, "files.conf")],
        { stdio: "ignore" },
      );
      // The socket's file exists a moment before cupsd listens at it.
      for (let i = 0; i < 200 && !(await listensAt(socket)); i += 1) await setTimeout(25);
    },
  };
  await cups.start();
  const before = process.env["CUPS_SERVER"];
  process.env["CUPS_SERVER"] = socket;
  onTestFinished(async () => {
    if (before === undefined) delete process.env["CUPS_SERVER"];
    else process.env["CUPS_SERVER"] = before;
    await cups.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return cups;
}

/** Returns whether a program accepts connections at a socket's file. */
function listensAt(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = connect(path, () => {
      call.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });
}

export type RawPrinter = {
  readonly port: number;
  /** Received data, one buffer for each ended connection. */
  readonly jobs: readonly Buffer[];
  readonly connections: () => number;
  close(): Promise<void>;
};

/**
 * Starts a printer that listens on a port and records its data.
 *
 * @param serve Further handling of a connection.
 */
export async function aRawPrinter(
  port = 0,
  serve: (socket: Socket) => void = () => undefined,
): Promise<RawPrinter> {
  const jobs: Buffer[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    const parts: Buffer[] = [];
    socket.on("data", (part) => void parts.push(part));
    socket.on("end", () => void jobs.push(Buffer.concat(parts)));
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    if (server.listening) await new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  onTestFinished(close);
  return {
    port: (server.address() as AddressInfo).port,
    jobs,
    connections: () => connections,
    close,
  };
}
