/** Listens on loopback, and writes the address to api.json. */
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { findPortHolder, holderText } from "./port-holder.ts";

/**
 * Another program uses the port. The start fails, because a silent choice of another port would
 * mislead callers.
 */
class PortTakenError extends Error {
  override readonly name = "PortTakenError";
  readonly port: number;
  /** The program that uses the port, in English: "nginx (process 812)". */
  readonly holder: string;
  constructor(port: number, holder: string) {
    super(
      `Port ${port} is in use by ${holder}. Stop that program, or start Packbench with another port (--port).`,
    );
    this.port = port;
    this.holder = holder;
  }
}

/** This machine does not have the address, or this user may not listen on the port. */
class AddressError extends Error {
  override readonly name = "AddressError";
}

/**
 * Listens on loopback.
 *
 * @param port 0: any free port.
 * @returns The API's address, such as "http://127.0.0.1:4747".
 * @throws PortTakenError, AddressError
 */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  await explainListenError("127.0.0.1", port, () => app.listen({ host: "127.0.0.1", port }));
  const [address] = app.addresses();
  return `http://127.0.0.1:${typeof address === "object" ? address.port : port}`;
}

/**
 * Runs `start`, and explains why it failed to listen: which program uses the port, or what is wrong
 * with the address. Throws other errors of `start` unchanged.
 *
 * @throws PortTakenError, AddressError
 */
export async function explainListenError(
  host: string,
  port: number,
  start: () => Promise<unknown>,
): Promise<void> {
  try {
    await start();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EADDRINUSE")
      throw new PortTakenError(port, holderText(await findPortHolder(port)));
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new AddressError(
        `${host} is not an address of this machine, so the API cannot listen there. Start Packbench with another address (--listen).`,
      );
    if (code === "EACCES")
      throw new AddressError(
        `This user may not listen on port ${port}. Start Packbench with a port above 1023 (--port).`,
      );
    throw error;
  }
}

const API_FILE = "api.json";

/** Writes the API's address to a file for other programs of this user. The file has no token. */
export function writeApiFile(dataDir: string, url: string): void {
  const file = join(dataDir, API_FILE);
  writeFileSync(file, `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/**
 * Deletes the file when the API stops. Another program may use the port later, and must not get
 * calls for the API.
 */
export function removeApiFile(dataDir: string): void {
  rmSync(join(dataDir, API_FILE), { force: true });
}
