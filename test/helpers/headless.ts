/** The headless station as a separate process, on any free port. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./folders.ts";
import { programFile } from "./programs.ts";
import { eventually } from "./station.ts";

export type Started = {
  readonly child: ChildProcess;
  /** Output so far. */
  out(): string;
  err(): string;
  /** Resolves when the station serves or has ended. */
  begun(): Promise<"serves" | "ended">;
};

/** Line that a station prints when it serves. */
export type Ready = {
  readonly url: string;
  readonly organizationID: string;
  readonly token: string;
};

export type HeadlessStations = {
  start(dataDir: string, ...args: string[]): Started;
  /**
   * Starts a station and waits until it serves.
   * @throws Error with its output when it ends instead.
   */
  serve(dataDir: string, ...args: string[]): Promise<Started & { readonly ready: Ready }>;
  /** Starts a station that must not serve. @throws Error when it serves. */
  refused(
    dataDir: string,
    ...args: string[]
  ): Promise<{ readonly code: number | null; readonly stderr: string }>;
  /** Kills all stations; called after each test, before the folders are removed. */
  killAll(): void;
};

/**
 * Creates the stations of one test file, with quick times.
 * @param root Root folder of another version of the product.
 * @param program Program that replaces the program with quick times.
 * @param environment Variables added to this process's environment.
 */
export function headlessStations(
  root = ROOT,
  environment: Readonly<Record<string, string>> = {},
  program = quickProgram(root),
): HeadlessStations {
  const running = new Set<ChildProcess>();
  const start = (dataDir: string, ...args: string[]): Started => {
    const child = spawn(
      process.execPath,
      [program, "--data", dataDir, "--port", "0", "--json", ...args],
      { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...environment } },
    );
    running.add(child);
    let out = "";
    let err = "";
    let hasEnded = false;
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.once("close", () => (hasEnded = true)); // All output has been read by then.
    return {
      child,
      out: () => out,
      err: () => err,
      begun: () =>
        eventually("the station serves or ends", () =>
          out.includes("\n") ? ("serves" as const) : hasEnded && ("ended" as const),
        ),
    };
  };
  return {
    start,
    async serve(dataDir, ...args) {
      const started = start(dataDir, ...args);
      if ((await started.begun()) === "ended")
        throw new Error(`the station ended with ${started.child.exitCode}: ${started.err()}`);
      return { ...started, ready: JSON.parse(started.out()) as Ready };
    },
    async refused(dataDir, ...args) {
      const started = start(dataDir, ...args);
      if ((await started.begun()) === "serves") throw new Error("the station serves");
      return { code: started.child.exitCode, stderr: started.err() };
    },
    killAll() {
      for (const child of running) child.kill("SIGKILL");
      running.clear();
    },
  };
}

function quickProgram(root: string): string {
  return root === ROOT ? programFile("quick-serve.ts") : join(root, "test/helpers/quick-serve.ts");
}
