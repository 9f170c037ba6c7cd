/**
 * The hub with a real nats-server, in this process or a separate one, and stations that join it.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NatsConnection } from "@nats-io/transport-node";
import { onTestFinished } from "vitest";
import { readCommand } from "../../core/sync/hub/command-line.ts";
import { command } from "../../core/sync/hub/control.ts";
import { startHub as runHub } from "../../core/sync/hub/hub.ts";
import { HubError } from "../../core/sync/hub/hub-error.ts";
import { connectAs } from "../../core/sync/hub/hub-connection.ts";
import { findSettings, openHubFolder } from "../../core/sync/hub/hub-folder.ts";
import { resultText } from "../../core/sync/hub/hub-program.ts";
import { connectHub, type ConnectOptions } from "../../core/sync/connect-hub.ts";
import { enrol, newUserKeySeed, type Enrolled } from "../../core/sync/enrol.ts";
import { findJoinCode, type JoinCode } from "../../core/sync/join-code.ts";
import { findNatsServer } from "../../electron/scripts/nats-server.mjs";
import { temporaryFolder } from "./folders.ts";
import { freePort } from "./free-port.ts";
import { programFile } from "./programs.ts";
import { QUICK_HUB } from "./quick-times.ts";
import { runProgram, type Ran } from "./run-program.ts";
import { eventually } from "./station.ts";

const natsServer = findNatsServer();
const HUB = programFile("quick-hub.ts");

/** Reason for skipping tests of the hub; undefined when they run. In CI none may be skipped. */
export const whyNoHub =
  natsServer === undefined
    ? "there is no nats-server 2.12 or newer on this machine; npm run set-up fetches one on Debian as root"
    : undefined;
if (whyNoHub !== undefined) {
  if (process.env["CI"] !== undefined) throw new Error(whyNoHub);
  process.stderr.write(`Tests of the hub are skipped: ${whyNoHub}.\n`);
}

export type HubHere = {
  readonly dir: string;
  readonly url: string;
  readonly port: number;
  /** Join code from the hub's start, for one station. */
  readonly joinCode: string;
  /** Creates a join code. */
  add(...options: string[]): Promise<string>;
  /** Runs a command of the hub, such as "list", "--json". */
  command(...args: string[]): Promise<Ran>;
  /** Process id of the nats-server with this hub's configuration. */
  natsPid(): number;
};

/** A hub in a separate process. */
export type TestHub = HubHere & {
  readonly child: ChildProcess;
  /** Error output so far. */
  err(): string;
  /** Kills processes at once, like a power cut. @param which Processes to kill. */
  kill9(which: "hub" | "nats" | "both"): Promise<void>;
  /** Stops the hub cleanly. @returns The exit code. */
  stop(): Promise<number | null>;
};

export type HubChoice = {
  readonly dir?: string;
  readonly port?: number;
  readonly keepDays?: number;
  readonly args?: readonly string[];
};

/**
 * Starts a hub in this process, which costs a quarter of the processor time of `startHub`, for
 * tests that do not kill the hub. The hub is stopped after the test.
 */
export async function hubHere({
  dir = temporaryFolder(),
  port,
  keepDays,
}: Omit<HubChoice, "args"> = {}): Promise<HubHere> {
  const hub = await runHub({
    folder: openHubFolder(dir),
    chosen: { port: port ?? (await portOf(dir)), ...(keepDays === undefined ? {} : { keepDays }) },
    natsServer,
    times: QUICK_HUB,
    report: () => {},
  });
  onTestFinished(() => hub.stop());
  const { url, joinCode } = hub.invite();
  return { dir, url, port: Number(new URL(url).port), joinCode, ...commandsOf(dir) };
}

/**
 * Returns a free port; for a folder that a hub has used before, 0, which means the port of that
 * hub's last start.
 */
const portOf = async (dir: string): Promise<number> =>
  findSettings(dir) === undefined ? freePort() : 0;

function commandsOf(dir: string): Pick<HubHere, "add" | "command" | "natsPid"> {
  return {
    async add(...options) {
      const { code, stdout, stderr } = await commandHere(dir, "add", ...options);
      if (code !== 0) throw new Error(stderr);
      return (JSON.parse(stdout) as { joinCode: string }).joinCode;
    },
    command: (...words) => commandHere(dir, ...words),
    natsPid: () => natsPids(dir)[0] ?? -1,
  };
}

/**
 * Starts a hub as a process; hub and server are stopped after the test.
 * @throws Error with its output when it ends instead.
 */
