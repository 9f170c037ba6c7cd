/**
 * Placeholders of Electron for Windows and macOS, for machines that cannot download it. A
 * placeholder contains what electron-builder changes (the fuses, the resources, Info.plist) and
 * cannot start. A package with a placeholder shows which files go where and is not for
 * distribution.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { modules, root } from "../places.mjs";

/**
 * Electron's marker before its fuses; then version 1, the number of fuses, and each fuse as "0",
 * "1" or "r" (removed).
 */
const FUSES = Buffer.concat([
  Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX"),
  Buffer.from([1, 8]),
  Buffer.from("10110001"),
]);
const HELPERS = ["", " (GPU)", " (Plugin)", " (Renderer)"];

/**
 * Creates the placeholder for one system.
 *
 * @param {"win" | "mac"} system
 * @param {string} folder Deleted and created again; electron-builder's `electronDist`.
 */
export async function makePlaceholder(system, folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const name of ["LICENSE", "LICENSES.chromium.html", "version"])
    fs.writeFileSync(path.join(folder, name), "placeholder");
  const inside =
    system === "win" ? makeWindows(folder) : makeMac(path.join(folder, "Electron.app", "Contents"));
  // default_app.asar must be a real archive, because electron-builder computes its checksum.
  const require = createRequire(path.join(root, "package.json"));
  await require("@electron/asar").createPackage(
    path.join(root, "electron/runtime/default-app"),
    path.join(inside, "default_app.asar"),
  );
}

/**
 * Creates a Windows program of a few kilobytes whose resources, version and icon can be written.
 *
 * @returns {string} Folder for the archive default_app.asar.
 */
function makeWindows(folder) {
  const program = fs.readFileSync(path.join(modules, "electron-winstaller/vendor/Setup.exe"));
  fs.writeFileSync(path.join(folder, "electron.exe"), Buffer.concat([program, FUSES]));
  const resources = path.join(folder, "resources");
  fs.mkdirSync(resources);
  for (const locale of ["de", "en-US", "tr"])
    write(path.join(folder, "locales", `${locale}.pak`), "placeholder");
  return resources;
}

function makeMac(contents) {
  const bundle = path.join(contents, "Frameworks", "Electron Framework.framework");
  const framework = path.join(bundle, "Versions", "A");
  write(path.join(contents, "MacOS", "Electron"), "placeholder", 0o755);
  write(path.join(contents, "Info.plist"), plist("Electron", "com.github.Electron"));
  write(path.join(contents, "Resources", "electron.icns"), "placeholder");
  write(path.join(framework, "Electron Framework"), FUSES, 0o755);
  fs.symlinkSync("A", path.join(bundle, "Versions", "Current"));
  for (const name of ["Electron Framework", "Resources"])
    fs.symlinkSync(`Versions/Current/${name}`, path.join(bundle, name));
  for (const locale of ["en", "de", "tr"])
    write(path.join(framework, "Resources", `${locale}.lproj`, "locale.pak"), "placeholder");
  for (const kind of HELPERS) {
    const name = `Electron Helper${kind}`;
    const helper = path.join(contents, "Frameworks", `${name}.app`, "Contents");
    write(path.join(helper, "MacOS", name), "placeholder", 0o755);
    write(path.join(helper, "Info.plist"), plist(name, "com.github.Electron.helper"));
  }
  return path.join(contents, "Resources");
}

function write(file, bytes, mode = 0o644) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes, { mode });
}

function plist(name, id) {
  const entries = {
    CFBundleExecutable: name,
    CFBundleIdentifier: id,
    CFBundleName: name,
    CFBundlePackageType: "APPL",
    CFBundleVersion: "1",
  };
  const keys = Object.entries(entries)
    .map(([key, value]) => `<key>${key}</key><string>${value}</string>`)
    .join("");
  return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><dict>${keys}</dict></plist>`;
}
