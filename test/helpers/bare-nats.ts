/** A real nats-server on loopback, without TLS and users: for tests of what goes through it. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, nanos, type NatsConnection } from "@nats-io/transport-node";
import { findNatsServer } from "../../electron/scripts/nats-server.mjs";
import { folderOnDisk } from "./folders.ts";

const SERVER = findNatsServer() ?? "nats-server";

export type BareNats = {
  readonly url: string;
  readonly folder: string;
  connect(): Promise<NatsConnection>;
  kill9(): Promise<void>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** Started, with the organization's stream and buckets. */
export async function bareNats(): Promise<BareNats> {
  const folder = folderOnDisk();
  const port = await freePort();
  const config = join(folder, "nats.conf");
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${join(folder, "js")}", sync_interval: always }\nmax_payload: 8MB\n`,
  );
  const url = `nats://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const open = (): Promise<NatsConnection> =>
    connect({
      servers: url,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      waitOnFirstConnect: true,
    });
  const self: BareNats = {
    url,
    folder,
    connect: open,
    async start() {
      child = spawn(SERVER, ["-c", config], { stdio: "ignore" });
      const probe = await open();
      await probe.close();
    },
    async kill9() {
      if (child === undefined || child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    async stop() {
      await self.kill9();
    },
  };
  await self.start();
  await makeStreams(self);
  return self;
}

/** What the hub makes at its start. */
async function makeStreams(nats: Pick<BareNats, "connect">, maxAgeMs = 0): Promise<void> {
  const connection = await nats.connect();
  const manager = await jetstreamManager(connection);
  await manager.streams.add({
    name: "EV",
    subjects: ["ev.>"],
    allow_direct: true,
    allow_atomic: true,
    deny_delete: true,
    duplicate_window: nanos(120_000),
    max_age: nanos(maxAgeMs),
  });
  await connection.close();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Waits until something is so. @throws Error with `what` after the time. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  ms = 15_000,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(40);
  }
}
