/**
 * Takes each of this system's installers that `npm run package` has created: installs it, runs the
 * installed program's self-check, and removes the program. Used for releases.
 *
 * node electron/scripts/package/check-installed.mjs [FOLDER] default: release
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../places.mjs";

const folder = path.resolve(root, process.argv[2] ?? "release");
const CHECKED_WITHIN_MS = 10 * 60_000;

/** Installers: file name, install command, path of the program, and removal. */
const INSTALLERS = {
  linux: [
    {
      file: /\.deb$/,
      install: (file) => run("sudo", ["apt-get", "install", "-y", "--no-install-recommends", file]),
      program: () => "/usr/bin/packbench",
      remove: () => run("sudo", ["apt-get", "purge", "-y", "packbench"]),
    },
    {
      file: /\.AppImage$/,
      install: (file) => fs.chmodSync(file, 0o755),
      program: (file) => file,
      args: ["--appimage-extract-and-run"],
      remove: () => {},
    },
  ],
  win32: [
    {
      file: /-setup-x64\.exe$/,
      install: (file) => run(file, ["/S", "/currentuser"]),
      program: () =>
        path.join(process.env.LOCALAPPDATA ?? "", "Programs", "packbench", "Packbench.exe"),
      remove: (_file, program) =>
        run(path.join(path.dirname(program), "Uninstall Packbench.exe"), ["/S"]),
    },
    {
      file: /-x64\.msi$/,
      install: (file) => run("msiexec", ["/i", file, "/qn", "/norestart"]),
      program: () => path.join(process.env.ProgramFiles ?? "", "Packbench", "Packbench.exe"),
      remove: (file) => run("msiexec", ["/x", file, "/qn", "/norestart"]),
    },
  ],
  darwin: [
    {
      file: /\.dmg$/,
      install(file) {
        run("hdiutil", ["attach", file, "-nobrowse", "-mountpoint", MOUNT]);
        run("cp", ["-R", path.join(MOUNT, "Packbench.app"), "/Applications/"]);
        run("hdiutil", ["detach", MOUNT]);
        run("codesign", ["--verify", "--deep", "--strict", "/Applications/Packbench.app"]);
      },
      program: () => "/Applications/Packbench.app/Contents/MacOS/Packbench",
      remove: () => fs.rmSync("/Applications/Packbench.app", { recursive: true }),
    },
  ],
};
const MOUNT = path.join(os.tmpdir(), "packbench-dmg");

let checked = 0;
for (const { file: pattern, install, program, remove, args = [] } of INSTALLERS[process.platform] ??
  []) {
  for (const name of fs.readdirSync(folder).filter((one) => pattern.test(one))) {
    const file = path.join(folder, name);
    process.stdout.write(`${name}: installing\n`);
    install(file);
    const place = program(file);
    try {
      check(place, args);
    } finally {
      remove(file, place);
    }
    checked += 1;
  }
}
if (checked === 0) throw new Error(`there is no installer in ${folder}`);

/**
 * Runs the self-check of the installed program.
 *
 * @throws Error when the program's self-check fails.
 */
function check(program, args) {
  const report = path.join(os.tmpdir(), `packbench-check-${process.pid}.json`);
  const forced =
    process.platform === "linux"
      ? ["--disable-gpu", ...(process.getuid() === 0 ? ["--no-sandbox"] : [])]
      : [];
  const { status, error } = spawnSync(
    program,
    [...args, "--self-check", "--json", "--report", report, ...forced],
    { stdio: "inherit", timeout: CHECKED_WITHIN_MS },
  );
  if (error !== undefined) throw error;
  process.stdout.write(fs.readFileSync(report, "utf8"));
  if (status !== 0)
    throw new Error(`${program} does not work: its self-check ended with ${status}`);
}

function run(program, args) {
  const isRoot = program === "sudo" && process.getuid?.() === 0;
  const [file, ...rest] = isRoot ? args : [program, ...args];
  const { status, error } = spawnSync(file, rest, { stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}`);
}
