/**
 * `npm test`: runs the stages in groups and prints the time of each stage; the last line sums the
 * tests. `npm test -- all` also runs the long stages and the tests with the tag "all"; `npm test --
 * all window` runs every test of one stage. The stages of a group run side by side.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cleanEnvironment } from "./child.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { hasDisplay, startDisplay } from "./display.mjs";
import { ensureElectron } from "../runtime/electron-runtime.mjs";
import { findNatsServer, tryNatsServer } from "./nats-server.mjs";
import { modules, node24, results, root } from "./places.mjs";
import { SetUpError, say } from "./say.mjs";
import {
  CLOCKS,
  EXAMPLE_LANGUAGES,
  KEY_STORE,
  PRINT_SYSTEM,
  SCALES,
  trySystemPackages,
} from "./system-packages.mjs";
import { unitTests, windowTests } from "./test-report.mjs";

const SOAK = ["test/soak/main.ts", "--seconds", "60"];
/**
 * Number of window tests that run at once, each on a separate virtual screen, because a screen has
 * one focused window.
 */
const SCREENS = 3;
const VITEST_RUN = [
  path.join(modules, "vitest/vitest.mjs"),
  "run",
  "--config",
  "test/vitest.config.ts",
  "--reporter=default",
  "--reporter=json",
];
const PLAYWRIGHT = path.join(modules, "@playwright/test/cli.js");
const LINTS = [
  [path.join(modules, "oxfmt/bin/oxfmt"), "--check"],
  [path.join(modules, "oxlint/bin/oxlint"), "--quiet"],
  [path.join(modules, "knip/bin/knip.js"), "--no-progress"],
];
/**
 * Each test makes a station and drops it: with more memory for young objects, the collections of
 * garbage take a tenth less of the processor.
 */
const YOUNG_MEMORY = "--execArgv=--max-semi-space-size=64";
const report = (name) => path.join(results, `vitest-${name}.json`);
/**
 * Tests that only wait, for half a minute. They run in the packed stage, parallel to the window
 * tests, so that they take no worker from other tests.
 */
const WAITING = ["test/core/http/half-sent.test.ts"];
/**
 * Tag of tests that measure turns of a thread or the time of calls. These tests run alone, each
 * file in a process whose memory no other test has filled.
 */
const ALONE = "alone";
/**
 * Tests of hubs, several stations and killed processes: run separately, because next to other tests
 * they get too little processor time.
 */
const STATIONS = ["test/core/sync", "test/core/fulfilment/shared-printers", "test/faults"];
/** Tests that pack, inspect and start packages. */
const PACKAGING = "test/packaging";
const PACKED = ["test/packaging/linux-folder.test.ts", "test/packaging/release-workflow.test.ts"];
/**
 * Stages that run only with `all` or by their names: they take as long as all other stages
 * together.
 */
const LONG = ["packaging", "soak"];
/**
 * Tag of tests that only `npm test -- all` runs: further sizes, languages and variants of a fact
 * that a quicker test covers too, and tests that take many seconds of processor time.
 */
const ALL = "all";
/** `npm test -- all` also runs more random cases. */
const MORE_RUNS = { PACKBENCH_SYNC_SEEDS: "5", PACKBENCH_SEEDS: "30" };
/** `npm test` tries some of many cases of one fact: test/helpers/some-of.ts. */
const SOME_CASES = { PACKBENCH_CASES: "some" };
const WINDOW_REPORT = path.join(results, "playwright.json");
const bin = (name) =>
  path.join(modules, ".bin", process.platform === "win32" ? `${name}.cmd` : name);

export async function setUp() {
  await ensureDependencies();
  await ensureElectron({ display: hasDisplay() });
  await tryNatsServer();
  return 0;
}

/**
 * Runs the chosen stages, and reports their results.
 *
 * @param {readonly string[]} args Names of stages; none: the stages that are not long; "all": every
 *   stage with all of its tests.
 * @returns {Promise<number>} The exit code: 0 when every stage passed.
 * @throws SetUpError for an unknown stage: a run that tests nothing would look like one that
 *   passed.
 */
export async function test(args) {
  const chosen = chooseStages(args);
  await setUp();
  await trySystemPackages([
    ...KEY_STORE,
    ...PRINT_SYSTEM,
    ...EXAMPLE_LANGUAGES,
    ...CLOCKS,
    ...SCALES,
  ]);
  fs.mkdirSync(results, { recursive: true });
  for (const name of fs.readdirSync(results))
    if (/^(vitest-.*|playwright)\.json$/.test(name)) fs.rmSync(path.join(results, name));
  const screens = hasDisplay()
    ? []
    : await Promise.all(Array.from({ length: SCREENS }, () => startDisplay()));
  const env = {
    ...cleanEnvironment(),
    ...screens[0]?.env,
    PACKBENCH_SCREENS: JSON.stringify(screens.map((screen) => screen.env)),
    PACKBENCH_NATS_SERVER: findNatsServer() ?? "",
    FORCE_COLOR: "0",
    ...(args.includes(ALL) ? MORE_RUNS : SOME_CASES),
  };
  try {
    const failed = await runStages(stages(env, args.includes(ALL)), chosen);
    printSums(chosen, failed);
    return failed.length === 0 ? 0 : 1;
  } finally {
    for (const screen of screens) screen.stop();
  }
}

