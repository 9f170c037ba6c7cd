/** Run by electron-builder after each package's folder is made: Electron's default application goes, and with SOURCE_DATE_EPOCH all files are as old as that. */
import fs from "node:fs";
import path from "node:path";

/** @param {{ electronPlatformName: string, appOutDir: string, packager: { appInfo: { productFilename: string } } }} context */
export function afterPack({ electronPlatformName, appOutDir, packager }) {
  const inside = electronPlatformName === "darwin" ? [`${packager.appInfo.productFilename}.app`, "Contents", "Resources"] : ["resources"];
  fs.rmSync(path.join(appOutDir, ...inside, "default_app.asar"), { force: true });
  const epoch = Number(process.env.SOURCE_DATE_EPOCH);
  if (epoch > 0) setTimes(appOutDir, epoch);
}

function setTimes(folder, seconds) {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) fs.lutimesSync(path.join(entry.parentPath, entry.name), seconds, seconds);
  fs.utimesSync(folder, seconds, seconds);
}
