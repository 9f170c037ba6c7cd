/**
 * A proxy to a server that can drop all data without closing connections, like a pulled cable or a
 * firewall.
 */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type BlackHole = {
  readonly url: string;
  swallow(): void;
  /** Lets new connections through; earlier connections stay dead. */
  open(): void;
  stop(): Promise<void>;
};

/** Starts a proxy to a server. @param url "nats://host:port" */
export async function blackHole(url: string): Promise<BlackHole> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isOpen = true;
  const server = createServer((near) => {
    near.on("error", () => {});
    if (!isOpen) return; // Accepts the connection and never answers.
    const far = connect(Number(port), hostname);
    far.on("error", () => near.destroy());
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    pairs.add([near, far]);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallow() {
      isOpen = false;
      for (const [near, far] of pairs) {
        near.unpipe();
        far.unpipe();
        near.resume();
        far.resume();
      }
    },
    open: () => void (isOpen = true),
    async stop() {
      for (const pair of pairs) pair.forEach((socket) => socket.destroy());
      server.close();
      await once(server, "close");
    },
  };
}
