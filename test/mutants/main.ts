/**
 * `npm run mutants [-- --root FOLDER] [PART-OF-A-FAULT …]`: plants each fault of mutants.ts in a
 * copy of the code, and runs the tests of `npm test` that must find it. Prints one line per fault.
 * Exits with 1 when a fault was not found or does not apply.
 *
 * --root: another checkout of the product, whose code and tests are used in place of these.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { folderOnDisk, ROOT } from "../helpers/folders.ts";
import { MUTANTS, placesOf, type Mutant } from "./mutants.ts";

const COPIED = [
  "core",
  "test",
  "electron",
  "renderer",
  "resources",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const TESTS_WITHIN_MS = 10 * 60_000;

type Result = "killed" | "survived" | "does not apply";

const { values, positionals } = parseArgs({
  options: { root: { type: "string", default: ROOT } },
  allowPositionals: true,
});
const root = resolve(values.root);
const copy = copyOf(root);
const chosen = MUTANTS.filter(
  ({ fault }) => positionals.length === 0 || positionals.some((part) => fault.includes(part)),
);
// A test that fails without a fault would seem to find every fault.
const all = [...new Set(chosen.flatMap(({ tests }) => tests))];
const missing = all.filter((name) => !existsSync(join(copy, name)));
if (missing.length > 0) throw new Error(`there are no tests in ${missing.join(", ")}`);
if (!runTests(copy, all)) throw new Error("the tests fail without any fault");
const counts: Record<Result, number> = { killed: 0, survived: 0, "does not apply": 0 };
for (const mutant of chosen) {
  const result = tryMutant(copy, mutant);
  counts[result] += 1;
  process.stdout.write(`${result.padEnd(15)} ${mutant.fault}\n`);
}
process.stdout.write(`${counts.killed} of ${chosen.length} faults were found\n`);
process.exitCode = counts.killed === chosen.length ? 0 : 1;

/**
 * Copies the code and its tests.
 * @returns A folder in which the code may be changed.
 */
function copyOf(from: string): string {
  const to = folderOnDisk();
  for (const name of COPIED) cpSync(join(from, name), join(to, name), { recursive: true });
  symlinkSync(join(from, "node_modules"), join(to, "node_modules"));
  return to;
}

function tryMutant(folder: string, { file, find, replace, tests }: Mutant): Result {
  const path = join(folder, file);
  if (!existsSync(path)) return "does not apply";
  const code = readFileSync(path, "utf8");
  const [place] = placesOf(code, find);
  if (place === undefined) return "does not apply";
  const { index, 0: text } = place;
  writeFileSync(path, `${code.slice(0, index)}${replace}${code.slice(index + text.length)}`);
  const isFound = !runTests(folder, tests);
  writeFileSync(path, code);
  return isFound ? "killed" : "survived";
}

/**
 * Runs tests in a folder.
 * @returns Whether all pass.
 */
function runTests(folder: string, tests: readonly string[]): boolean {
  const vitest = [
    join(folder, "node_modules/vitest/vitest.mjs"),
    "run",
    "--config",
    "test/vitest.config.ts",
    "--bail=1",
    "--retry=0",
    "--reporter=dot",
    ...(root === ROOT ? ["--tags-filter=!all && !alone"] : []),
  ];
  return (
    spawnSync(process.execPath, [...vitest, ...tests], {
      cwd: folder,
      stdio: "ignore",
      env: { ...process.env, PACKBENCH_CASES: "some" },
      timeout: TESTS_WITHIN_MS,
    }).status === 0
  );
}
