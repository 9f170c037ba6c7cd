/**
 * Does what Electron does for `electron [-r module] [switches] path [args]`. The npm package of the
 * fallback runtime contains its own application in place of Electron's default one.
 */
import { app } from "electron/main";
import fs from "node:fs";
import { Module } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { file, preloads } = readArguments(process.argv.slice(1));
if (preloads.length > 0) Module._preloadModules(preloads);
if (file === undefined) {
  console.error("electron: no path of an application was given");
  process.exit(1);
}
Object.defineProperty(process, "defaultApp", {
  configurable: false,
  enumerable: true,
  value: true,
});

try {
  await import(pathToFileURL(takeOn(path.resolve(file))).href);
} catch (error) {
  console.error("The application threw while it was loaded:", error);
  process.exit(1);
}

function readArguments(given) {
  const preloads = [];
  for (let at = 0; at < given.length; at++) {
    const argument = given[at];
    if (argument === "--version" || argument === "-v") {
      console.log(`v${process.versions.electron}`);
      process.exit(0);
    }
    if (argument === "-r" || argument === "--require") preloads.push(given[++at]);
    else if (argument.startsWith("--require=")) preloads.push(argument.slice("--require=".length));
    else if (argument === "--") return { file: given[at + 1], preloads };
    else if (!argument.startsWith("-")) return { file: argument, preloads };
  }
  return { file: undefined, preloads };
}

/** Gives the process the application's name and path. Returns the entry file. */
function takeOn(folder) {
  const description = path.join(folder, "package.json");
  const entry = Module._resolveFilename(folder, null, true);
  if (fs.existsSync(description)) {
    const { name, productName, version, desktopName } = JSON.parse(
      fs.readFileSync(description, "utf8"),
    );
    if (version !== undefined) app.setVersion(version);
    app.name = productName ?? name ?? app.name;
    app.setDesktopName(desktopName ?? `${app.name}.desktop`);
    app.setAppPath(folder);
  } else {
    app.setAppPath(path.dirname(entry));
  }
  return entry;
}
