#!/usr/bin/env node
/**
 * Builds the .deb with dpkg-deb if electron-builder's own tool (fpm) cannot be downloaded.
 * electron-builder calls this tool in place of fpm through CUSTOM_FPM_PATH; the tool understands
 * the options that electron-builder passes for a deb. With SOURCE_DATE_EPOCH the same contents give
 * the same file.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

/** dpkg's names of compressions; gz is chosen where speed matters. */
const COMPRESSIONS = { gz: ["-Zgzip", "-z1"], xz: ["-Zxz"], none: ["-Znone"] };
const TEXT = [
  "s",
  "t",
  "architecture",
  "after-install",
  "after-remove",
  "description",
  "version",
  "package",
  "name",
  "maintainer",
  "vendor",
  "url",
  "category",
  "deb-priority",
  "deb-compression",
  "license",
  "iteration",
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...Object.fromEntries(
      TEXT.map((name) => [name, { type: "string", ...(name.length === 1 ? { short: name } : {}) }]),
    ),
    depends: { type: "string", short: "d", multiple: true },
    "deb-recommends": { type: "string", multiple: true },
    force: { type: "boolean" },
    debug: { type: "boolean" },
  },
});
if (values.t !== "deb") throw new Error(`this tool makes .deb files only, not ${values.t}`);

const root = fs.mkdtempSync(path.join(os.tmpdir(), "packbench-deb-"));
try {
  for (const source of positionals) place(source);
  writeControl();
  makeAges();
  execFileSync(
    "dpkg-deb",
    [
      "--root-owner-group",
      ...(COMPRESSIONS[values["deb-compression"]] ?? COMPRESSIONS.xz),
      "--build",
      root,
      values.package,
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
} finally {
  fs.rmSync(root, { recursive: true, force: true });
}

/**
 * Copies a source to its place in the package.
 *
 * @param {string} source "FROM=TO"; if FROM ends with a slash, only its contents are copied.
 */
function place(source) {
  const at = source.lastIndexOf("=");
  const from = source.slice(0, at);
  const to = path.join(root, source.slice(at + 1));
  fs.mkdirSync(from.endsWith("/") ? to : path.dirname(to), { recursive: true });
  fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  if (!from.endsWith("/")) fs.chmodSync(to, 0o644);
}

function writeControl() {
  const control = path.join(root, "DEBIAN");
  const kilobytes = Math.ceil(bytesIn(root) / 1024);
  fs.mkdirSync(control, { mode: 0o755 });
  fs.chmodSync(root, 0o755);
  const [first = values.name, ...further] = values.description
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const fields = {
    Package: values.name,
    Version:
      values.iteration === undefined ? values.version : `${values.version}-${values.iteration}`,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    "Installed-Size": kilobytes,
    Depends: values.depends?.join(", "),
    Recommends: values["deb-recommends"]?.join(", "),
    Section: values.category ?? "default",
    Priority: values["deb-priority"] ?? "optional",
    Homepage: values.url,
    Description: [first, ...further.map((line) => ` ${line}`)].join("\n"),
  };
  const text = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}: ${value}\n`);
  fs.writeFileSync(path.join(control, "control"), text.join(""));
  for (const [option, name] of [
    ["after-install", "postinst"],
    ["after-remove", "postrm"],
  ]) {
    if (values[option] === undefined) continue;
    fs.copyFileSync(values[option], path.join(control, name));
    fs.chmodSync(path.join(control, name), 0o755);
  }
}

/**
 * With SOURCE_DATE_EPOCH, sets the time of every file and folder, also of those that are created
 * here.
 */
function makeAges() {
  const epoch = Number(process.env.SOURCE_DATE_EPOCH);
  if (!(epoch > 0)) return;
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true }))
    fs.lutimesSync(path.join(entry.parentPath, entry.name), epoch, epoch);
}

function bytesIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .reduce(
      (sum, entry) =>
        sum + (entry.isFile() ? fs.statSync(path.join(entry.parentPath, entry.name)).size : 0),
      0,
    );
}
