/**
 * `npm run demo`: runs the main job. Imports the sample orders, buys the cheapest offer of each,
 * prints all labels on the printer simulator, checks every barcode and prints a table of times. Can
 * be run again after any fault; finished steps are not repeated.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { keepNewFilesPrivate } from "./base/private-folder.ts";
import { createCore } from "./core.ts";
import { runDemo } from "./station/demo/run-demo.ts";
import { reachSimulator, type ReachedSimulator } from "./station/demo/simulator-process.ts";

const ROOT = resolve(import.meta.dirname, "..");

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string", default: join(homedir(), ".packbench-demo") },
      orders: { type: "string", default: join(ROOT, "resources", "samples", "orders.csv") },
      printer: { type: "string" },
      page: { type: "string" },
    },
  });
  const dataDir = resolve(values.data);
  keepNewFilesPrivate();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  // The core is created before the simulator's process, so that a data folder that cannot be opened
  // leaves no process running.
  const core = await createCore({
    dataDir,
    resourcesDir: join(ROOT, "resources"),
    port: null,
    demo: true,
    warmLabels: true,
  });
  let simulator: ReachedSimulator | undefined;
  try {
    simulator = await reachSimulator({
      dir: join(dataDir, "printer"),
      printer: values.printer,
      page: values.page,
    });
    say(`printer       tcp://${simulator.host}:${simulator.port}, its page is ${simulator.page}`);
    const result = await runDemo(core, { ordersFile: resolve(values.orders), simulator });
    for (const { line, column, value, reason } of result.rejected)
      say(
        `line ${String(line).padStart(3)}      ${column}${value === "" ? "" : ` "${value}"`}: ${reason}`,
      );
    const picture = join(dataDir, "first-label.png");
    if (result.firstLabel !== null) writeFileSync(picture, result.firstLabel);
    say("");
    for (const line of result.table) say(line);
    say("");
    say(
      `${result.labels} labels, each barcode verified at the printer. Bought now: ${result.boughtNow}. Balance: ${result.balance} TL.`,
    );
    if (result.firstLabel !== null) say(`first label   ${picture}`);
    if (result.wrong.length > 0)
      throw new Error(`Prints differ from purchases: ${result.wrong.join("; ")}`);
  } finally {
    await core.stop();
    simulator?.stop();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof Error ? (isExpected(error) ? error.message : (error.stack ?? error.message)) : String(error)}\n`,
  );
  process.exit(1);
});

/**
 * Returns whether the message alone explains the error, such as an unusable folder or an unknown
 * option.
 */
function isExpected(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  return (
    [
      "Error",
      "DataFolderError",
      "DamagedDatabaseError",
      "DiskFaultError",
      "FolderInUseError",
      "DatabaseIsNewerError",
    ].includes(error.name) || code.startsWith("ERR_PARSE_ARGS_")
  );
}
