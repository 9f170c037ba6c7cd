/**
 * Runs the printer simulator for a station with sample data: the same simulator as `npm run
 * printer`, as a process that ends with the station.
 */
import { utilityProcess, type UtilityProcess } from "electron";
import type { Log } from "../core/base/log.ts";

export type Simulator = {
  /** Address of the simulator's page, which shows its labels. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
};

export type RunningSimulator = {
  /** null when the simulator did not start; the station continues without it. */
  readonly started: Promise<Simulator | null>;
  stop(): Promise<void>;
};

const START_WITHIN_MS = 15_000;
const STOP_WITHIN_MS = 1_000;

/**
 * Starts the simulator as a child process.
 *
 * @param parts.entry Absolute path of the built simulator.js.
 * @param parts.dir Folder for the simulator's labels.
 */
export function startSimulator(parts: {
  entry: string;
  dir: string;
  resourcesDir: string;
  log: Log;
}): RunningSimulator {
  const child = utilityProcess.fork(
    parts.entry,
    ["--port", "0", "--http", "0", "--dir", parts.dir, "--resources", parts.resourcesDir],
    {
      stdio: "pipe",
      serviceName: "Packbench printer simulator",
    },
  );
  let isEnded = false;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  void ended.then(() => (isEnded = true));
  child.stderr?.on("data", (chunk: Buffer) =>
    parts.log.warn({}, `the printer simulator: ${chunk.toString().trim()}`),
  );
  return {
    started: readAddress(child, ended, parts.log),
    async stop() {
      if (isEnded) return;
      child.kill();
      await Promise.race([
        ended,
        new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref()),
      ]);
    },
  };
}

/**
 * Reads the addresses that the simulator prints, each on a line: "printer: tcp://127.0.0.1:9100",
 * "page: http://127.0.0.1:9180".
 */
function readAddress(
  child: UtilityProcess,
  ended: Promise<void>,
  log: Log,
): Promise<Simulator | null> {
  return new Promise((resolve) => {
    const give = (simulator: Simulator | null): void => {
      clearTimeout(timer);
      if (simulator === null) log.warn({}, "the printer simulator did not start");
      resolve(simulator);
    };
    const timer = setTimeout(give, START_WITHIN_MS, null);
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      if (output.length < 10_000) output += chunk.toString();
      const [, host, port] = /^printer:\s+tcp:\/\/(\S+):(\d+)\n/m.exec(output) ?? [];
      const [, url] = /^page:\s+(\S+)\n/m.exec(output) ?? [];
      if (host !== undefined && url !== undefined) give({ host, port: Number(port), url });
    });
    void ended.then(() => give(null));
  });
}
