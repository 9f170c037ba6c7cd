/**
 * Runs the examples of printing from other programs unchanged, against a headless station and a
 * simulated printer.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { aFolder, aSimulator, aZpl } from "../core/printing/a-printer.ts";
import { runProgram, type Ran } from "../helpers/run-program.ts";
import { station, trueTime } from "../helpers/station.ts";
import { someOf } from "../helpers/some-of.ts";

const EXAMPLES: readonly [name: string, command: string, file: string][] = [
  ["curl", "sh", "print.sh"],
  ["Python", "python3", "print.py"],
  ["Node", process.execPath, "print.mjs"],
];
const PATIENCE_MS = 90_000;
const missing = new Set<string>();

beforeAll(async () => {
  for (const program of ["curl", "python3"])
    if ((await runProgram(program, ["--version"], {})).code !== 0) missing.add(program);
});

describe.each(someOf(EXAMPLES, 3))(
  "the example in %s",
  { timeout: PATIENCE_MS },
  (name, command, file) => {
    it("the example prints a label once under its key, waits for the job's end, and gives the reason of a refusal", async (context) => {
      context.skip(
        [command, name].some((program) => missing.has(program)),
        `${name} is not on this machine`,
      );
      const [s, simulator] = await Promise.all([
        station({ settings: { rateLimit: null }, world: { now: trueTime } }),
        aSimulator(),
      ]);
      await s.desk("POST", "/station/printers", {
        name: "Zebra",
        driver: "tcp",
        host: "127.0.0.1",
        port: simulator.port,
      });
      const [raw, documents] = await Promise.all(
        ["print:raw", "print"].map(
          async (scope) =>
            (await s.call<{ token: string }>("POST", "/apitokens", { scopes: [scope] })).body.data
              .token,
        ),
      );
      const label = join(aFolder(), "label.zpl");
      writeFileSync(label, aZpl("EXAMPLE"));
      const example = (token = ""): Promise<Ran> =>
        runProgram(command, [join(import.meta.dirname, file), label], {
          PACKBENCH_URL: s.url,
          PACKBENCH_TOKEN: token,
          PACKBENCH_KEY: "pick list 7",
        });

      expect(await example(raw)).toEqual({ code: 0, stdout: "CONFIRMED\n", stderr: "" });
      expect(await example(raw)).toEqual({ code: 0, stdout: "CONFIRMED\n", stderr: "" });
      expect(await simulator.jobsWith("EXAMPLE")).toHaveLength(1);
      expect(await example(documents)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining("E2070") as string,
      });
    });
  },
);
