import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ROOT, temporaryFolder } from "../../../helpers/folders.ts";

/**
 * Runs the program of `npm run demo` to its end and returns its exit code and error output. Waits
 * until the error pipe closes, because a process that the program left running would keep it open.
 */
async function demo(...args: string[]): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, [join(ROOT, "core/demo.ts"), ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, errors };
}

it(
  "the demo on a folder that cannot be opened prints one sentence and leaves no simulator running",
  { tags: "all" },
  async () => {
    const folder = temporaryFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "packbench.db"), "no database");
    const { code, errors } = await demo("--data", folder);
    expect([code, errors.trim().split("\n").length]).toEqual([1, 1]);
    expect(errors).toContain(folder);
  },
);

it("an unknown option of the demo prints one sentence", { tags: "all" }, async () => {
  const { code, errors } = await demo("--dada", "x");
  expect([code, errors]).toEqual([1, expect.stringMatching(/^Unknown option '--dada'.*\n$/)]);
});
