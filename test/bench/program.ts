/** Programs that a bench starts. They print one line of JSON when they are ready. */
import { spawn, type ChildProcess } from "node:child_process";

export type Target = { readonly child: ChildProcess; readonly url: string; readonly token: string };

/**
 * Starts a program and waits for its line.
 * @param env Variables added to our environment.
 * @throws Error when the program ends before its line.
 */
export async function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Target> {
  // Sets the same heap limits as `npm run serve`.
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=4", "--max-old-space-size=512", file, ...args],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } },
  );
  const line = await new Promise<string>((done, failed) => {
    child.stdout.once("data", (chunk: Buffer) => done(chunk.toString()));
    child.once("exit", (code) => failed(new Error(`${file} ended with ${code}`)));
  });
  return { child, ...(JSON.parse(line) as { url: string; token: string }) };
}

export async function stopProgram({ child }: Target): Promise<void> {
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
}
