/** The examples of printing from other programs, run as they stand, against a headless station and a simulated printer. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { aFolder, aSimulator, aZpl } from "../core/printing/a-printer.ts";
import { station, trueTime } from "../helpers/station.ts";

const EXAMPLES: readonly [name: string, command: string, file: string][] = [
  ["curl", "sh", "print.sh"],
  ["Python", "python3", "print.py"],
  ["Node", process.execPath, "print.mjs"],
];
const PATIENCE_MS = 90_000;
const missing = new Set<string>();

beforeAll(async () => {
  for (const program of ["curl", "python3"]) if ((await run(program, ["--version"], {})).code !== 0) missing.add(program);
});

type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

async function run(command: string, args: readonly string[], env: Record<string, string>): Promise<Ran> {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const [code] = (await Promise.race([once(child, "close"), once(child, "error").then(() => [127])])) as [number | null];
  return { code, stdout, stderr };
}

describe.each(EXAMPLES)("the example in %s", { timeout: PATIENCE_MS }, (name, command, file) => {
  it("prints a label once under its key, waits for its end, and gives the reason of a refusal", async (context) => {
    context.skip([command, name].some((program) => missing.has(program)), `${name} is not on this machine`);
    const [s, simulator] = await Promise.all([station({ settings: { rateLimit: null }, world: { now: trueTime } }), aSimulator()]);
    await s.desk("POST", "/station/printers", { name: "Zebra", driver: "tcp", host: "127.0.0.1", port: simulator.port });
    const [raw, documents] = await Promise.all(["print:raw", "print"].map(async (scope) => (await s.call<{ token: string }>("POST", "/apitokens", { scopes: [scope] })).body.data.token));
    const label = join(aFolder(), "label.zpl");
    writeFileSync(label, aZpl("EXAMPLE"));
    const example = (token = ""): Promise<Ran> => run(command, [join(import.meta.dirname, file), label], { PACKBENCH_URL: s.url, PACKBENCH_TOKEN: token, PACKBENCH_KEY: "pick list 7" });

    expect(await example(raw)).toEqual({ code: 0, stdout: "CONFIRMED\n", stderr: "" });
    expect(await example(raw)).toEqual({ code: 0, stdout: "CONFIRMED\n", stderr: "" });
    expect(await simulator.jobsWith("EXAMPLE")).toHaveLength(1);
    expect(await example(documents)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("E2070") as string });
  });
});
