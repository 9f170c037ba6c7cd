/**
 * Entry point of the npm scripts other than `format` and `lint-rules`: does the set-up that the
 * command needs, reports it on stderr, then runs the command on Node 24. Starts with plain Node 20
 * and nothing installed.
 *
 * node electron/scripts/run.mjs COMMAND [ARGS]
 */
import path from "node:path";
import { become, run } from "./child.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { node24, root } from "./places.mjs";
import { SetUpError, say } from "./say.mjs";

const [command, ...args] = process.argv.slice(2);

/** Commands that are one program on Node 24 and need neither Electron nor system packages. */
const PROGRAMS = {
  // A limited heap is collected sooner, so the station needs half the memory at the same speed, on
  // a machine that has other work.
  serve: ["--max-semi-space-size=4", "--max-old-space-size=512", "core/serve.ts"],
  hub: "core/sync/hub/main.ts",
  printer: "core/printing/simulator/main.ts",
  "carrier-simulator": "core/shipping/carriers/simulator/main.ts",
  scale: "core/station/scales/simulator/main.ts",
  demo: "core/demo.ts",
  soak: "test/soak/main.ts",
  figures: "test/figures/main.ts",
  mutants: "test/mutants/main.ts",
  build: "electron/scripts/build.mjs",
};

/**
 * Commands with their own set-up or stages. Loaded on demand, because their imports may need
 * node_modules.
 */
const COMMANDS = {
  start: async () => (await import("./start.mjs")).start(args),
  test: async () => (await import("./test.mjs")).test(args),
  "test:windows": async () => (await import("./test-windows.mjs")).testWindows(),
  faults: async () => (await import("./faults.mjs")).faults(args),
  shift: async () => (await import("./shift.mjs")).shift(args),
  pictures: async () => (await import("./pictures.mjs")).pictures(),
  package: async () => (await import("./package.mjs")).pack(args),
  bench: async () => (await import("./bench.mjs")).bench(args),
  "set-up": async () => (await import("./test.mjs")).setUp(),
};

async function main() {
  if (command in COMMANDS) return COMMANDS[command]();
  if (!(command in PROGRAMS)) throw new SetUpError(`there is no command "${command}"`);
  await ensureDependencies();
  if (command === "serve")
    await run(node24, [path.join(root, "electron/scripts/write-api-documents.mjs")]);
  const program = [PROGRAMS[command]].flat();
  const file = path.join(root, program.at(-1));
  return become(node24, [...program.slice(0, -1), file, ...args], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
  });
}

main().then(
  (code) => {
    process.exitCode = code ?? 0;
  },
  (error) => {
    say(error instanceof SetUpError ? error.message : (error?.stack ?? String(error)));
    process.exitCode = 1;
  },
);
