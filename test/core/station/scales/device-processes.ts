/** The processes of devices, and a server in place of a device, for tests of faults. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Lists the processes that drive devices for this test process. */
export function drivers(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /\nPPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
        const program = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return Number(parent) === process.pid && program.includes("device-worker");
      } catch {
        return false; // The process has ended meanwhile.
      }
    });
}

/** Starts a server that a test controls by the connections that it gets. */
export async function bareServer(): Promise<{ address: string; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    sockets.push(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { address: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}
