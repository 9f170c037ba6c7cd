/**
 * Three nats-servers on loopback that store each stream three times. Each server can be killed and
 * restarted.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, nanos, type NatsConnection } from "@nats-io/transport-node";
import { findNatsServer } from "../../electron/scripts/nats-server.mjs";
import { until } from "./bare-nats.ts";
import { folderOnDisk } from "./folders.ts";
import { freePort } from "./free-port.ts";

const SERVER = findNatsServer() ?? "nats-server";
const MEMBERS = 3;

export type NatsCluster = {
  connect(): Promise<NatsConnection>;
  /**
   * Kills the leader of the stream of events, like a power cut.
   * @returns The index of the killed server.
   */
  killLeader(): Promise<number>;
  start(member: number): void;
  stop(): Promise<void>;
};

/** Starts a cluster with the organization's stream. */
export async function natsCluster(): Promise<NatsCluster> {
  const folder = folderOnDisk();
  const ports = await Promise.all(Array.from({ length: MEMBERS * 2 }, () => freePort()));
  const clients = ports.slice(0, MEMBERS).map((port) => `nats://127.0.0.1:${port}`);
  const routes = ports.slice(MEMBERS).map((port) => `"nats://127.0.0.1:${port}"`);
  const children: (ChildProcess | undefined)[] = [];
  const start = (member: number): void => {
    const config = join(folder, `nats-${member}.conf`);
    writeFileSync(
      config,
      `server_name: "n${member}"\nlisten: "127.0.0.1:${ports[member]}"\njetstream { store_dir: "${join(folder, `js-${member}`)}", sync_interval: always }\ncluster { name: "c", listen: "127.0.0.1:${ports[MEMBERS + member]}", routes: [${routes.join(", ")}] }\n`,
    );
    children[member] = spawn(SERVER, ["-c", config], { stdio: "ignore" });
  };
  const open = (): Promise<NatsConnection> =>
    connect({
      servers: clients,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      waitOnFirstConnect: true,
      pingInterval: 1_000,
      maxPingOut: 2,
    });
  for (let member = 0; member < MEMBERS; member += 1) start(member);
  const probe = await open();
  const manager = await jetstreamManager(probe, { checkAPI: false });
  await until(
    "the cluster keeps a stream",
    async () => {
      try {
        await manager.streams.add({
          name: "EV",
          subjects: ["ev.>"],
          num_replicas: MEMBERS,
          allow_direct: true,
          allow_atomic: true,
          deny_delete: true,
          duplicate_window: nanos(120_000),
        });
        return true;
      } catch {
        return false;
      }
    },
    30_000,
  );
  await probe.close();
  return {
    connect: open,
    async killLeader() {
      const nc = await open();
      const { cluster } = await (await jetstreamManager(nc)).streams.info("EV");
      await nc.close();
      const member = Number(cluster?.leader?.slice(1) ?? 0);
      const child = children[member];
      if (child === undefined) throw new Error("the stream has no leader");
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      return member;
    },
    start,
    async stop() {
      for (const child of children) {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
    },
  };
}
