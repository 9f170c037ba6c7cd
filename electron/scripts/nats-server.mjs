/**
 * Provides the hub's server for tests: on Debian as root, downloads it into the cache from the
 * unstable branch, which has a new enough version. Installs nothing on the system; separate lists
 * and sources leave the machine's apt unchanged.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cleanEnvironment, run } from "./child.mjs";
import { cacheFolder } from "./places.mjs";
import { say, step } from "./say.mjs";

const PROGRAM = process.platform === "win32" ? "nats-server.exe" : "nats-server";
const KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";
const SOURCE = `deb [signed-by=${KEYS}] http://deb.debian.org/debian sid main\n`;
/** Required version: major and minor number. */
const NEEDED = [2, 12];

const unpacked = () => path.join(cacheFolder(), "nats-server");

/**
 * Finds a nats-server that is new enough: the one that PACKBENCH_NATS_SERVER names, or one on the
 * PATH, in the system's sbin folders or in the cache.
 *
 * @returns {string | undefined} Its path.
 */
export function findNatsServer() {
  const named = process.env.PACKBENCH_NATS_SERVER;
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter).filter(Boolean),
    "/usr/sbin",
    "/usr/local/sbin",
    path.join(unpacked(), "usr", "sbin"),
  ];
  return [...(named ? [named] : []), ...folders.map((folder) => path.join(folder, PROGRAM))].find(
    (file) => fs.existsSync(file) && isNew(file),
  );
}

/**
 * Downloads the server if none is found and this process is root on Debian. Never fails; without
 * the server, the tests that need it report that they are skipped.
 */
export async function tryNatsServer() {
  if (findNatsServer() !== undefined) return;
  if (
    process.platform !== "linux" ||
    process.getuid?.() !== 0 ||
    !fs.existsSync("/usr/bin/apt-get") ||
    !fs.existsSync(KEYS)
  )
    return;
  try {
    await step("fetching nats-server from Debian unstable", fetchPackage);
  } catch {
    say("nats-server could not be fetched; tests that need it say that they are skipped");
  }
}

async function fetchPackage() {
  fs.mkdirSync(cacheFolder(), { recursive: true });
  const work = fs.mkdtempSync(path.join(cacheFolder(), `unpacking-${process.pid}-`));
  try {
    const inWork = (name) => path.join(work, name);
    for (const name of ["lists", "cache", "x"]) fs.mkdirSync(inWork(name));
    fs.writeFileSync(inWork("sources.list"), SOURCE);
    // By default, apt downloads as the user _apt, which cannot write into this folder.
    const settings = {
      "Dir::Etc::SourceList": inWork("sources.list"),
      "Dir::Etc::SourceParts": "/dev/null",
      "Dir::State::Lists": inWork("lists"),
      "Dir::Cache": inWork("cache"),
      "APT::Sandbox::User": "root",
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
    const place = {
      cwd: work,
      quiet: true,
      env: { ...cleanEnvironment(), DEBIAN_FRONTEND: "noninteractive" },
    };
    await run("apt-get", [...options, "-qq", "update"], place);
    await run("apt-get", [...options, "-qq", "download", "nats-server"], place);
    const archive = fs.readdirSync(work).find((name) => name.endsWith(".deb")) ?? "";
    await run("dpkg", ["-x", inWork(archive), inWork("x")], place);
    fs.rmSync(unpacked(), { recursive: true, force: true });
    fs.renameSync(inWork("x"), unpacked());
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

function isNew(file) {
  const [, major = "0", minor = "0"] =
    /v(\d+)\.(\d+)\./.exec(spawnSync(file, ["--version"], { encoding: "utf8" }).stdout ?? "") ?? [];
  return Number(major) > NEEDED[0] || (Number(major) === NEEDED[0] && Number(minor) >= NEEDED[1]);
}
