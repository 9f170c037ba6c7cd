/** Runs a system program to its end. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** `code`: 127 when there is no such program; null when a signal ended it. */
export type Ran = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/**
 * Runs a program.
 *
 * @param env Variables added to this process's environment.
 * @returns The output and the exit code.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const [code] = (await Promise.race([
    once(child, "close"),
    once(child, "error").then(() => [127]),
  ])) as [number | null];
  return { code, stdout, stderr };
}
