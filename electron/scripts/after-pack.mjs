/**
 * Run by electron-builder after each package's folder is created: removes Electron's default
 * application, forbids unencrypted loads on macOS except from this computer, and with
 * SOURCE_DATE_EPOCH sets the time of all files.
 */
import fs from "node:fs";
import path from "node:path";

/**
 * Changes the created folder of one package.
 *
 * @param {{ electronPlatformName: string, appOutDir: string, packager: { appInfo: {
 *   productFilename: string } } }} context
 */
export function afterPack({ electronPlatformName, appOutDir, packager }) {
  const inside =
    electronPlatformName === "darwin"
      ? [`${packager.appInfo.productFilename}.app`, "Contents", "Resources"]
      : ["resources"];
  fs.rmSync(path.join(appOutDir, ...inside, "default_app.asar"), { force: true });
  if (electronPlatformName === "darwin")
    refusePlainLoads(path.join(appOutDir, inside[0], "Contents", "Info.plist"));
  const epoch = Number(process.env.SOURCE_DATE_EPOCH);
  if (epoch > 0) setTimes(appOutDir, epoch);
}

/**
 * Forbids unencrypted loads, because electron-builder allows them after it has applied
 * `extendInfo`; localhost stays allowed, as an exception that electron-builder lists. Throws if the
 * file has an unexpected form.
 */
function refusePlainLoads(file) {
  const text = fs.readFileSync(file, "utf8");
  const changed = text.replace(/(<key>NSAllowsArbitraryLoads<\/key>\s*)<true\s*\/>/g, "$1<false/>");
  if (!/<key>NSAllowsArbitraryLoads<\/key>\s*<false\/>/.test(changed))
    throw new Error(`${file} states nothing about unencrypted loads`);
  fs.writeFileSync(file, changed);
}

function setTimes(folder, seconds) {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    fs.lutimesSync(path.join(entry.parentPath, entry.name), seconds, seconds);
  fs.utimesSync(folder, seconds, seconds);
}