function chooseStages(args) {
  const known = stages(process.env, true).flatMap((together) => Object.keys(together));
  const names = args.filter((name) => name !== ALL);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new SetUpError(
      `there is no stage "${unknown}". Stages are ${known.join(", ")}, or all. One test file: ${path.relative(root, node24)} node_modules/vitest/vitest.mjs run --config test/vitest.config.ts ${unknown}`,
    );
  // Stages other than types and lint use dist/, which may be older than the sources.
  if (names.some((name) => !["types", "lint"].includes(name)))
    return [...new Set(["build", ...names])];
  if (names.length > 0) return names;
  return args.includes(ALL) ? known : known.filter((name) => !LONG.includes(name));
}

/**
 * Runs the chosen stages, group after group.
 *
 * @returns {Promise<string[]>} The names of the failed stages.
 */
async function runStages(all, chosen) {
  const failed = [];
  for (const together of all) {
    const run = Object.entries(together).filter(([name]) => chosen.includes(name));
    await Promise.all(
      run.map(async ([name, stage]) => {
        const startedAt = performance.now();
        const ok = await stage();
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        say(`${name}: ${ok ? "passed" : "FAILED"} in ${seconds} s`);
        if (!ok) failed.push(name);
      }),
    );
  }
  return failed;
}

function printSums(chosen, failed) {
  const sums = chosen.flatMap((name) => {
    if (VITEST.includes(name)) return [unitTests(report(name), root)];
    return name === "window" ? [windowTests(WINDOW_REPORT)] : [];
  });
  for (const text of sums.flatMap((s) => s.failures)) say(`failed: ${text}`);
  if (failed.length > 0) say(`failed: ${failed.join(", ")}`);
  const passed = sums.reduce((n, s) => n + s.passed, 0);
  const broken = sums.reduce((n, s) => n + s.failed, 0);
  process.stdout.write(`${passed} passed, ${Math.max(broken, failed.length)} failed\n`);
}

/** Stages that are a run of vitest. */
const VITEST = ["unit", "stations", "turns", "packed", "packaging"];

/**
 * Groups the stages of a run.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} isAll Whether tests with the tag "all" run too.
 * @returns {readonly Record<string, () => Promise<boolean>>[]} Groups that run one after the other;
 *   stages in one object run at once.
 */
function stages(env, isAll) {
  const vitest = (name, args, { more = {}, isAlone = false } = {}) => {
    const tags = [isAlone ? ALONE : `!${ALONE}`, ...(isAll ? [] : [`!${ALL}`])].join(" && ");
    const run = [...VITEST_RUN, `--tags-filter=${tags}`, `--outputFile.json=${report(name)}`];
    return exec(node24, [...run, ...args], { ...env, ...more });
  };
  const windowArgs = isAll ? [] : ["--grep-invert", `@${ALL}\\b`];
  const without = (files) =>
    files.flatMap((file) => ["--exclude", file.endsWith(".ts") ? file : `${file}/**`]);
  return [
    {
      lint: () => all(LINTS, (lint) => exec(node24, lint, env)),
      build: () => exec(node24, ["electron/scripts/build.mjs"], env),
    },
    {
      unit: () => vitest("unit", [YOUNG_MEMORY, ...without([...WAITING, PACKAGING, ...STATIONS])]),
    },
    {
      stations: () => vitest("stations", [YOUNG_MEMORY, ...STATIONS.map((folder) => `${folder}/`)]),
    },
    {
      turns: () =>
        vitest("turns", ["--no-file-parallelism", "--isolate", ...filesAlone(isAll)], {
          isAlone: true,
        }),
      // Includes the projects that test refers to: core, electron and renderer, each checked once.
      // One thread, so that the tests of turns have the other processor to themselves.
      types: () =>
        exec(bin("tsc"), ["--build", "test", "--checkers", "1"], { ...env, GOMAXPROCS: "1" }),
    },
    // One file after the other: one file rebuilds dist/, and another would pack dist/ half built.
    {
      packaging: () =>
        vitest("packaging", ["--no-file-parallelism", ...without(PACKED), PACKAGING], {
          more: { PACKBENCH_PACKAGING: "1" },
        }),
    },
    // Alone, because this stage measures how late the station answers.
    { soak: () => exec(node24, SOAK, env) },
    {
      window: () =>
        exec(
          node24,
          [PLAYWRIGHT, "test", "--config", "test/e2e/playwright.config.ts", ...windowArgs],
          { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: WINDOW_REPORT },
        ),
      packed: () =>
        vitest("packed", [...PACKED, ...WAITING], { more: { PACKBENCH_PACKAGING: "1" } }),
    },
  ];
}

/**
 * Lists the files with tests that run alone.
 *
 * @returns {string[]} Paths relative to the root.
 */
function filesAlone(isAll) {
  const inTests = isAll ? /tags: ("|\[.*")alone"/ : /tags: "alone"/;
  const files = fs.readdirSync(path.join(root, "test"), { recursive: true }).map(String);
  const tests = files.filter((file) => file.endsWith(".test.ts"));
  return tests
    .map((file) => path.join("test", file))
    .filter((file) => {
      const text = fs.readFileSync(path.join(root, file), "utf8");
      const isInAll = text.includes(`@module-tag ${ALL}`);
      return text.includes(`@module-tag ${ALONE}`) ? isAll || !isInAll : inTests.test(text);
    });
}

async function all(items, run) {
  const results = await Promise.all(items.map(run));
  return results.every(Boolean);
}

function exec(program, args, env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    const forward = () => child.kill("SIGTERM");
    process.once("SIGTERM", forward);
    process.once("SIGINT", forward);
    child.once("error", () => resolve(false));
    child.once("exit", (code) => {
      process.off("SIGTERM", forward);
      process.off("SIGINT", forward);
      resolve(code === 0);
    });
  });
}
