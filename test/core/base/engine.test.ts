import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { ROOT } from "../../helpers/folders.ts";

const ENGINE = pathToFileURL(join(ROOT, "core/base/engine.ts")).href;
/**
 * Runs a hot function in the main thread and in a worker thread. The engine prints what it
 * compiles, and with which compiler.
 */
const HOT = `
  import { setFlagsFromString } from "node:v8";
  import { Worker, isMainThread } from "node:worker_threads";
  if (process.argv.includes("avoided")) (await import(${JSON.stringify(ENGINE)})).avoidCompilerDeadlock();
  setFlagsFromString("--trace-opt");
  const sum = (o, n) => { let s = 0; for (let i = 0; i < n; i += 1) s += o.x * i; return s; };
  const run = "for (let i = 0; i < 3000; i += 1) sum({ x: i }, 300);";
  new Worker("const sum = " + sum + ";" + run, { eval: true });
  for (let i = 0; i < 3000; i += 1) sum({ x: i }, 300);
`;

/** Names of the compilers that were used. */
function compilersOf(args: readonly string[]): string[] {
  const printed = execFileSync(
    process.execPath,
    ["--input-type=module", "--eval", HOT, "--", ...args],
    { encoding: "utf8" },
  );
  return [
    ...new Set([...printed.matchAll(/target ([A-Z]+)/g)].map(([, name]) => name ?? "")),
  ].toSorted();
}

test("compilers that can block an ending thread are off in all threads of the station, and the optimizing compiler is on", () => {
  expect(compilersOf([])).toEqual(["MAGLEV", "TURBOFAN"]);
  expect(compilersOf(["avoided"])).toEqual(["TURBOFAN"]);
});
