/** Starts the courier's server in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Fault, OperationName } from "./faults.ts";

type Books = {
  readonly charged: number;
  readonly cancelled: number;
  readonly calls: number;
  /** Keys of the labels that are not cancelled. */
  readonly sold: readonly string[];
};

export type CourierServer = {
  readonly url: string;
  /** Makes the next requests of an operation fail, one fault for each request. */
  fail(operation: OperationName, ...faults: readonly Fault[]): Promise<void>;
  /** Makes the courier pick up all parcels. */
  pickUp(): Promise<void>;
  books(): Promise<Books>;
  stop(): Promise<void>;
};

export async function startCourier(): Promise<CourierServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "server.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const control = async (what: string, body: unknown = {}): Promise<Books> =>
    (await (
      await fetch(`${url}/control/${what}`, { method: "POST", body: JSON.stringify(body) })
    ).json()) as Books;
  return {
    url,
    fail: async (operation, ...faults) => void (await control("fault", { operation, faults })),
    pickUp: async () => void (await control("pick-up")),
    books: () => control("books"),
    async stop() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
