/**
 * `npm run package -- [linux|win|mac …] [--dir] [--output FOLDER]`: packs into release/, and lists
 * each package with its size and checksum. By default the command packs for this machine's system.
 * Packages that this machine cannot create are listed with the reason and are not a failure.
 *
 * If Electron cannot be downloaded, Linux is packed with the fallback runtime, and Windows and
 * macOS with a placeholder. Such packages show the contents and must not be distributed.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { run } from "./child.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { hasDisplay } from "./display.mjs";
import { fallbackRuntime, packingConfig } from "./package/config.mjs";
import { bytesOf, checksumOf, megabytes } from "./package/contents.mjs";
import { makePlaceholder } from "./package/placeholder.mjs";
import { canFetchTools, program, SYSTEMS, targetsFor } from "./package/targets.mjs";
import { modules, node24, root } from "./places.mjs";
import { SetUpError, say, step } from "./say.mjs";
import { trySystemPackages } from "./system-packages.mjs";
import { electronProgram, ensureElectron, isFallback } from "../runtime/electron-runtime.mjs";

/**
 * Most bytes that the product may add to a bare Electron, installed: code, native parts, fonts,
 * geographic data.
 */
export const MAY_ADD_BYTES = 85e6;
const OWN_SYSTEM = { linux: "linux", win32: "win", darwin: "mac" };

/**
 * Packs for the chosen systems.
 *
 * @param {readonly string[]} args
 * @returns {Promise<number>} The exit code: 0 when every package that this machine can create was
 *   created.
 */
export async function pack(args) {
  const { systems, dirOnly, release } = readArgs(args);
  await ensureDependencies();
  await ensureElectron({ display: hasDisplay() });
  if (process.platform === "linux") await trySystemPackages(["p7zip-full"]);
  await run(node24, [path.join(root, "electron/scripts/build.mjs")], { cwd: root });
  const machine = {
    runtime: isFallback() ? "fallback" : "own",
    hasTools: dirOnly ? false : await canFetchTools(),
  };
  fs.rmSync(release, { recursive: true, force: true });
  const places = [];
  for (const system of systems)
    places.push(...(await packFor(system, { ...machine, release }, dirOnly)));
  report(places, release);
  return 0;
}

function readArgs(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dir: { type: "boolean", default: false },
      output: { type: "string", default: "release" },
    },
  });
  const unknown = positionals.find((name) => !SYSTEMS.includes(name));
  if (unknown !== undefined)
    throw new SetUpError(
      `"${unknown}" is not a system to pack for. Usage: npm run package -- [linux|win|mac …] [--dir] [--output FOLDER]`,
    );
  return {
    systems: positionals.length > 0 ? positionals : [OWN_SYSTEM[process.platform] ?? "linux"],
    dirOnly: values.dir,
    release: path.resolve(root, values.output),
  };
}

async function packFor(system, machine, dirOnly) {
  const kind =
    machine.runtime === "own" ? "product" : system === "linux" ? "fallback" : "placeholder";
  const { release } = machine;
  const { made, skipped } = targetsFor(system, machine);
  const targets = dirOnly ? [] : made;
  const output = path.join(release, kind === "placeholder" ? "placeholder" : ".");
  if (kind !== "product")
    say(
      kind === "fallback"
        ? "packed with the fallback runtime: not for distribution"
        : `packed with a placeholder of Electron for ${system}, to check what is packed: it does not start, and is not for distribution`,
    );
  const electron =
    kind === "fallback"
      ? fallbackRuntime()
      : kind === "placeholder"
        ? await placeholderRuntime(system, release)
        : {};
  // In the folder target "dir", electron-builder creates what the other packages are built from.
  await step(`packing for ${system}: ${["folder", ...targets].join(", ")}`, () =>
    build(system, targets, packingConfig({ ...electron, kind, output }), machine),
  );
  for (const { target, why } of dirOnly ? [] : skipped) say(`skipped: ${system} ${target} ${why}`);
  return unpackedFolders(output, system).concat(filesIn(output));
}

async function placeholderRuntime(system, release) {
  const electronDist = path.join(release, `electron-placeholder-${system}`);
  await makePlaceholder(system, electronDist);
  return {
    electronDist,
    electronVersion: JSON.parse(
      fs.readFileSync(path.join(modules, "electron/package.json"), "utf8"),
    ).version,
  };
}

async function build(system, targets, config, { hasTools, release }) {
  const file = path.join(release, `config-${system}.json`);
  fs.mkdirSync(release, { recursive: true });
  fs.writeFileSync(file, JSON.stringify(config));
  const own =
    hasTools || process.platform !== "linux"
      ? {}
      : {
          CUSTOM_FPM_PATH: path.join(import.meta.dirname, "package/deb-tool.mjs"),
          ELECTRON_BUILDER_7ZIP_PATH: program("7za") ?? "",
        };
  const env = {
    ...process.env,
    ...own,
    CSC_IDENTITY_AUTO_DISCOVERY: process.env.CSC_LINK ? "true" : "false",
  };
  try {
    await run(
      node24,
      [
        path.join(modules, "electron-builder/cli.js"),
        `--${system}`,
        ...(targets.length > 0 ? targets : ["dir"]),
        "--config",
        file,
        "--publish",
        "never",
      ],
      { cwd: root, env, quiet: true },
    );
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function unpackedFolders(output, system) {
  const begins =
    system === "mac"
      ? /^mac(-universal|-arm64)?$/
      : new RegExp(`^${system}(-[a-z0-9]+)?-unpacked$`);
  return fs
    .readdirSync(output)
    .filter((name) => begins.test(name))
    .map((name) => path.join(output, name));
}

function filesIn(output) {
  return fs
    .readdirSync(output, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(builder-|SHA256SUMS)/.test(entry.name))
    .map((entry) => path.join(output, entry.name));
}

/**
 * Prints a line for each packed folder and file to stdout; also writes the files' checksums to
 * SHA256SUMS in the output folder.
 *
 * @throws SetUpError when a folder is larger than allowed.
 */
function report(places, release) {
  const bare = bytesOf(path.dirname(fs.realpathSync(electronProgram())));
  const sums = [];
  for (const place of new Set(places)) {
    const name = path.relative(root, place);
    const bytes = bytesOf(place);
    const sum = checksumOf(place);
    const isFolder = fs.statSync(place).isDirectory();
    if (!isFolder) sums.push(`${sum}  ${path.relative(release, place)}\n`);
    process.stdout.write(
      `${name}  ${megabytes(bytes)}  ${isFolder ? "contents" : "sha256"}:${sum}\n`,
    );
    if (isFolder && place.includes("linux") && process.platform === "linux")
      process.stdout.write(`  installed ${megabytes(bytes)}, a bare Electron ${megabytes(bare)}\n`);
    if (isFolder && bytes > bare + MAY_ADD_BYTES)
      throw new SetUpError(
        `${name} is ${megabytes(bytes)}: more than a bare Electron (${megabytes(bare)}) plus ${megabytes(MAY_ADD_BYTES)}`,
      );
  }
  if (sums.length > 0) fs.writeFileSync(path.join(release, "SHA256SUMS"), sums.join(""));
}