export async function startHub({
  dir = temporaryFolder(),
  port,
  keepDays,
  args = [],
}: HubChoice = {}): Promise<TestHub> {
  const child = spawn(
    process.execPath,
    [
      HUB,
      "--dir",
      dir,
      "--port",
      String(port ?? (await portOf(dir))),
      "--json",
      ...(keepDays === undefined ? [] : ["--keep-days", String(keepDays)]),
      ...args,
    ],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: hubEnvironment(),
    },
  );
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    for (const pid of natsPids(dir)) process.kill(pid, "SIGKILL");
  });
  await eventually(
    "the hub is ready or has ended",
    () => out.includes("\n") || child.exitCode !== null,
  );
  if (!out.includes("\n")) throw new Error(`the hub ended with ${child.exitCode}: ${err}`);
  const ready = JSON.parse(out) as { url: string; joinCode: string };
  return {
    ...ready,
    dir,
    child,
    port: Number(new URL(ready.url).port),
    err: () => err,
    ...commandsOf(dir),
    async kill9(which) {
      const servers = natsPids(dir);
      if (which !== "nats") {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      if (which === "hub") return;
      for (const pid of servers) process.kill(pid, "SIGKILL");
      await eventually(
        "the server is gone",
        () => !natsPids(dir).some((pid) => servers.includes(pid)),
      );
    },
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      return child.exitCode;
    },
  };
}

/** Runs the command `add`, `list` or `revoke` in this process. */
async function commandHere(dir: string, ...args: string[]): Promise<Ran> {
  try {
    const asked = readCommand(["--dir", dir, ...args]);
    if (asked === undefined || "own" in asked || asked.request === undefined)
      throw new HubError(`${args.join(" ")} is not a command of the hub.`);
    return {
      code: 0,
      stdout: `${resultText(await command(asked.dir, asked.chosen, asked.request), asked.json)}\n`,
      stderr: "",
    };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { code: 1, stdout: "", stderr: `${error.message}\n` };
  }
}

/** Runs a hub command for this folder as a process, to its end. */
export function hubCommand(dir: string, ...args: string[]): Promise<Ran> {
  return runProgram(process.execPath, [HUB, "--dir", dir, ...args], hubEnvironment());
}

function hubEnvironment(): Record<string, string> {
  return {
    ...(process.env as Record<string, string>),
    ...(natsServer === undefined ? {} : { PACKBENCH_NATS_SERVER: natsServer }),
  };
}

/** Process ids of servers whose command line names this folder's configuration. */
export function natsPids(dir: string): number[] {
  return readdirSync("/proc").flatMap((name) =>
    /^\d+$/.test(name) && commandLine(name).includes(join(dir, "nats.conf")) ? [Number(name)] : [],
  );
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Finds a join code in a text. @throws Error when the text has no code. */
export function codeFrom(text: string): JoinCode {
  const code = findJoinCode(text);
  if (code === undefined) throw new Error(`no join code in ${text}`);
  return code;
}

export type TestStation = {
  readonly stationID: string;
  readonly enrolled: Enrolled;
  /** Opens a connection, closed after the test. */
  connect(options?: ConnectOptions): Promise<NatsConnection>;
};

/** Joins a station with this code. */
export async function joinHub(
  joinCode: string,
  name = "Desk",
  stationID: string = randomUUID(),
): Promise<TestStation> {
  const enrolled = await enrol(codeFrom(joinCode), {
    stationID,
    name,
    boxPublicKey: "box",
    userKeySeed: newUserKeySeed(),
  });
  return {
    stationID,
    enrolled,
    async connect(options) {
      const connection = await connectHub(
        {
          servers: enrolled.servers,
          authority: enrolled.authority,
          signIn: { seed: enrolled.userKeySeed },
          stationID,
          name,
        },
        options,
      );
      onTestFinished(() => connection.close());
      return connection;
    },
  };
}

/** Opens a connection with the hub's own rights, closed after the test. */
export async function adminOf({ dir }: Pick<HubHere, "dir">): Promise<NatsConnection> {
  const settings = findSettings(dir);
  if (settings === undefined) throw new Error("the hub has no settings");
  const connection = await connectAs("admin", dir, settings, false);
  onTestFinished(() => connection.close());
  return connection;
}

/** Writes credentials of a user into a .creds file, and returns its path. */
export function credentialsFile(text: string): string {
  const file = join(temporaryFolder(), "desk.creds");
  writeFileSync(file, text);
  return file;
}

/**
 * Creates the streams of an organization at its own nats-server, by the hub's command.
 *
 * @param credentials Path of a .creds file.
 */
export async function makeStreams(url: string, credentials: string): Promise<void> {
  const options = ["--server", url, "--credentials", credentials, "--sync-always"];
  const { code, stderr } = await hubCommand("/unused", "streams", ...options);
  if (code !== 0) throw new Error(`the streams were not created: ${stderr}`);
}
