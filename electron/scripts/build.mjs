/**
 * Builds dist/ from the sources: the screen by vite, the main process, the preload and the worker
 * threads by rolldown. Runs on Node 24 (`npm run build`); skipped when no source has changed.
 *
 *     dist/api-documents/   see write-api-documents.mjs
 *     dist/renderer/   the screen
 *     dist/THIRD-PARTY-LICENCES.txt
 *     dist/electron/   main.js, core-worker.js, simulator.js, preload.cjs, threads, migrations/
 *
 * Dependencies are bundled: a bundle starts faster, and Fastify's CommonJS parts require an ES
 * module, which the Node 20.18 of the fallback runtime refuses. The packages of `external` stay
 * outside, mostly because they have a native or .wasm file.
 */
import fs from "node:fs";
import path from "node:path";
import { createLicences } from "./licences.mjs";
import { root } from "./places.mjs";
import { say } from "./say.mjs";
import { stateOf } from "./sources-state.mjs";
import { writeApiDocuments } from "./write-api-documents.mjs";

const dist = path.join(root, "dist");
const out = path.join(dist, "electron");
const stamp = path.join(dist, "built-from");

/** Modules loaded from node_modules at run time. electron-builder.yml packs the same list. */
export const external = [
  "electron",
  "better-sqlite3",
  "koffi",
  "harfbuzzjs",
  "zpl-renderer-js",
  "zxing-wasm",
  "@hyzyla/pdfium",
  "net-snmp",
  "node-hid",
  "@serialport/bindings-cpp",
];

/** Oldest Node version that must run the bundles: the fallback runtime's. */
const TARGET = "node20.18";

/** Reduces the code to a third. Keeps names, because stack traces in the log need them. */
const MINIFY = { compress: true, mangle: false, codegen: true };

const isOutside = (id) => external.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Builds dist/ if its sources have changed; with `force` always.
 *
 * @returns {Promise<boolean>} Whether anything was built.
 */
export async function build({ force = false } = {}) {
  await writeApiDocuments();
  const state = stateOf(
    ["core", "electron", "renderer", "resources/geo", "resources/guides"],
    [path.join(root, "package-lock.json"), import.meta.filename],
  );
  if (!force && fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === state) return false;
  const startedAt = performance.now();
  for (const folder of [out, path.join(dist, "renderer")])
    fs.rmSync(folder, { recursive: true, force: true });
  const licences = createLicences();
  await Promise.all([buildScreen(licences.plugin), buildModules(licences.plugin), buildPreload()]);
  licences.write(path.join(dist, "THIRD-PARTY-LICENCES.txt"), [
    ...external.filter((name) => name !== "electron"),
    "asn1-ber",
    "smart-buffer",
    "pkg-prebuilds",
    "@serialport/bindings-interface",
    "@serialport/parser-readline",
    "@serialport/parser-delimiter",
    "@serialport/bindings-cpp/node_modules/debug",
    "ms",
    "node-gyp-build",
  ]);
  fs.cpSync(path.join(root, "core", "db", "migrations"), path.join(out, "migrations"), {
    recursive: true,
  });
  fs.writeFileSync(stamp, state);
  say(`built dist/ in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return true;
}

async function buildScreen(plugin) {
  // Set here, because a test that builds has another value: React would then include its checks,
  // and the same sources must give the same files.
  process.env.NODE_ENV = "production";
  const { build: viteBuild } = await import("vite");
  const screen = path.join(root, "renderer");
  await viteBuild({
    root: screen,
    configFile: path.join(screen, "vite.config.ts"),
    base: "./",
    plugins: [plugin],
    logLevel: "warn",
    build: { outDir: path.join(dist, "renderer"), emptyOutDir: true, target: "chrome130" },
  });
}

/**
 * Bundles the main process, the core's worker thread and the simulator into one folder, so that
 * `import.meta.dirname` is dist/electron in every chunk.
 */
async function buildModules(plugin) {
  await bundle(
    {
      main: path.join(root, "electron/main.ts"),
      "core-worker": path.join(root, "electron/core-worker.ts"),
      simulator: path.join(root, "core/printing/simulator/main.ts"),
    },
    out,
    [plugin],
  );
}

/**
 * Bundles programs of the core, with the threads that they may start.
 *
 * @param {Record<string, string>} programs Maps names of bundles to source files.
 * @param {string} dir Folder below the repository's root, because modules outside the bundle are
 *   found in its node_modules.
 * @param {import("rolldown").Plugin[]} [plugins] Plugins of this build.
 */
export async function bundle(programs, dir, plugins = []) {
  const { build: rolldown } = await import("rolldown");
  await rolldown({
    input: { ...programs, ...threadFiles() },
    platform: "node",
    external: isOutside,
    plugins: [withoutCompilers, workerAddresses, ...plugins],
    transform: { target: TARGET },
    logLevel: "warn",
    output: {
      dir,
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
      sourcemap: true,
      minify: MINIFY,
    },
  });
}

/**
 * Returns every core file named …-worker.ts: the entry of a thread, which stays a separate file.
 */
function threadFiles() {
  const core = path.join(root, "core");
  const files = fs
    .readdirSync(core, { recursive: true })
    .filter((file) => file.endsWith("-worker.ts"));
  return Object.fromEntries(
    files.map((file) => [path.basename(file, ".ts"), path.join(core, file)]),
  );
}

/**
 * Replaces the path in `new URL("./render-worker.ts", import.meta.url)` by `./render-worker.js`: the
 * thread's file is next to the bundle.
 */
const workerAddresses = {
  name: "worker-addresses",
  transform(code, id) {
    if (!id.startsWith(root) || id.includes("node_modules")) return null;
    const changed = code.replace(/(["'])(?:[./]*\/)([a-z-]*-worker)\.ts\1/g, '"./$2.js"');
    return changed === code ? null : { code: changed, map: null };
  },
};

/**
 * Fastify's compilers for schemas of requests and answers. core/http/server.ts gives Fastify no
 * schemas, so the bundles leave the compilers out: each start would read half a megabyte for
 * nothing.
 */
const COMPILERS = ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"];
const withoutCompilers = {
  name: "without-compilers",
  resolveId: (id) => (COMPILERS.includes(id) ? { id: `\0${id}` } : null),
  load: (id) =>
    id.startsWith("\0@fastify/")
      ? 'throw new Error("this bundle has no compiler of schemas");'
      : null,
};

async function buildPreload() {
  const { build: rolldown } = await import("rolldown");
  await rolldown({
    input: path.join(root, "electron/preload.ts"),
    platform: "node",
    external: ["electron"],
    logLevel: "warn",
    output: { file: path.join(out, "preload.cjs"), format: "cjs" },
  });
}

if (process.argv[1] === import.meta.filename)
  await build({ force: process.argv.includes("--force") });
