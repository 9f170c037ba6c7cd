/**
 * A real nats-server on loopback, without TLS and users, for tests of the messages that it carries.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, nanos, type NatsConnection } from "@nats-io/transport-node";
import { findNatsServer } from "../../electron/scripts/nats-server.mjs";
import { folderOnDisk } from "./folders.ts";
import { freePort } from "./free-port.ts";

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

/** Starts a server with the organization's stream of events. */
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
      const server = spawn(SERVER, ["-c", config], { stdio: "ignore" });
      child = server;
      const ended = once(server, "exit").then(([code]) => {
        throw new Error(`nats-server ended with ${code}`);
      });
      ended.catch(() => {}); // After the start, the test ends the server: that end is no error.
      const probe = await Promise.race([open(), ended]);
      await probe.close();
    },
    async kill9() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
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

/** Creates the stream of events, which a hub creates at its start. */
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

/**
 * Waits until a condition is true. @throws Error with `what` when the condition is still false
 * after the time.
 */
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
