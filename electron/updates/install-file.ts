/**
 * Putting an installer's file in the place of this program: an update of an AppImage, and on each
 * system the version before, when the new one does not come to work.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { syncFolder } from "../../core/base/write-whole.ts";
import { isWhole, type KeptInstaller } from "./kept-installers.ts";

/**
 * Puts `file` in the place of an AppImage, under the AppImage's own name: shortcuts and the start
 * at sign-in go on leading to it. In one step, so that after a crash the old one is there or the
 * new one. The running one keeps its open file.
 *
 * @throws the system's error; the AppImage is the old one then
 */
export function replaceAppImage(appImage: string, file: string): void {
  const draft = join(dirname(appImage), `.${basename(appImage)}.new`);
  rmSync(draft, { force: true });
  try {
    copyFileSync(file, draft);
    chmodSync(draft, 0o755);
    const handle = openSync(draft, "r+");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, appImage);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(appImage));
}

/** What an AppImage's own start sets for its program: of the one that is replaced. */
const OF_APP_IMAGE = ["APPIMAGE", "APPDIR", "ARGV0", "OWD"];

/**
 * Starts the AppImage anew, with the arguments of this start; its single-instance lock must be
 * free.
 */
export function startAppImage(appImage: string, args: readonly string[]): void {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !OF_APP_IMAGE.includes(name)),
  );
  spawn(appImage, args, { detached: true, stdio: "ignore", env }).unref();
}

type Place = {
  readonly appImage: string | undefined;
  /** Of the running program. */
  readonly program: string;
  readonly resources: string;
  readonly args: readonly string[];
  /** Of Windows. @returns Why a file is not signed as an update has to be; null when it is. */
  readonly signatureFault: (file: string) => Promise<string | null>;
};

/**
 * Installs a kept file, whose checksum was checked, and starts it. On Windows its installer waits
 * for this program's end, which must follow.
 *
 * @throws the system's error, or an Error when the file is not signed as this program is (Windows,
 *   macOS)
 */
export async function installKept(
  kept: KeptInstaller,
  { appImage, program, resources, args, signatureFault }: Place,
): Promise<void> {
  if (kept.kind === "appImage") {
    if (appImage === undefined) throw new Error("this program was not started from an AppImage");
    replaceAppImage(appImage, kept.file);
    startAppImage(appImage, args);
  } else if (kept.kind === "nsis") await runSetup(await ownCopy(kept, signatureFault), resources);
  else swapBundle(kept.file, bundleOf(program));
}

/**
 * A copy of a Windows installer in this user's own folder for temporary files. The data folder of
 * all users of a computer is written by each of them: what one has put there, with a checksum that
 * fits it, must not run as another, or as an administrator.
 *
 * @throws Error when the copy is not what was kept, or not signed as an update has to be
 */
export async function ownCopy(
  kept: KeptInstaller,
  signatureFault: Place["signatureFault"],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "packbench-before-"));
  const file = join(folder, basename(kept.file));
  try {
    copyFileSync(kept.file, file);
    if (!(await isWhole({ ...kept, file })))
      throw new Error(`${kept.file} was changed while it was copied`);
    const fault = await signatureFault(file);
    if (fault !== null)
      throw new Error(`${kept.file} is not signed as an update has to be: ${fault}`);
    return file;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Silent; asks for an administrator's consent where it was installed for all users. */
async function runSetup(file: string, resources: string): Promise<void> {
  const options = ["--updated", "/S", "--force-run"];
  try {
    await started(file, options);
  } catch (error) {
    if (
      !(
        error instanceof Error &&
        "code" in error &&
        (error.code === "EACCES" || error.code === "UNKNOWN")
      )
    )
      throw error;
    await started(join(resources, "elevate.exe"), [file, ...options]);
  }
}

async function started(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { detached: true, stdio: "ignore" });
  await once(child, "spawn");
  child.unref();
}

/** @param program …/Packbench.app/Contents/MacOS/Packbench */
export function bundleOf(program: string): string {
  return resolve(program, "../../..");
}

/**
 * Packs the running bundle, with its signature. macOS's own tool keeps links and attributes.
 * @throws Error
 */
export function zipBundle(bundle: string, to: string): void {
  execFileSync("/usr/bin/ditto", ["-c", "-k", "--sequesterRsrc", "--keepParent", bundle, to]);
}

/**
 * The bundle in the zip takes the place of this one, when its signature is whole and of the same
 * signer.
 */
function swapBundle(zip: string, bundle: string): void {
  const folder = mkdtempSync(join(dirname(bundle), ".packbench-"));
  try {
    execFileSync("/usr/bin/ditto", ["-x", "-k", zip, folder]);
    const name = readdirSync(folder).find((one) => one.endsWith(".app"));
    if (name === undefined) throw new Error(`there is no program in ${zip}`);
    const before = join(folder, name);
    execFileSync("/usr/bin/codesign", [
      "--verify",
      "--deep",
      "--strict",
      `-R=${requirementOf(bundle)}`,
      before,
    ]);
    renameSync(bundle, join(folder, "newer.app"));
    try {
      renameSync(before, bundle);
    } catch (error) {
      renameSync(join(folder, "newer.app"), bundle);
      throw error;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  spawn("/usr/bin/open", ["-n", bundle], { detached: true, stdio: "ignore" }).unref();
}

/** What macOS knows this program's signer by. */
function requirementOf(bundle: string): string {
  const text = execFileSync("/usr/bin/codesign", ["-d", "-r-", bundle], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return /designated => (.+)/.exec(text)?.[1] ?? "never";
}
