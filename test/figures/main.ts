/**
 * `npm run --silent figures`: measures how much code a reader meets, and how much of it a purchase
 * runs. Prints one JSON object. With `--lists`, each figure that counts places is a list of them.
 *
 * - filesEnteredByPurchase: files of core/ that run between a call and its answer in each of
 *   several one-step purchases on a warm station
 * - domainFilesEnteredByPurchase: such files outside base/, db/, http/ and the top of core
 * - statementsOfPurchase: SQL statements on the writer's connection, BEGIN and COMMIT included
 * - casts, functionsWithoutDocstring, filesOver300Lines, functionsOver60Lines, fileCycles,
 *   roomCycles, exportedNames, linesOfRoofs: counted in core/
 * - deadExports: names and types of the whole repository that no other file imports
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, temporaryFolder } from "../helpers/folders.ts";
import { folderCycles, folderImports } from "./folders.ts";
import { isDomainFile, purchaseFigures } from "./purchase.ts";
import { readSources, sourceFigures } from "./source.ts";

const core = join(ROOT, "core");
const { files, statements } = await purchaseFigures();
const { exportedNames, linesOfRoofs, ...lists } = sourceFigures(readSources(core));
const places = {
  filesEnteredByPurchase: files,
  domainFilesEnteredByPurchase: files.filter(isDomainFile),
  statementsOfPurchase: statements,
  ...lists,
  roomCycles: folderCycles(folderImports(core)),
  deadExports: deadExports(),
};
const shown = process.argv.includes("--lists")
  ? places
  : Object.fromEntries(Object.entries(places).map(([name, list]) => [name, list.length]));
process.stdout.write(`${JSON.stringify({ ...shown, exportedNames, linesOfRoofs }, null, 2)}\n`);

/**
 * Returns each export that no other file imports, as "file: name".
 * @throws Error when knip itself fails.
 */
function deadExports(): string[] {
  // The lint ignores folders that are not clean yet; the figure counts them too.
  const folder = temporaryFolder();
  const config = join(folder, "knip.jsonc");
  const text = readFileSync(join(ROOT, ".knip.jsonc"), "utf8");
  writeFileSync(config, text.replace(/"ignoreIssues": \{[\s\S]*?\n {2}\}/, '"ignoreIssues": {}'));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules/knip/bin/knip.js"),
      "--config",
      config,
      "--no-config-hints",
      "--include",
      "exports,types",
      "--reporter",
      "json",
    ],
    { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 },
  );
  if (stdout === "") throw new Error(`knip failed: ${stderr}`);
  const { issues } = JSON.parse(stdout) as {
    issues: { file: string; exports?: { name: string }[]; types?: { name: string }[] }[];
  };
  return issues.flatMap(({ file, exports = [], types = [] }) =>
    [...exports, ...types].map(({ name }) => `${file}: ${name}`),
  );
}
