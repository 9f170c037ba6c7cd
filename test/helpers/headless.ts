/** The headless station as a process of its own, on any free port. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./folders.ts";
import { programFile } from "./programs.ts";
import { eventually } from "./station.ts";

export type Started = {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  out(): string;
  err(): string;
  /** Resolves when it serves or has ended. */
  begun(): Promise<"serves" | "ended">;
};

/** The line that a station prints when it serves. */
export type Ready = {
  readonly url: string;
  readonly organizationID: string;
  readonly token: string;
};

export type HeadlessStations = {
  start(dataDir: string, ...args: string[]): Started;
  /** @throws Error with what it printed when it ends instead. */
  serve(dataDir: string, ...args: string[]): Promise<Started & { readonly ready: Ready }>;
  /** Of one that is expected not to serve. @throws Error when it serves. */
  refused(
    dataDir: string,
    ...args: string[]
  ): Promise<{ readonly code: number | null; readonly stderr: string }>;
  /** For the end of each test, before the folders are removed. */
  killAll(): void;
};

/**
 * The stations of one test file, with quick times.
 * @param root Of another version of the product.
 * @param program In place of the one with quick times.
 * @param environment Besides this process's own.
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
    child.once("close", () => (hasEnded = true)); // all it has printed is read by then
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
