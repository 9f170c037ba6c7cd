/**
 * Builds better-sqlite3 for the fallback runtime. The library's prebuilt binary needs Node-API 10,
 * which Electron 33 lacks, so the sources are compiled once against Node-API 9; Node 24 loads the
 * result too. Needs only gcc and g++: neither node-gyp nor downloaded headers.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../scripts/child.mjs";
import { cacheFolder, modules } from "../scripts/places.mjs";
import { step } from "../scripts/say.mjs";
import { ensureSystemPackages } from "../scripts/system-packages.mjs";

const library = path.join(modules, "better-sqlite3");

/** Path at which the library looks before it uses its prebuilt binary. */
const place = path.join(library, "build", "Release", "better_sqlite3.node");

/**
 * Installs SQLite's library for the fallback runtime; compiles it unless the cache has it.
 *
 * @param {string} electronVersion Part of the build's name in the cache.
 */
export async function ensureSqlite(electronVersion) {
  const { version } = JSON.parse(fs.readFileSync(path.join(library, "package.json"), "utf8"));
  const cached = path.join(
    cacheFolder(),
    `better-sqlite3-${version}-electron-${electronVersion}-${process.platform}-${process.arch}.node`,
  );
  if (!fs.existsSync(cached)) {
    await ensureSystemPackages(["gcc", "g++"]);
    await step(`compiling better-sqlite3 ${version} for Electron ${electronVersion}`, () =>
      compile(cached),
    );
  }
  if (fs.existsSync(place) && fs.statSync(place).size === fs.statSync(cached).size) return;
  fs.mkdirSync(path.dirname(place), { recursive: true });
  // Copied next to the old file and renamed: a program that has loaded the old file keeps it.
  fs.copyFileSync(cached, `${place}.new`);
  fs.renameSync(`${place}.new`, place);
}

async function compile(target) {
  fs.mkdirSync(cacheFolder(), { recursive: true });
  const work = fs.mkdtempSync(path.join(cacheFolder(), "compiling-"));
  try {
    const common = ["-O2", "-fPIC", "-DNDEBUG", "-fvisibility=hidden", "-w"];
    const sqlite = path.join(library, "deps", "sqlite3");
    await Promise.all([
      run("gcc", [
        ...common,
        "-std=gnu99",
        ...sqliteOptions(),
        "-c",
        path.join(sqlite, "sqlite3.c"),
        "-o",
        path.join(work, "sqlite3.o"),
      ]),
      run("g++", [
        ...common,
        ...bindingOptions(),
        `-I${sqlite}`,
        "-c",
        path.join(library, "src", "better_sqlite3.cpp"),
        "-o",
        path.join(work, "binding.o"),
      ]),
    ]);
    const built = path.join(work, "better_sqlite3.node");
    const objects = [path.join(work, "binding.o"), path.join(work, "sqlite3.o")];
    await run("g++", [
      "-shared",
      "-Wl,-Bsymbolic",
      "-Wl,--exclude-libs,ALL",
      ...objects,
      "-o",
      built,
      "-ldl",
      "-lpthread",
      "-lm",
    ]);
    fs.renameSync(built, target);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** Returns the compile options of the prebuilt binary's SQLite, read from the library's list. */
function sqliteOptions() {
  const list = fs.readFileSync(path.join(library, "deps", "defines.gypi"), "utf8");
  return [...list.matchAll(/^\s*'([A-Z0-9_]+(?:=[^']*)?)',/gm)].map((match) => `-D${match[1]}`);
}

function bindingOptions() {
  const fromLibrary = createRequire(path.join(library, "package.json"));
  const headers = createRequire(path.join(modules, "_"))("node-api-headers").include_dir;
  const addonApi = path.dirname(fromLibrary.resolve("node-addon-api/package.json"));
  return [
    "-std=c++20",
    "-fno-exceptions",
    "-DNODE_GYP_MODULE_NAME=better_sqlite3",
    "-DBUILDING_NODE_EXTENSION",
    "-DNAPI_VERSION=9",
    "-DNAPI_DISABLE_CPP_EXCEPTIONS",
    "-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS",
    `-I${headers}`,
    `-I${addonApi}`,
    "-include",
    fileURLToPath(new URL("node-api-9.h", import.meta.url)),
  ];
}
