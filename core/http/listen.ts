/** Listening on loopback, and writing the address to api.json. */
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** Another program has the port. The start fails; no other port is chosen silently. */
class PortTakenError extends Error {
  override readonly name = "PortTakenError";
  readonly port: number;
  constructor(port: number) {
    super(`Port ${port} is in use by another program. Stop it, or start Packbench with another port (--port).`);
    this.port = port;
  }
}

/** @param port 0: any free one. @returns "http://127.0.0.1:4747" @throws PortTakenError */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    await app.listen({ host: "127.0.0.1", port });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") throw new PortTakenError(port);
    throw error;
  }
  const [address] = app.addresses();
  return `http://127.0.0.1:${typeof address === "object" ? address.port : port}`;
}

const API_FILE = "api.json";

/** Where other programs of this user find the API. No token is in it. */
export function writeApiFile(dataDir: string, url: string): void {
  const file = join(dataDir, API_FILE);
  writeFileSync(file, `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** Called when the API ends, so that no program is sent to an address that another one may have by then. */
export function removeApiFile(dataDir: string): void {
  rmSync(join(dataDir, API_FILE), { force: true });
}
