/**
 * A nats-server on loopback, without TLS and users, with the bucket that stations lease from. Tests
 * kill and restart it.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { SCARCE } from "../../core/sync/leases/scarce-bucket.ts";
import { findNatsServer } from "../../electron/scripts/nats-server.mjs";
import { temporaryFolder } from "./folders.ts";
import { freePort } from "./free-port.ts";

export type BareHub = {
  readonly url: string;
  connect(): Promise<NatsConnection>;
  /** Kills the server at once, as a power cut does. */
  kill(): Promise<void>;
  /** Restarts the server with its data on the disk. */
  start(): Promise<void>;
};

/** Starts a server; the test kills it. */
export async function startBareHub(): Promise<BareHub> {
  const program = findNatsServer() ?? "nats-server";
  const folder = temporaryFolder();
  mkdirSync(join(folder, "store"));
  const port = await freePort();
  const config = join(folder, "nats.conf");
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${join(folder, "store")}", sync_interval: always }\n`,
  );
  const url = `nats://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const hub: BareHub = {
    url,
    connect: () =>
      connect({
        servers: url,
        waitOnFirstConnect: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 50,
      }),
    async kill() {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
      server.kill("SIGKILL");
      await once(server, "exit");
    },
    async start() {
      server = spawn(program, ["-c", config], { stdio: "ignore" });
      const nc = await hub.connect();
      await jetstream(nc).jetstreamManager(true);
      await nc.close();
    },
  };
  await hub.start();
  const nc = await hub.connect();
  await new Kvm(nc).create(SCARCE, { history: 20 });
  await nc.close();
  return hub;
}
